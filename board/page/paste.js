// Any text that the program writes, or a link to a board: its contents, and the address for it.

import { ask, fault } from "./engine.js";
import { ReviewPanel } from "./hana/review.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { t, tn } from "./i18n.js";
import { escaped, go, linkedGame } from "./route.js";
import { Fault } from "./ui.js";

/** @typedef {{ game: "okiya" | "hanamikoji", form: string, text: string, address: string | null, line: number }} Found */

/** @param {Found} item */
export const linkTo = (item) => `#${item.game === "okiya" ? "o" : "h"}/${escaped(item.address ?? item.text)}`;

/** A text from another field that holds several items. */
let handed = "";
/** @param {string} text */
export const handOver = (text) => {
  handed = text;
};

export function PasteScreen() {
  const [text, setText] = useState(handed);
  const [items, setItems] = useState(/** @type {Found[]} */ ([]));
  const [error, setError] = useState(/** @type {import("./engine.js").EngineFault | null} */ (null));
  const here = useRef(true);
  useEffect(() => {
    if (handed !== "") void read(handed);
    handed = "";
    return () => {
      here.current = false;
    };
  }, []);
  /** @param {string} given */
  const read = async (given) => {
    setError(null);
    setItems([]);
    const linked = linkedGame(given);
    if (linked !== null) {
      go(linked);
      return;
    }
    try {
      const { result } = await ask("import.text", { text: given });
      if (!here.current) return;
      if (result.items.length === 1) go(linkTo(result.items[0]));
      else setItems(result.items);
    } catch (problem) {
      setError(fault(problem));
    }
  };
  const rounds = items.filter(({ game, form }) => game === "hanamikoji" && form !== "information_set").map((item) => item.text);
  return html`<h1>${t("place.paste")}</h1>
    <p class="note">${t("paste.about")}</p>
    <form onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      void read(text);
    }}>
      <label class="field"><span>${t("share.text")}</span>
        <textarea id="paste" rows="8" autocapitalize="off" autocomplete="off" spellcheck=${false} placeholder="+..-... 2 ABDFG 2XX,3EEG-E,1X" value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea></label>
      <div class="bar"><button class="button main" disabled=${text.trim() === ""}>${t("open")}</button>
        <label class="button"><input class="visually-hidden" type="file" accept=".txt,.json,text/*" onChange=${async (
          /** @type {any} */ event,
        ) => {
          const file = event.target.files?.[0];
          if (file) void read(await file.text());
        }} />${t("paste.file")}</label></div>
    </form>
    <${Fault} error=${error} onRetry=${() => void read(text)} />
    ${
      items.length > 1 &&
      html`<section class="panel"><h2>${tn("paste.found", items.length)}</h2><ul class="plain">${items.map(
        (item, index) =>
          html`<li key=${index}><a class="button quiet" href=${linkTo(item)}>${item.game === "okiya" ? "Okiya" : "Hanamikoji"} <span class="mono">${item.text.slice(0, 40)}${item.text.length > 40 ? "…" : ""}</span></a></li>`,
      )}</ul></section>`
    }
    ${rounds.length > 1 && html`<${ReviewPanel} rounds=${rounds} seat=${null} />`}`;
}
