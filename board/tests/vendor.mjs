// Copies the page's library from its npm packages, as published, into page/vendor. `node tests/vendor.mjs --check` only compares.
// The one change: names of packages in import statements become paths, because a page without a build step has no package names.
// npm itself checks each package against the hash in package-lock.json.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const board = join(dirname(fileURLToPath(import.meta.url)), "..");
const vendor = join(board, "page", "vendor");

/** The source of each file: its package, its path there, the package's licence file. */
const FILES = /** @type {const} */ ([
  ["preact.js", "preact", "dist/preact.mjs"],
  ["hooks.js", "preact", "hooks/dist/hooks.mjs"],
  ["htm.js", "htm", "dist/htm.mjs"],
  ["signals-core.js", "@preact/signals-core", "dist/signals-core.mjs"],
  ["signals.js", "@preact/signals", "dist/signals.mjs"],
  ["qr.js", "lean-qr", "nano.mjs"],
]);
const PATHS = new Map([
  ["preact", "./preact.js"],
  ["preact/hooks", "./hooks.js"],
  ["@preact/signals-core", "./signals-core.js"],
]);
const LICENCES = ["preact", "htm", "@preact/signals-core", "@preact/signals", "lean-qr"];

/** The expected files. @returns {Map<string, string>} */
export function expected() {
  const files = new Map();
  const list = [];
  for (const [name, from, path] of FILES) {
    const home = join(board, "node_modules", from);
    const { version, license } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    const published = readFileSync(join(home, path), "utf8");
    const text = published
      .replace(/from"([^"./][^"]*)"/g, (_, target) => {
        const to = PATHS.get(target);
        if (to === undefined) throw new Error(`${from}: imports ${target}`);
        return `from"${to}"`;
      })
      .replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n");
    files.set(name, text);
    list.push(
      `| ${name} | ${from} ${version} | ${path} | ${license} | ${createHash("sha256").update(published).digest("hex")} |`,
    );
  }
  for (const from of LICENCES) {
    const file = `LICENSE-${from.replace(/^@/, "").replace("/", "-")}`;
    files.set(file, readFileSync(join(board, "node_modules", from, "LICENSE"), "utf8"));
  }
  files.set(
    "README.md",
    `# Copied from npm

Written by \`npm run vendor\`, compared by \`npm test\`. In import statements names of packages became paths; nothing else was changed.

| file | package | its file | licence | SHA-256 of the published file |
|---|---|---|---|---|
${list.join("\n")}
`,
  );
  return files;
}

/** The differences. @returns {string[]} */
export function differences() {
  const faults = [];
  for (const [name, text] of expected()) {
    let found = "";
    try {
      found = readFileSync(join(vendor, name), "utf8");
    } catch {
      // Missing.
    }
    if (found !== text) faults.push(`page/vendor/${name} is not what the package holds`);
  }
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) {
    const faults = differences();
    for (const fault of faults) console.error(fault);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } else {
    mkdirSync(vendor, { recursive: true });
    for (const [name, text] of expected()) writeFileSync(join(vendor, name), text);
  }
}
