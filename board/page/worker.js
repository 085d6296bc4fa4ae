// @ts-check
/**
 * The worker that holds the engine as WebAssembly. It answers one request after another; messages of a request are posted as they come.
 * To cancel a request, end the worker.
 *
 * In:  `{ module }` once, the compiled module; then `{ id, method, params }`.
 * Out: `{ ready: true }`, then `{ id, progress | partial | result | error, … }`.
 */

import { instantiate } from "./wasm.js";

/** @type {Promise<(request: string, tell: (message: string) => void) => void> | undefined} */
let engine;

addEventListener("message", async ({ data }) => {
  if (data.module) {
    engine = instantiate(data.module);
    const request = await engine;
    // The engine reads its tables with its first request, and not with the first tap.
    request(JSON.stringify({ method: "engine.info", params: {} }), () => {});
    postMessage({ ready: true });
    return;
  }
  const { id, method, params } = data;
  const request = await engine;
  request?.(JSON.stringify({ method, params }), (message) => postMessage({ id, ...JSON.parse(message) }));
});
