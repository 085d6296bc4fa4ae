// Starts the page: language, colours, what is drawn, and the worker that keeps the page for use without a network.

import { App } from "./app.js";
import { answered, engineKind } from "./engine.js";
import { effect, html, render } from "./html.js";
import { preferred, speak } from "./i18n.js";
import { theme } from "./store.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => {
  const chosen = theme.value;
  document.documentElement.dataset.theme = chosen === "system" ? (dark.matches ? "dark" : "light") : chosen;
};
effect(paint);
dark.addEventListener("change", paint);

await speak(preferred());
const root = document.getElementById("root");
if (root !== null) render(html`<${App} />`, root);

/** Whoever asks nothing for so long does not wait for anything, in milliseconds. */
const QUIET = 3_000;

// What is kept for later is loaded after what somebody waits for. The server on this computer needs no copy of its files; and a copy would hide what somebody has just changed in them.
effect(() => {
  const kind = engineKind.value;
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  if (kind === "worker")
    void Promise.race([answered, new Promise((done) => setTimeout(done, QUIET))])
      .then(() => navigator.serviceWorker.register("service-worker.js"))
      .catch((error) => console.warn("no offline use:", error));
  if (kind === "server")
    void navigator.serviceWorker.getRegistrations().then((found) => found.forEach((one) => void one.unregister()));
});
