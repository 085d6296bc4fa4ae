// Templates: htm bound to Preact's `h`, and the names of Preact and its signals that the page uses, from one place.

import htm from "./vendor/htm.js";
import { h } from "./vendor/preact.js";

export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
export { Fragment, render } from "./vendor/preact.js";
export { batch, computed, effect, signal, useComputed, useSignal } from "./vendor/signals.js";

/** @typedef {import("preact").ComponentChildren} Children */
/** @template T @typedef {import("@preact/signals").Signal<T>} Signal */
/** @template T @typedef {import("@preact/signals").ReadonlySignal<T>} ReadonlySignal */

/** A template: html`<p>${text}</p>`. @type {(strings: TemplateStringsArray, ...values: unknown[]) => import("preact").VNode} */
export const html = /** @type {any} */ (htm.bind(/** @type {any} */ (h)));
