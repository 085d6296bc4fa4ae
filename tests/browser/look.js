// The faults of the page as shown in this window: a list of sentences. `medium` is "screen" or "print".
(medium) => {
  const faults = new Set();
  const fault = (element, what) => {
    let name = element.tagName.toLowerCase();
    if (element.id) name += `#${element.id}`;
    const kind = element.getAttribute("class");
    if (kind) name += `.${kind.trim().replace(/\s+/g, ".")}`;
    const text = (element.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
    faults.add(`${what}: <${name}> "${text}"`);
  };
  const root = document.documentElement;
  const wide = root.clientWidth;
  if (root.scrollWidth > wide) faults.add(`the page is ${root.scrollWidth} wide in a window of ${wide}`);

  const shown = (element) =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true, contentVisibilityAuto: true });
  const scrolls = (element) => {
    if (medium === "print") return false;
    for (let at = element; at; at = at.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
    }
    return false;
  };
  const unseen = (element) => element.closest("[data-hidden], .visually-hidden") !== null;

  // Nothing extends beyond the window or is cut off.
  const all = [...document.body.querySelectorAll("*")].filter((e) => shown(e) && !unseen(e));
  for (const element of all) {
    if (element.closest("defs, symbol")) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const style = getComputedStyle(element);
    // The box of a text that continues on the next line includes the blank at the line break.
    if (style.display === "inline") continue;
    if ((box.right > wide + 1 || box.left < -1) && !scrolls(element)) fault(element, "reaches beyond the window");
    const cuts = /hidden|clip/.test(style.overflowX) && !(element instanceof SVGElement);
    if (cuts && element.scrollWidth > element.clientWidth + 1) fault(element, "is cut off");
  }

  // Text of drawings: inside its drawing, legible, and not over other text.
  for (const svg of document.querySelectorAll("svg")) {
    if (!shown(svg)) continue;
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].filter((t) => !t.closest("defs, symbol") && t.textContent.trim());
    const boxes = texts.map((t) => t.getBoundingClientRect());
    texts.forEach((text, index) => {
      const box = boxes[index];
      if (box.left < frame.left - 1.5 || box.right > frame.right + 1.5 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2)
        fault(text, "leaves its drawing");
      if (parseFloat(getComputedStyle(text).fontSize) * (frame.width / (svg.viewBox.baseVal?.width || frame.width)) < 7.5)
        fault(text, "is too small to read");
      for (let other = 0; other < index; other += 1) {
        const across = Math.min(box.right, boxes[other].right) - Math.max(box.left, boxes[other].left);
        const down = Math.min(box.bottom, boxes[other].bottom) - Math.max(box.top, boxes[other].top);
        if (across > 2 && down > 0.35 * Math.min(box.height, boxes[other].height))
          fault(text, `lies over "${texts[other].textContent.trim()}"`);
      }
    });
    const named = svg.getAttribute("role") === "img" && (svg.getAttribute("aria-label") || svg.getAttribute("aria-labelledby"));
    if (!named && !svg.closest("[aria-hidden=true]")) fault(svg, "is a drawing without a name");
  }

  // Referenced elements exist.
  for (const use of document.querySelectorAll("use")) {
    const target = use.getAttribute("href") || "";
    if (!target.startsWith("#") || !document.getElementById(target.slice(1))) fault(use, `uses ${target}, which is missing`);
  }
  for (const link of document.querySelectorAll("a[href^='#']")) {
    if (!document.getElementById(decodeURIComponent(link.getAttribute("href").slice(1)))) fault(link, "leads nowhere");
  }
  for (const label of document.querySelectorAll("label[for]")) {
    if (!document.getElementById(label.getAttribute("for"))) fault(label, "labels nothing");
  }
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of new Set(ids)) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.add(`two elements are called ${id}`);
  const said = document.body.innerText;
  for (const slip of [/\bNaN\b/, /\bundefined\b/, /\bInfinity\b/, /(?<!rounds=)\binf\b/, /\[object/, /\{\{|\}\}|\{%/, /\bNone\b/, /\bnull\b/, /Some\(/]) {
    const found = said.match(slip);
    if (found) faults.add(`says ${found[0]}: "${said.slice(Math.max(0, found.index - 30), found.index + 30).replace(/\s+/g, " ")}"`);
  }

  // Semantics.
  const levels = [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].map((h) => Number(h.tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1 || levels[0] !== 1) faults.add("has not one first heading");
  levels.forEach((level, index) => {
    if (index > 0 && level > levels[index - 1] + 1) faults.add(`a heading of level ${level} follows one of level ${levels[index - 1]}`);
  });
  for (const table of document.querySelectorAll("table")) {
    if (!table.querySelector("th")) fault(table, "is a table without headings");
  }
  for (const image of document.querySelectorAll("img")) {
    if (!image.alt) fault(image, "is a picture without a name");
    if (image.complete && image.naturalWidth === 0) fault(image, "is a picture that is missing");
  }
  if (!root.lang || !document.title.trim()) faults.add("has no language or no title");

  // Contrast of text with its background: WCAG 2.2, 1.4.3.
  const parse = (colour) => {
    const parts = (colour.match(/[\d.]+/g) || []).map(Number);
    return colour.startsWith("rgb") ? { rgb: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1 } : null;
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const under = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour && colour.alpha === 1) return colour.rgb;
    }
    return parse(getComputedStyle(document.documentElement).backgroundColor)?.alpha === 1
      ? parse(getComputedStyle(document.documentElement).backgroundColor).rgb
      : [255, 255, 255];
  };
  for (const element of all) {
    if (element instanceof SVGElement) continue;
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own) continue;
    const style = getComputedStyle(element);
    const colour = parse(style.color);
    if (!colour) continue;
    const [light, dark] = [luminance(colour.rgb), luminance(under(element))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5) - 0.01) fault(element, `stands out too little (${ratio.toFixed(2)})`);
    if (size < 9.5 && medium === "screen") fault(element, `is too small to read (${size})`);
  }
  return JSON.stringify([...faults].slice(0, 25));
}
