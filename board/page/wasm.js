// @ts-check
/** The engine as WebAssembly, wherever it runs: in the worker of the page, or in Node for tests. */

/**
 * The functions of the module, by hand: see `board/web/src/lib.rs`. That of Okiya has no `network`.
 * @typedef {{
 *   memory: WebAssembly.Memory,
 *   abi: () => number,
 *   allocate: (length: number) => number,
 *   request: (pointer: number, length: number) => void,
 *   network?: (pointer: number, length: number) => void,
 * }} Exports
 * @typedef {{ request: (request: string, tell: (message: string) => void) => void, network: (file: ArrayBuffer) => string }} Instance
 */

/** The version of those functions that is understood here. */
const ABI = 2;

/**
 * Makes an engine of a compiled module. Its `request` answers a request, the text of `{ method, params }`, before it returns, and hands
 * every message to `tell`; the last one has `result` or `error`. Its `network` takes the file of the network for Hanamikoji and returns such a
 * last message.
 *
 * @param {WebAssembly.Module} module
 * @returns {Promise<Instance>}
 */
export async function instantiate(module) {
  /** @type {(message: string) => void} */
  let listener = () => {};
  /** @type {Exports} */
  let exports;
  const decoder = new TextDecoder();
  const host = {
    now: () => performance.now(),
    /** @param {number} pointer @param {number} length */
    tell: (pointer, length) => listener(decoder.decode(new Uint8Array(exports.memory.buffer, pointer, length))),
  };
  const instance = await WebAssembly.instantiate(module, { host });
  exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  if (exports.abi() !== ABI) throw new Error("the engine is of another version than the page");
  const encoder = new TextEncoder();
  /** @param {"request" | "network"} name @param {Uint8Array} bytes @param {(message: string) => void} tell */
  const hand = (name, bytes, tell) => {
    listener = tell;
    const pointer = exports.allocate(bytes.length);
    // Only now: allocating may have moved the memory.
    new Uint8Array(exports.memory.buffer, pointer, bytes.length).set(bytes);
    const run = exports[name];
    if (run === undefined) throw new Error(`this engine has no ${name}`);
    run(pointer, bytes.length);
  };
  return {
    request: (request, tell) => hand("request", encoder.encode(request), tell),
    network: (file) => {
      let last = "";
      hand("network", new Uint8Array(file), (message) => {
        last = message;
      });
      return last;
    },
  };
}
