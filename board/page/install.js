// The browser's offer to install the page, kept until somebody wants it.

import { html, signal } from "./html.js";
import { t } from "./i18n.js";
import { Button } from "./ui.js";

/** @typedef {Event & { prompt: () => Promise<unknown> }} Offer */

const offer = signal(/** @type {Offer | null} */ (null));

addEventListener("beforeinstallprompt", (event) => {
  // The browser's own bar would come at a time of its choice.
  event.preventDefault();
  offer.value = /** @type {Offer} */ (event);
});
addEventListener("appinstalled", () => {
  offer.value = null;
});

/** A button that installs the page, where the browser offers that. */
export function Install() {
  const found = offer.value;
  if (found === null) return null;
  return html`<${Button} icon="computer" id="install" onClick=${() => {
    offer.value = null;
    void found.prompt();
  }}>${t("install")}<//>`;
}
