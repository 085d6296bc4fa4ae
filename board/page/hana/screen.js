import { html } from "../html.js";
export function HanaScreen() { return html`<h1>…</h1>`; }
export const lastRound = () => null;
