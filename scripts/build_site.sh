#!/usr/bin/env bash
# Builds the study board as a site of files that any host can serve, and that needs no network after the first visit:
#
#     scripts/build_site.sh [FOLDER]
#
# FOLDER is target/site by default; its contents are replaced. Needed: the Rust toolchain. If the target for browsers is missing, it is
# installed with rustup, or on Debian and its derivatives from the packages rustc-web, rust-web-src and lld. The last output is the size of
# the site, which has limits.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

site=${1:-target/site}
target=${CARGO_TARGET_DIR:-target}
build=(build --profile web --target wasm32-unknown-unknown --locked)
# Vectors of 128 bits, which browsers have had since 2021 (Safari since 2023): rollouts take a fifth less time, with the same results, and the files are
# smaller.
export RUSTFLAGS="${RUSTFLAGS:-}${RUSTFLAGS:+ }-C target-feature=+simd128"

# Installs packages of Debian.
install() {
    local as_root=()
    [[ $EUID -eq 0 ]] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@"
}

has_wasm() {
    [[ -d $(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown ]]
}

if [[ ${WASM:-} != debian ]] && { has_wasm || { timeout 120 rustup target add wasm32-unknown-unknown && has_wasm; }; }; then
    compile() { cargo "${build[@]}" "$@"; }
else
    # Debian's compiler for the web, with the sources of the standard library; WASM=debian uses it even if rustup has the target.
    for package in rustc-web rust-web-src lld; do
        dpkg --status "$package" >/dev/null 2>&1 || install "$package"
    done
    compile() {
        RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld \
            cargo -Z build-std=std,panic_abort "${build[@]}" "$@"
    }
fi

# A folder with other contents than a site is left alone.
if [[ -e $site && ! -e $site/files.json && -n $(ls -A "$site" 2>/dev/null) ]]; then
    printf '%s exists and is no site\n' "$site" >&2
    exit 1
fi
# Each game has its own engine, so that a player of Okiya does not wait for the files of Hanamikoji.
engine() {
    compile -p hanamachi-board-web "${@:2}"
    cp "$target/wasm32-unknown-unknown/web/hanamachi_board_web.wasm" "$target/$1.wasm"
}
engine okiya --no-default-features
# The test games are the only crate of the library that the board does not need: including them shows that the whole library compiles for
# browsers.
engine hanamikoji -p hanamachi-reference

rm -rf "$site"
mkdir -p "$site/api/v1"
cp -R board/page/. "$site"
# Files for people and compilers are removed; licences of third-party code stay.
find "$site" \( -name '*.d.ts' -o -name '*.md' \) -delete
cp "$target/okiya.wasm" "$target/hanamikoji.wasm" "$site"
# The network for Hanamikoji is as large as the engine, so the page fetches it when the game is opened.
cp solver/hanamikoji/src/learn/standard.network "$site/hanamikoji.network"

# The answer to the page's first request: the engine's version and methods.
python3 - "$site" <<'PYTHON'
import gzip, hashlib, json, pathlib, re, sys

site = pathlib.Path(sys.argv[1])

# Comments are for readers of the sources: lines that are nothing else are a quarter of what a visitor would load.
def without_comments(text):
    text = re.sub(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", "", text, flags=re.M | re.S)
    return re.sub(r"^[ \t]*//[^\n]*\n", "", text, flags=re.M)

for path in site.rglob("*.js"):
    if "vendor" not in path.parts:
        path.write_text(without_comments(path.read_text()))
engine = pathlib.Path("board/engine/src/engine.rs").read_text()
methods = re.findall(r'^    "([a-z.]+)" (quick|long) ', engine, re.M)
version = re.search(r'^version = "(.*)"', pathlib.Path("Cargo.toml").read_text(), re.M)[1]
contract = int(re.search(r"CONTRACT: u32 = (\d+)", pathlib.Path("board/engine/src/lib.rs").read_text())[1])
info = {
    "schema": "board.engine/1",
    "engine": f"hanamachi {version}",
    "contract": contract,
    "transport": "worker",
    "threads": 1,
    "methods": [name for name, _ in methods],
    "long": [name for name, length in methods if length == "long"],
}
(site / "api/v1/engine.json").write_text(json.dumps(info) + "\n")

# The files that the service worker keeps at once, those that it keeps after their first use, and a version that changes with any of them.
LATER = ["hanamikoji.network"]

def is_kept(path):
    return "LICENSE" not in path and path not in ("service-worker.js", "files.json", *LATER)

files = sorted(str(path.relative_to(site)) for path in site.rglob("*") if path.is_file())
kept = [path for path in files if is_kept(path)]
digest = hashlib.sha256()
for path in kept + LATER:
    digest.update(path.encode())
    digest.update((site / path).read_bytes())
later = {path: hashlib.sha256((site / path).read_bytes()).hexdigest() for path in LATER}
files = {"version": digest.hexdigest()[:16], "files": kept, "later": later}
(site / "files.json").write_text(json.dumps(files) + "\n")

# The sizes: each large file, the whole first visit, and the later files, uncompressed and as sent by hosts.
def sizes(paths):
    contents = [(site / path).read_bytes() for path in paths]
    return sum(map(len, contents)), sum(len(gzip.compress(content, 9, mtime=0)) for content in contents)

sums = {name: [name] for name in ("okiya.wasm", "hanamikoji.wasm")}
for name, ends in {"scripts": (".js",), "styles": (".css",), "languages": ()}.items():
    paths = [p for p in kept if (p.startswith("lang/") if name == "languages" else p.endswith(ends) and not p.startswith("lang/"))]
    sums[name] = paths
named = {path for paths in sums.values() for path in paths}
sums["everything else"] = [path for path in kept if path not in named]
index = (site / "index.html").read_text()
preloaded = re.findall(r'rel="modulepreload" href="([^"]+)">', index)
sums["values of Okiya"] = [
    "index.html", "main.js", "worker.js", "wasm.js", "okiya.wasm", "api/v1/engine.json", *preloaded, *(p for p in kept if p.endswith(".css"))
]
sums["the first visit"] = kept
sums["with Hanamikoji"] = LATER
for name, paths in sums.items():
    raw, packed = sizes(paths)
    print(f"{name:<16} {len(paths):>4} files {raw:>9} bytes {packed:>9} gzipped")
# The limits: the first visit, and what is loaded before the first values of Okiya.
limits = {"the first visit": 1_300_000, "values of Okiya": 600_000}
for name, limit in limits.items():
    size = sizes(sums[name])[1]
    if size > limit:
        sys.exit(f"{name}: {size} bytes, more than {limit}")
PYTHON
printf 'The site is in %s\n' "$site"
