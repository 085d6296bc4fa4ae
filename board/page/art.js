// The drawings, once in the document; everything else refers to them. Colours are variables of the style sheets, so that they follow
// light, dark and print, and so that a picture that leaves the page can have them written in (see picture.js).

import { html } from "./html.js";

export const PLANTS = /** @type {const} */ (["M", "C", "P", "I"]);
export const SYMBOLS = /** @type {const} */ (["S", "T", "B", "R"]);
export const GEISHA = /** @type {const} */ (["A", "B", "C", "D", "E", "F", "G"]);
/** @typedef {typeof GEISHA[number]} Geisha */

/** The two letters of a tile, from its hexadecimal digit. @param {string} digit */
export function tileName(digit) {
  const index = Number.parseInt(digit, 16);
  return PLANTS[index >> 2] + SYMBOLS[index & 3];
}

/** The digit of a tile. @param {number} plant @param {number} symbol */
export const tileDigit = (plant, symbol) => (4 * plant + symbol).toString(16);

/**
 * The seven geisha: each with a hairdo, a kimono and a bearing of her own. Common parts are drawn once: shoulders, collar, neck and face.
 * @param {{ name: string, tilt: number, pattern: string, behind?: string, hair: string, pins: string, brows?: string }} lady @returns {[string, string, string]}
 */
const lady = ({ name, tilt, pattern, behind = "", hair, pins, brows = "M20 18.6q1.6-1 3 0M25.4 18.6q1.6-1 3 0" }) => [
  `lady-${name}`,
  "0 0 48 50",
  `${behind === "" ? "" : `<g transform="rotate(${tilt} 24 34)">${behind}</g>`}
<path fill="currentColor" d="M4 50C5 38 13 33 24 33s19 5 20 17z"/>
<g fill="none" stroke="var(--card)" stroke-width="1.1" stroke-opacity=".55" stroke-linecap="round">${pattern}</g>
<path fill="var(--powder)" d="M17 33l7 11 7-11-3-2-4 6-4-6z"/>
<g transform="rotate(${tilt} 24 34)"><path fill="var(--powder)" d="M21 27h6v6q-3 2.500-6 0z"/>
<ellipse fill="var(--powder)" cx="24" cy="21" rx="7.8" ry="9.4"/>
<path fill="none" stroke="var(--lines)" stroke-width=".8" stroke-linecap="round" d="${brows}M20 21.300q1.600 1.200 3 0M25.400 21.300q1.600 1.200 3 0"/>
<path fill="var(--lips)" d="M22.600 26q1.400-1 2.800 0q-1.400 1.500-2.800 0z"/>
${hair}${pins}</g>`,
];

const HAIR = 'fill="var(--hair)"';
const PIN = 'fill="none" stroke="var(--pin)" stroke-width="1.5" stroke-linecap="round"';

