// Pictures for export: one standalone SVG with the current colours written in, and the same as PNG.

import { save } from "./ui.js";

/** Writes the values of the style sheets' variables into a drawing. @param {string} text */
export function coloured(text) {
  const style = getComputedStyle(document.documentElement);
  return text.replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim() || "none");
}

/** @param {string} text */
export const escapedXml = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** @param {string} name @param {string} svg */
export function saveSvg(name, svg) {
  save(`${name}.svg`, new Blob([svg], { type: "image/svg+xml" }));
}

/** @param {string} svg @param {number} [scale] pixels for one unit @returns {Promise<Blob>} */
export async function pngOf(svg, scale = 2) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) =>
      canvas.toBlob((blob) => (blob === null ? failed(new Error("no picture")) : done(blob)), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {string} name @param {string} svg */
export async function savePng(name, svg) {
  save(`${name}.png`, await pngOf(svg));
}
