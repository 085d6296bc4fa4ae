// Small pieces that every screen uses.

import { Icon } from "./art.js";
import { engineKind, explained, publicSite } from "./engine.js";
import { html, signal, useEffect, useLayoutEffect, useRef, useState } from "./html.js";
import { known, t } from "./i18n.js";

/** @typedef {import("./html.js").Children} Children */

/** Next text for the screen reader. */
export const spoken = signal("");
/** @param {string} text */
export const announce = (text) => {
  spoken.value = text;
};

const toast = signal("");
let clearing = 0;
/** A short note that disappears. @param {string} text */
export function notify(text) {
  toast.value = text;
  announce(text);
  clearTimeout(clearing);
  clearing = setTimeout(() => {
    toast.value = "";
  }, 2500);
}

export function Messages() {
  return html`<div class="visually-hidden" role="status" aria-live="polite">${spoken.value}</div>
    ${toast.value && html`<div class="toast" aria-hidden="true">${toast.value}</div>`}`;
}

/**
 * A button with an icon; without children its label is for screen readers and the tooltip.
 * @param {{ icon?: string, label?: string, onClick?: (event: MouseEvent) => void, pressed?: boolean, disabled?: boolean, kind?: string, children?: Children, id?: string, expanded?: boolean }} props
 */
export function Button({ icon, label, onClick, pressed, disabled, kind = "", children, id, expanded }) {
  return html`<button
    type="button"
    id=${id}
    class=${`button ${children ? "" : "bare"} ${kind}`}
    aria-label=${children ? undefined : label}
    title=${label}
    aria-pressed=${pressed === undefined ? undefined : String(pressed)}
    aria-expanded=${expanded === undefined ? undefined : String(expanded)}
    disabled=${disabled}
    onClick=${onClick}
  >${icon && html`<${Icon} name=${icon} />`}${children}</button>`;
}

/** One of several. @template {string} T @param {{ label: string, value: T, options: readonly (readonly [T, Children])[], onChange: (value: T) => void }} props */
export function Segments({ label, value, options, onChange }) {
  return html`<div class="segments" role="group" aria-label=${label}>
    ${options.map(
      ([name, text]) =>
        html`<button type="button" key=${name} aria-pressed=${String(name === value)} onClick=${() => onChange(name)}>${text}</button>`,
    )}
  </div>`;
}

/** Tabs over one panel, and the controls common to all of them beside. @param {{ label: string, id: string, value: string, options: readonly (readonly [string, Children])[], onChange: (value: string) => void, aside?: Children, children?: Children }} props */
export function Tabs({ label, id, value, options, onChange, aside, children }) {
  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = options.findIndex(([name]) => name === value);
    const [next] = options[(at + step + options.length) % options.length];
    onChange(next);
    event.preventDefault();
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return html`<div class="tabs"><div class="segments" role="tablist" aria-label=${label} onKeyDown=${move}>
      ${options.map(
        ([name, text]) => html`<button type="button" role="tab" key=${name} id=${`${id}-${name}`} aria-controls=${`${id}-panel`}
          aria-selected=${String(name === value)} tabindex=${name === value ? 0 : -1} onClick=${() => onChange(name)}>${text}</button>`,
      )}
    </div>${aside}</div>
    <div role="tabpanel" tabindex="0" id=${`${id}-panel`} aria-labelledby=${`${id}-${value}`}>${children}</div>`;
}

/** Strength of a number. @param {{ kind: string | null | undefined }} props */
export function Kind({ kind }) {
  if (!kind) return null;
  return html`<span class=${`kind ${kind}`} title=${known(`kind.${kind}.about`) ?? ""}>${known(`kind.${kind}`) ?? kind}</span>`;
}

/** A sheet over the page. @param {{ title: string, open: boolean, onClose: () => void, children?: Children }} props */
export function Sheet({ title, open, onClose, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const element = dialog.current;
    if (!open || element === null) return;
    const before = document.activeElement;
    if (!element.open) element.showModal();
    return () => {
      // Closed by its removal, it gives the focus back to nobody.
      if (before instanceof HTMLElement && before.isConnected && isNowhere()) before.focus();
    };
  }, [open]);
  if (!open) return null;
  return html`<dialog ref=${dialog} aria-label=${title} onClose=${onClose} onClick=${(/** @type {MouseEvent} */ event) => event.target === dialog.current && onClose()}>
    <div class="head"><h2>${title}</h2><${Button} icon="close" label=${t("close")} kind="quiet" onClick=${onClose} /></div>
    <div class="body">${children}</div>
  </dialog>`;
}