/** @type {[string, string, string][]} */
const LADIES = [
  // A high knot with a comb in front.
  lady({
    name: "A",
    tilt: -4,
    pattern: '<path d="M10 50V42M14 50V38M34 50V38M38 50V42"/>',
    hair: `<path ${HAIR} d="M24 8C13 8 12.500 16 14.500 22.500C16 15.500 19 13.500 24 13.500s8 2 9.500 9C35.500 16 35 8 24 8z"/><ellipse ${HAIR} cx="24" cy="5.500" rx="5.600" ry="4.600"/>`,
    pins: `<path ${PIN} d="M19.500 9.800q4.500-2 9 0"/>`,
  }),
  // Hair that falls long, cut straight over the brow.
  lady({
    name: "B",
    tilt: 3,
    pattern: '<path d="M11 46h.01M15 42h.01M17 48h.01M31 48h.01M33 42h.01M37 46h.01" stroke-width="2.600"/>',
    behind: `<path ${HAIR} d="M12 22C11 8 18 5 24 5s13 3 12 17l1.500 18h-27z"/>`,
    hair: `<path ${HAIR} d="M24 7C14 7 13 14 14.500 20q1.500-3 2.500-3.500h14q1 .5 2.500 3.500C35 14 34 7 24 7z"/>`,
    pins: `<path ${PIN} d="M32 9l6-3M36 11l4.500-1"/>`,
    brows: "M20 19.400h2.800M25.400 19.400h2.800",
  }),
  // Parted at the side, a low knot at the nape.
  lady({
    name: "C",
    tilt: 5,
    pattern: '<path d="M8 46q3-3 6 0t6 0M28 46q3-3 6 0t6 0"/>',
    behind: `<circle ${HAIR} cx="34.500" cy="25" r="5.600"/>`,
    hair: `<path ${HAIR} d="M20 7.500C12 10 12.500 17 14.500 23C15 17 18 14 21 11.500C24 15 31 15 33.500 23C36 16 36 6 25 6.500z"/>`,
    pins: `<path ${PIN} d="M31 27.500L41 21"/><circle fill="var(--pin)" cx="41.500" cy="20.500" r="1.600"/>`,
  }),
  // Two knots.
  lady({
    name: "D",
    tilt: 0,
    pattern: '<path d="M8 44l6 6M14 39l9 11M40 44l-6 6M34 39l-9 11"/>',
    hair: `<circle ${HAIR} cx="15.500" cy="8" r="5"/><circle ${HAIR} cx="32.500" cy="8" r="5"/><path ${HAIR} d="M24 7.500C13.500 7.500 12.500 15 14.500 22C15.500 16 19 13 24 12.500c5 .5 8.500 3.500 9.500 9.500C35.500 15 34.500 7.500 24 7.500z"/>`,
    pins: `<path ${PIN} d="M13 5.500l4.500 4.500M35 5.500L30.500 10"/>`,
  }),
  // Combed up high and wide, with a pin that dangles.
  lady({
    name: "E",
    tilt: -6,
    pattern: '<path d="M9 47l8-9M13 50l9-10M39 47l-8-9M35 50l-9-10"/>',
    hair: `<path ${HAIR} d="M24 2.500C12 2.500 8.500 12 14.500 22.500C15.500 15.500 19 13.500 24 13.500s8.500 2 9.500 9C39.500 12 36 2.500 24 2.500z"/>`,
    pins: `<path ${PIN} d="M32 8l7-2.500M38.500 5.700v6M35.800 6.700v5"/><path ${PIN} d="M16 6.500q3-3 7-3" stroke-opacity=".6"/>`,
    brows: "M20 18q1.600-.6 3 .6M25.400 18.600q1.600-1.200 3-.6",
  }),
  // A tail over the shoulder, tied with a ribbon.
  lady({
    name: "F",
    tilt: 6,
    pattern: '<path d="M31 50q1-6 6-7M33 48q4 0 5-4M36 50q3-1 4-4"/>',
    hair: `<path ${HAIR} d="M24 7C13.500 7 12.500 15 14.500 22c1-5 3-8 6-9q8 0 13 9.500C35.500 15 34.500 7 24 7z"/><path ${HAIR} d="M14 20C9 25 9 32 12.500 41c1 2.500 3.500 1 3-1.500C13.500 33 14 28 17.500 25z"/>`,
    pins: `<path fill="var(--pin)" d="M15 23.500l-5-3v6zM15 23.500l3 4 1-4z"/>`,
  }),
  // Full and round, with a large flower.
  lady({
    name: "G",
    tilt: -3,
    pattern: '<path d="M12 44q2-3 4 0q-2 3-4 0M32 44q2-3 4 0q-2 3-4 0M17 49q1.500-2 3 0M28 49q1.500-2 3 0"/>',
    behind: `<path ${HAIR} d="M24 3C9 3 8 20 12.500 27h23C40 20 39 3 24 3z"/>`,
    hair: `<path ${HAIR} d="M24 6C13.500 6 13 14 14.500 22c1-6 3.500-8.500 9.500-8.500s8.500 2.500 9.500 8.500C35 14 34.500 6 24 6z"/>`,
    pins: `<g transform="translate(34 10)" fill="var(--pin)">${[0, 72, 144, 216, 288]
      .map((turn) => `<path transform="rotate(${turn})" d="M0 0C-3.500 -2 -3.500 -5.500 0 -6C3.500 -5.500 3.500 -2 0 0Z"/>`)
      .join("")}<circle fill="var(--powder)" r="1.500"/></g><path ${PIN} d="M16 9q2.500-3 6-3.500"/>`,
  }),
];

