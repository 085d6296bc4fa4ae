// Starts the page: language, colours, drawings, and the worker that keeps the page for offline use.

import { App, loadScreen } from "./app.js";
import { answered, engineKind, outdated } from "./engine.js";
import { effect, html, render } from "./html.js";
import { preferred, speak } from "./i18n.js";
import { route } from "./route.js";
import { theme } from "./store.js";
import { keepFocus } from "./ui.js";

keepFocus();
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => {
  const chosen = theme.value;
  document.documentElement.dataset.theme = chosen === "system" ? (dark.matches ? "dark" : "light") : chosen;
};
effect(paint);
dark.addEventListener("change", paint);

// The screen of the address is drawn at once if its modules are there.
await Promise.all([speak(preferred()), loadScreen(route.value.screen).catch(() => {})]);
const root = document.getElementById("root");
if (root !== null) render(html`<${App} />`, root);

/** Time in milliseconds for which the cache for offline use waits for a first answer. */
const QUIET = 3_000;

// The cache for offline use is filled after the first answer, so that it does not delay it. A server on this computer needs no cache, which would hide recent
// changes to the files.
effect(() => {
  const kind = engineKind.value;
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  if (kind === "worker")
    void Promise.race([answered, new Promise((done) => setTimeout(done, QUIET))])
      .then(() => navigator.serviceWorker.register("service-worker.js"))
      .then(watch)
      .catch((error) => console.warn("no offline use:", error));
  if (kind === "server")
    void navigator.serviceWorker.getRegistrations().then((found) => found.forEach((one) => void one.unregister()));
});

/** Pause between looks for a newer version of the site. */
const LOOK_MS = 5 * 60_000;

/** Hears of a newer version, and has the worker look for one: at the start, and when the page is seen again. */
function watch() {
  let looked = 0;
  const look = async () => {
    if (document.visibilityState !== "visible" || Date.now() - looked < LOOK_MS) return;
    looked = Date.now();
    (await navigator.serviceWorker.ready).active?.postMessage({ look: true });
  };
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.newer !== undefined) outdated.value = true;
  });
  document.addEventListener("visibilitychange", look);
  setInterval(look, LOOK_MS);
  return look();
}
