// @ts-check
/**
 * The worker that holds the engine as WebAssembly. It answers one request after another; messages of a request are posted as they arrive.
 * To cancel a request, end the worker.
 *
 * In:  `{ module, first, network }` once, the compiled module, a first question, and the file of the network where the page has it; `{ network }` when it has come later;
 *      `{ id, method, params }`.
 * Out: `{ ready: true, engine }` with the engine's version, or `{ failed }` with the reason; `{ network: { result | error } }` for each such file;
 *      `{ id, progress | partial | result | error, … }`.
 */

import { instantiate } from "./wasm.js";

/** @type {Promise<import("./wasm.js").Instance> | undefined} */
let engine;

/** @param {import("./wasm.js").Instance} engine @param {ArrayBuffer | undefined} file */
const take = ({ network }, file) => {
  if (file !== undefined) postMessage({ network: JSON.parse(network(file)) });
};

addEventListener("message", async ({ data }) => {
  if (data.module) {
    try {
      engine = instantiate(data.module);
      const ready = await engine;
      // The engine makes its tables with this question, and not with the first tap.
      ready.request(JSON.stringify(data.first), () => {});
      take(ready, data.network);
      let version;
      ready.request(JSON.stringify({ method: "engine.info", params: {} }), (message) => {
        version = JSON.parse(message).result?.engine;
      });
      postMessage({ ready: true, engine: version });
    } catch (error) {
      postMessage({ failed: String(error) });
    }
    return;
  }
  const { id, method, params, network } = data;
  const ready = await engine;
  if (ready === undefined) return;
  if (network === undefined)
    ready.request(JSON.stringify({ method, params }), (message) => postMessage({ id, ...JSON.parse(message) }));
  else take(ready, network);
});
