import { html } from "./html.js";
export function PasteScreen() { return html`<h1>…</h1>`; }