/** Explanations behind an "i". @param {{ children?: Children }} props */
export function Info({ children }) {
  const details = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    /** A tap beside it closes it, and so does Escape. @param {Event} event */
    const close = (event) => {
      const element = details.current;
      if (!element?.open) return;
      if (event instanceof KeyboardEvent ? event.key !== "Escape" : element.contains(/** @type {Node} */ (event.target))) return;
      element.open = false;
      if (event instanceof KeyboardEvent) element.querySelector("summary")?.focus();
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, []);
  return html`<details class="info" ref=${details}><summary class="button bare quiet" aria-label=${t("info")} title=${t("info")}><${Icon} name="info" /></summary><div class="about">${children}</div></details>`;
}

/** Faults for which a second try makes sense; invalid requests stay invalid. */
const PASSING = ["timeout", "unreachable", "busy", "internal", "limit_reached"];

/** The fault, in a box, with a button to try again if that makes sense. @param {{ error: import("./engine.js").EngineFault | null, onRetry?: () => void, children?: Children }} props */
export function Fault({ error, onRetry, children }) {
  if (error === null) return null;
  const { title, detail } = explained(error);
  return html`<div class="fault" role="alert"><p><strong>${title}</strong></p>${detail !== "" && html`<p>${detail}</p>`}${children}
    ${onRetry && PASSING.includes(error.code) && html`<div class="bar"><${Button} icon="turn" kind="retry" onClick=${onRetry}>${t("try_again")}<//></div>`}</div>`;
}

/** An address that cannot be shown: the reason, and links. @param {{ error: import("./engine.js").EngineFault, text: string, onRetry?: () => void, children?: Children }} props */
export function Missing({ error, text, onRetry, children }) {
  return html`<h1>${t(PASSING.includes(error.code) ? "error.no_answer" : "error.title")}</h1>
    <${Fault} error=${error} onRetry=${onRetry}><p class="mono">${text.slice(0, 200)}</p><//>
    <div class="bar">${children}<a class="button" href="#">${t("home")}</a></div>`;
}

const TWO = matchMedia("(min-width: 51.25rem)");
const THREE = matchMedia("(min-width: 80rem)");
const counted = () => (THREE.matches ? 3 : TWO.matches ? 2 : 1);
/** Number of columns for which there is room. */
export const columns = signal(counted());
for (const query of [TWO, THREE])
  query.addEventListener("change", () => {
    columns.value = counted();
  });

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
/** Duration of counting up. */
const COUNT_MS = 900;

