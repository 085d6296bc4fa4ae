import { html } from "../html.js";
export function TrainScreen() { return html`<h1>…</h1>`; }
