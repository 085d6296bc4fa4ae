// @ts-check
/** The engine as WebAssembly, wherever it runs: in the worker of the page, or in Node for tests. */

/**
 * The functions of the module, by hand: see `board/web/src/lib.rs`.
 * @typedef {{
 *   memory: WebAssembly.Memory,
 *   abi: () => number,
 *   allocate: (length: number) => number,
 *   request: (pointer: number, length: number) => void,
 * }} Exports
 */

/** The version of those functions that is understood here. */
const ABI = 1;

/**
 * Makes an engine of a compiled module. What comes back answers a request, the text of `{ method, params }`, before it returns, and hands
 * every message to `tell`; the last one has `result` or `error`.
 *
 * @param {WebAssembly.Module} module
 * @returns {Promise<(request: string, tell: (message: string) => void) => void>}
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
  return (request, tell) => {
    listener = tell;
    const text = encoder.encode(request);
    const pointer = exports.allocate(text.length);
    // Only now: allocating may have moved the memory.
    new Uint8Array(exports.memory.buffer, pointer, text.length).set(text);
    exports.request(pointer, text.length);
  };
}