/** A number that is counted up once; screen readers get the final value at once. @param {{ to: number, words: (n: number) => string }} props */
export function CountUp({ to, words }) {
  const [at, setAt] = useState(CALM.matches ? to : 0);
  useEffect(() => {
    if (CALM.matches) {
      setAt(to);
      return;
    }
    const started = performance.now();
    let frame = 0;
    const step = () => {
      const part = Math.min(1, (performance.now() - started) / COUNT_MS);
      setAt(Math.round(part * to));
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [to]);
  return html`<span class="visually-hidden">${words(to)}</span><span aria-hidden="true" class="counted" data-counted=${at}>${words(at)}</span>`;
}

/**
 * The course of a value: labelled, with its mistakes, and a tap on it goes there.
 * @param {{ label: string, points: { at: number, name: string, isMistake: boolean, title: string }[], marks: { at: number, name: string }[], now?: number | null, onPick: (index: number) => void }} props `at`: from 0 at the bottom to 1 at the top; `now`: the point that is shown
 */
export function Curve({ label, points, marks, now = null, onPick }) {
  const [wide, high, left, bottom] = [340, 128, 40, 18];
  const x = (/** @type {number} */ index) => left + 8 + ((wide - left - 16) * index) / Math.max(points.length - 1, 1);
  const y = (/** @type {number} */ at) => 8 + (1 - at) * (high - bottom - 16);
  /** @param {MouseEvent} event */
  const pick = (event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const to = ((event.clientX - box.left) / box.width) * wide;
    onPick(Math.max(0, Math.min(points.length - 1, Math.round(((to - left - 8) / (wide - left - 16)) * (points.length - 1)))));
  };
  // Every second number, where there are many.
  const every = points.length > 10 ? 2 : 1;
  return html`<svg class="curve" viewBox=${`0 0 ${wide} ${high}`} role="img" aria-label=${label} onClick=${pick}>
    ${marks.map(({ at, name }) => html`<g key=${name}><line x1=${left} x2=${wide} y1=${y(at)} y2=${y(at)} stroke="var(--line)" /><text x=${left - 4} y=${y(at) + 4} text-anchor="end">${name}</text></g>`)}
    ${now !== null && html`<line x1=${x(now)} x2=${x(now)} y1="4" y2=${high - bottom} stroke="var(--accent)" stroke-dasharray="3 3" />`}
    <polyline fill="none" stroke="var(--series-1)" stroke-width="2" points=${points.map(({ at }, index) => `${x(index)},${y(at)}`).join(" ")} />
    ${points.map(({ at, isMistake, title }, index) => html`<circle key=${index} cx=${x(index)} cy=${y(at)} r=${isMistake ? 6 : 4} fill=${isMistake ? "var(--loss)" : "var(--series-1)"}><title>${title}</title></circle>`)}
    ${points.map(({ name }, index) => index % every === 0 && html`<text key=${index} x=${x(index)} y=${high - 3} text-anchor="middle">${name}</text>`)}
  </svg>`;
}

/** Progress of a search; if its length is unknown, only that it is running. @param {{ done: number, total: number | null, label: string }} props */
export function Progress({ done, total, label }) {
  if (total === null) return html`<progress aria-label=${label} />`;
  return html`<progress aria-label=${label} max=${Math.max(total, 1)} value=${Math.min(done, total)} />`;
}

/** Whether the page is being printed: parts for paper only are drawn only then. */
export const printing = signal(matchMedia("print").matches);
matchMedia("print").addEventListener("change", ({ matches }) => {
  printing.value = matches;
});
addEventListener("beforeprint", () => {
  printing.value = true;
});
addEventListener("afterprint", () => {
  printing.value = false;
});

/** Prints, once the parts for paper have been drawn. */
export function printPage() {
  printing.value = true;
  requestAnimationFrame(() => setTimeout(() => window.print()));
}

/** Scrolls an element back into view if the tapped one is far below it. @param {string} id */
export function bringBack(id) {
  const element = document.getElementById(id);
  if (element !== null && element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: "start" });
}

/** Whether a key is meant for the screen: no field has the focus, no sheet is open, no other key is held. @param {KeyboardEvent} event */
export function isForScreen(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]") !== null) return false;
  return !(event.target instanceof Element && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName));
}

/** Listens for keys that are meant for the screen. @param {(event: KeyboardEvent) => boolean} take whether it made use of the key */
export function useKeys(take) {
  // Immediately after drawing, because the next key may come before the screen is painted.
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const onKey = (event) => {
      if (!event.defaultPrevented && isForScreen(event) && take(event)) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

/** Whether no element has the focus. */
const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/** Time in milliseconds within which what a tap has asked for is drawn. */
const DRAWN_MS = 700;

/** Gives the focus to the page where the button that was pressed has gone or can no longer be pressed, so that the keyboard is not lost. */
export function keepFocus() {
  addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const look = () => {
      const pressed = target.closest("button, a");
      if (pressed?.isConnected && !(pressed instanceof HTMLButtonElement && pressed.disabled)) return;
      if (isNowhere() && document.querySelector("dialog[open]") === null)
        document.getElementById("main")?.focus({ preventScroll: true });
    };
    for (const wait of [0, 100, DRAWN_MS]) setTimeout(() => requestAnimationFrame(look), wait);
  });
}