/** Each drawing: its name, its view box, its shapes. @type {[string, string, string][]} */
const DRAWINGS = [
  [
    "plant-M",
    "0 0 48 48",
    `<path fill="none" stroke="var(--maple)" stroke-width="2" stroke-linecap="round" d="M24 28Q25 38 22 46"/>
<path fill="var(--maple)" d="M24 32Q20.7 35.4 15.1 37Q17.3 31.6 14.5 32.1Q11.8 32.3 3.1 26.8Q12.8 23.3 15.1 24.5Q11.2 22.5 7.9 11.2Q18.8 15.6 20.4 19.7Q18.2 13.9 24 2Q29.8 13.9 27.6 19.7Q29.2 15.6 40.1 11.2Q36.8 22.5 32.9 24.5Q35.2 23.3 44.9 26.8Q36.2 32.3 33.5 32.1Q30.7 31.6 32.9 37Q27.3 35.4 24 32Z"/>
<path fill="none" stroke="var(--vein)" stroke-width="1" d="M24 30V12M24 30L12.5 17M24 30L35.5 17M24 30L9.5 28.5M24 30L38.5 28.5"/>`,
  ],
  [
    "plant-C",
    "0 0 48 48",
    `<g transform="translate(24 25)" fill="var(--cherry)" stroke="var(--cherry-line)" stroke-linejoin="round">${[
      0, 72, 144, 216, 288,
    ]
      .map((turn) => `<path transform="rotate(${turn})" d="M0 0C-10 -6 -12 -16 -5 -21L0 -17L5 -21C12 -16 10 -6 0 0Z"/>`)
      .join("")}</g>
<g transform="translate(24 25)" fill="var(--stamen)" stroke="var(--stamen)">${[0, 72, 144, 216, 288]
      .map((turn) => `<path transform="rotate(${turn})" d="M0 0V-9"/>`)
      .join("")}<circle r="2.6"/></g>`,
  ],
  [
    "plant-P",
    "0 0 48 48",
    `<path fill="var(--trunk)" d="M20 46C24 40 20 36 23 30C25 26 30 26 29 19L25 15L23 17C25 21 20 22 18 27C16 33 18 38 13 46Z"/>
<g fill="var(--pine)"><path d="M12 15A6 6 0 0 1 19 7A8 8 0 0 1 33 7A6 6 0 0 1 38 16Q25 19 12 15Z"/><path d="M24 28A5 5 0 0 1 29 21A7 7 0 0 1 41 22A5 5 0 0 1 45 29Q34 32 24 28Z"/><path d="M2 34A5 5 0 0 1 6 27A7 7 0 0 1 18 27A5 5 0 0 1 23 34Q12 37 2 34Z"/></g>`,
  ],
  [
    "plant-I",
    "0 0 48 48",
    `<path fill="var(--blade)" d="M24 47C15 40 9 30 5 17C15 25 22 34 24 47ZM24 47C30 41 37 36 44 22C43 34 34 43 24 47Z"/>
<path fill="none" stroke="var(--blade)" stroke-width="2" stroke-linecap="round" d="M24 47V26"/>
<g fill="var(--iris)" stroke="var(--iris-line)" stroke-width=".9" stroke-linejoin="round"><path d="M24 21C14 15 5 20 3 31C12 33 21 30 24 21ZM24 21C34 15 43 20 45 31C36 33 27 30 24 21Z"/><path d="M24 22C15 17 11 9 15 2C21 6 24 13 24 22ZM24 22C33 17 37 9 33 2C27 6 24 13 24 22Z"/><path d="M24 17C16 25 17 33 24 39C31 33 32 25 24 17Z"/></g>
<path stroke="var(--tongue)" stroke-width="2.4" stroke-linecap="round" d="M24 22V31"/>`,
  ],
  [
    "symbol-S",
    "0 0 48 48",
    `<path fill="var(--sun)" d="M9 34A15 15 0 0 1 39 34Z"/>
<path stroke="var(--sun)" stroke-width="2.6" stroke-linecap="round" d="M24 13V4M13.5 17L8 9.5M34.5 17L40 9.5M7 25.5L2 23M41 25.5L46 23"/>
<path stroke="var(--horizon)" stroke-width="2.4" stroke-linecap="round" d="M2 34.5H46M9 40.5H39M17 46H31"/>`,
  ],
  [
    "symbol-T",
    "0 0 48 48",
    `<g transform="rotate(14 24 24)"><path fill="none" stroke="var(--bird)" stroke-width="1.6" d="M24 9C20 5 21 0 25 0S29 5 24 9"/>
<rect fill="var(--tanzaku)" stroke="var(--writing)" x="15" y="7" width="18" height="39" rx="1"/>
<path stroke="var(--writing)" stroke-width="2.4" stroke-linecap="round" d="M28 13V27M28 31V35M21 17V24M21 28V39"/></g>`,
  ],
  [
    "symbol-B",
    "0 0 48 48",
    `<path fill="var(--bird)" d="M2 13C11 9 19 14 23 22C27 12 35 5 46 5C40 10 36 17 34 25C38 24 42 25 46 28L38 30C33 36 25 36 17 33L6 43L9 32L3 29C10 30 14 28 17 26C14 20 9 15 2 13Z"/>
<circle fill="var(--eye)" cx="37.5" cy="27.6" r="1.2"/>`,
  ],
  [
    "symbol-R",
    "0 0 48 48",
    `<path fill="var(--cloud)" d="M12 25A8 8 0 0 1 11 9A11 11 0 0 1 32 8A8.5 8.5 0 0 1 37 25Z"/>
<path stroke="var(--rain)" stroke-width="2.6" stroke-linecap="round" d="M13 30L10 36M23 30L20 36M33 30L30 36M16 40L13 46M26 40L23 46M36 40L33 46"/>`,
  ],
  ...LADIES,
  // Each geisha's item: a flute, a fan, a scroll, a parasol, a shamisen, a bowl of tea, a hairpin with a flower.
  [
    "item-A",
    "0 0 32 32",
    `<path stroke="currentColor" stroke-width="4.6" stroke-linecap="round" d="M5 25L26 8"/>
<path stroke="var(--card)" stroke-width="1.9" stroke-linecap="round" d="M11.3 19.9h.01M15 16.9h.01M18.7 13.9h.01M22.4 10.9h.01"/>
<path fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" d="M8 27c1 2-1 3 0 5M5.5 27.500c0 2-1.5 2-1.5 4"/>`,
  ],
  [
    "item-B",
    "0 0 32 32",
    `<path fill="currentColor" d="M16 27L2.5 13A19.5 19.5 0 0 1 29.5 13Z"/>
<path stroke="var(--card)" stroke-width="1.2" d="M16 27L7.5 9.500M16 27L13 7.400M16 27L19 7.400M16 27L24.5 9.5"/>
<path fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" d="M16 27v3"/>`,
  ],
  [
    "item-C",
    "0 0 32 32",
    `<path fill="none" stroke="currentColor" stroke-width="1.8" d="M8 5h16v22H8z"/>
<path stroke="currentColor" stroke-width="4" stroke-linecap="round" d="M5.5 5h21M5.5 27h21"/>
<path stroke="currentColor" stroke-width="1.7" stroke-linecap="round" d="M20 11v10M16 11v7M12 11v9"/>`,
  ],
  [
    "item-D",
    "0 0 32 32",
    `<path fill="currentColor" d="M2 17A14 13 0 0 1 30 17Q27 14.5 23 17Q19.5 14.5 16 17Q12.5 14.5 9 17Q5 14.5 2 17Z"/>
<path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" d="M16 2v26q0 2.5 3 2.5"/>
<path fill="none" stroke="var(--card)" stroke-width="1" d="M16 5Q10 9 9 16M16 5Q22 9 23 16"/>`,
  ],
  [
    "item-E",
    "0 0 32 32",
    `<path stroke="currentColor" stroke-width="2.8" stroke-linecap="round" d="M14 18L26 4"/>
<rect fill="currentColor" x="4" y="15.5" width="13" height="13" rx="3.5" transform="rotate(-5 10 22)"/>
<path stroke="currentColor" stroke-width="1.8" stroke-linecap="round" d="M23 3.500l5 4M21.5 5.800l4.7 3.8"/>
<path stroke="var(--card)" stroke-width="1.1" d="M7.5 24.500L15 16.500M10 26.500l7-7.5"/>`,
  ],
  [
    "item-F",
    "0 0 32 32",
    `<path fill="currentColor" d="M4 14h24q0 10-7 13h-10q-7-3-7-13zM10.5 28h11v2h-11z"/>
<path fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" d="M11 10q-2-2 0-4t0-4M16 10q-2-2 0-4t0-4M21 10q-2-2 0-4t0-4"/>`,
  ],
  [
    "item-G",
    "0 0 32 32",
    `<path stroke="currentColor" stroke-width="2.2" stroke-linecap="round" d="M14 18L4 29"/>
<g transform="translate(19 12)" fill="currentColor">${[0, 72, 144, 216, 288]
      .map((turn) => `<path transform="rotate(${turn})" d="M0 0C-6 -3 -6.5 -9 -2.5 -11L0 -9.500L2.5 -11C6.5 -9 6 -3 0 0Z"/>`)
      .join("")}<circle fill="var(--card)" r="2.4"/></g>`,
  ],
];

