// Draws page/icon.svg as the PNG icons that home screens of phones want. Run it when the drawing changes.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startBrowser } from "./support.mjs";

const page = fileURLToPath(new URL("../page/", import.meta.url));
const drawing = readFileSync(`${page}icon.svg`, "utf8").replace(' rx="10"', "");
const browser = await startBrowser();
for (const size of [192, 512]) {
  const window = await browser.newPage({ viewport: { width: size, height: size } });
  await window.setContent(
    `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${drawing}`,
  );
  writeFileSync(`${page}icon-${size}.png`, await window.screenshot());
}
await browser.close();