/** Copies a text by the way that needs no permission: pages of another computer in the house have no clipboard. @param {string} text */
function copySelected(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  const before = document.activeElement;
  // Inside of an open sheet, beside which nothing can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.focus();
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

/** Copies a text, or shows it to be copied if the browser forbids that. @param {string} text @param {string} note */
export async function copy(text, note) {
  try {
    if (navigator.clipboard !== undefined) await navigator.clipboard.writeText(text);
    else if (!copySelected(text)) throw new Error("no copying");
    notify(note);
  } catch {
    window.prompt(t("share.copy_this"), text);
  }
}

/** Whether an address is that of this computer, which means nothing to any other. @param {string} host */
const isLoopback = (host) => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** The address of a place for others. @param {string} fragment */
export const sharedLink = (fragment) =>
  publicSite.value === null ? location.href.replace(/#.*$/, "") + fragment : new URL(fragment, publicSite.value).href;

/** Hands a link on: by the system's sheet where there is one, else it is copied. @param {string} link @param {string} text */
export const sendLink = (link, text) => send({ title: "Hanamachi", text, url: link }, link);

/** Hands a text on, in the same way. @param {string} text */
export const sendText = (text) => send({ text }, text);

/** @param {ShareData} data @param {string} copied */
async function send(data, copied) {
  if (navigator.share !== undefined) {
    try {
      await navigator.share(data);
      return;
    } catch (error) {
      // Whoever closes the sheet wants nothing more.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  await copy(copied, t("share.copied"));
}

/** A text as a QR code, drawn dark on light in every theme, so that any camera reads it. @param {{ text: string }} props */
export function QrCode({ text }) {
  const [path, setPath] = useState(/** @type {{ size: number, d: string } | null} */ (null));
  useEffect(() => {
    let here = true;
    void import("./vendor/qr.js").then(({ correction, generate }) => {
      const code = generate(text, { minCorrectionLevel: correction.M });
      const rows = Array.from({ length: code.size }, (_, y) =>
        Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : "")).join(""),
      );
      if (here) setPath({ size: code.size, d: rows.join("") });
    });
    return () => {
      here = false;
    };
  }, [text]);
  if (path === null) return null;
  return html`<svg class="qr" id="qr" viewBox=${`-4 -4 ${path.size + 8} ${path.size + 8}`} role="img" aria-label=${t("friend.code_of")} shape-rendering="crispEdges">
    <rect x="-4" y="-4" width=${path.size + 8} height=${path.size + 8} fill="#fff" /><path d=${path.d} fill="#000" /></svg>`;
}

/** A word about a link that others cannot open. */
export function LocalNote() {
  if (publicSite.value !== null || engineKind.value !== "server") return null;
  return html`<p class="note" id="local-link">${t(isLoopback(location.hostname) ? "share.local" : "share.house")}</p>`;
}

/**
 * A link to share, and the equivalent text: the one that others can use comes first.
 * @param {{ fragment: string, text: string }} props
 */
export function ShareLink({ fragment, text }) {
  const site = publicSite.value;
  const local = site === null && engineKind.value === "server";
  const link = sharedLink(fragment);
  return html`<p class="note">${t("share.link")}</p><p><code id="link">${link}</code></p>
    <${LocalNote} />
    <div class="bar"><${Button} kind=${local ? "" : "main"} onClick=${() => void copy(link, t("share.copied"))}>${t("share.copy_link")}<//></div>
    <p class="note">${t("share.text")}</p><p><code>${text}</code></p>
    <div class="bar"><${Button} kind=${local ? "main" : ""} onClick=${() => void copy(text, t("share.copied"))}>${t("share.copy_text")}<//></div>`;
}

/**
 * A field that is always there, for typing and pasting; what is pasted is read at once.
 * @param {{ id: string, label: string, example: string, busy?: boolean, onType?: (text: string) => boolean, onRead: (text: string) => void }} props `onType`: whether a text in the field has been used up
 */
export function TextEntry({ id, label, example, busy = false, onType, onRead }) {
  const [text, setText] = useState("");
  return html`<form class="typed" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim() !== "") onRead(text);
  }}>
    <label><span class="visually-hidden">${label}</span>
      <input type="text" id=${id} autocapitalize="off" autocomplete="off" spellcheck=${false} placeholder=${`${label} (${example})`} title=${label} value=${text}
        onPaste=${(/** @type {ClipboardEvent} */ event) => {
          const pasted = event.clipboardData?.getData("text") ?? "";
          if (text !== "" || pasted.trim() === "") return;
          event.preventDefault();
          setText(pasted);
          if (onType?.(pasted)) setText("");
          else onRead(pasted);
        }}
        onInput=${(/** @type {any} */ event) => setText(onType?.(event.target.value) ? "" : event.target.value)} /></label>
    <button class="button" disabled=${busy || text.trim() === ""}>${busy ? t("loading") : t("open")}</button>
  </form>`;
}

/** Hands a file to the reader. @param {string} name @param {Blob} content */
export function save(name, content) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