/** Icons of buttons: strokes on 24 × 24. @type {Record<string, string>} */
const ICONS = {
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M7 5v14",
  last: "M6 5l7 7-7 7M17 5v14",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h4",
  info: "M12 11v6M12 7.500h.01M12 2.500a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19",
  undo: "M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-4",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  "eye-off":
    "M4 4l16 16M9.5 5.500A10 10 0 0 1 12 5c6 0 10 7 10 7a18 18 0 0 1-3 3.700M6 7.500A18 18 0 0 0 2 12s4 7 10 7c1.7 0 3.2-.5 4.6-1.3",
  computer: "M4 5h16v11H4zM9 20h6M12 16v4",
  flip: "M12 3v18M8 7H3v10h5zM16 7h5v10h-5z",
  turn: "M20 5v5h-5M19.5 10A8 8 0 1 0 20 14",
  dice: "M4 4h16v16H4zM8.5 8.500h.01M15.5 8.500h.01M12 12h.01M8.5 15.500h.01M15.5 15.500h.01",
  paste: "M9 4h6v3H9zM9 5H5v16h14V5h-4M9 12h6M9 16h6",
  share: "M12 15V3M8 7l4-4 4 4M5 12v9h14v-9",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5",
  help: "M9 9a3 3 0 1 1 4.5 2.600c-1 .6-1.5 1.2-1.5 2.400M12 17.500h.01M12 2.500a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 13l4.5 4.500L19 7",
  stop: "M7 7h10v10H7z",
  play: "M7 5l12 7-12 7z",
  edit: "M4 20h4L19 9l-4-4L4 16z",
  text: "M4 6h16M4 12h16M4 18h10",
  print: "M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  tree: "M6 4v10a3 3 0 0 0 3 3h9M6 8h12",
};

/** The drawings themselves, to be put into the document once. */
export function Art() {
  const symbols = DRAWINGS.map(([name, box, shapes]) => `<symbol id="${name}" viewBox="${box}">${shapes}</symbol>`).join("");
  return html`<svg class="art" width="0" height="0" aria-hidden="true" focusable="false" dangerouslySetInnerHTML=${{ __html: symbols }} />`;
}

/** The shapes of a drawing, for pictures that leave the page. @param {string} name */
export function shapes(name) {
  const found = DRAWINGS.find(([id]) => id === name);
  return found === undefined ? "" : found[2];
}

/** @param {{ name: string }} props */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;
}

/** A tile's plant and symbol. @param {{ tile: string }} props its digit */
export function TileArt({ tile }) {
  const name = tileName(tile);
  return html`<svg class="tile-art" viewBox="0 0 72 72" aria-hidden="true">
    <use href=${`#plant-${name[0]}`} x="2" y="21" width="46" height="46" />
    <use href=${`#symbol-${name[1]}`} x="39" y="4" width="29" height="29" />
  </svg>`;
}

/** A geisha's item. @param {{ of: string }} props her letter */
export function Item({ of }) {
  return html`<svg class="item" viewBox="0 0 32 32" aria-hidden="true"><use href=${`#item-${of}`} /></svg>`;
}
