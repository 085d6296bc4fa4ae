#!/usr/bin/env bash
# Builds the release files in target/release-files: an archive of the program with completions, manual pages and licences, its bill of materials,
# a Debian package, a Python wheel with its source distribution, the study board as a site, the book with the reference of the Python package, and the checksums
# of all files.
#
#   scripts/release.sh                            all of them, with the profile `dist`
#   scripts/release.sh --profile release          with another profile, as a trial
#   scripts/release.sh --as-built                 with the usual compiler flags, which reuses earlier builds: as a trial, not for a release
#   scripts/release.sh --checked                  if this commit passed `CI_ALL=1 .ci/run` on another machine; otherwise it must have passed here
#   scripts/release.sh archive|deb|wheel|site|book   only these
#
# The archive is reproducible: files have the time of the commit, a fixed order and a fixed owner, and the program contains no path of the
# build machine. Needed: the Rust toolchain and Python 3; for the package cargo-deb (`cargo install cargo-deb --locked`), for the wheel maturin, for the book mdBook.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

profile=dist
what=()
while (($#)); do
    case $1 in
    --profile)
        profile=$2
        shift 2
        ;;
    --as-built)
        as_built=1
        shift
        ;;
    --checked)
        checked=1
        shift
        ;;
    archive | deb | wheel | site | book)
        what+=("$1")
        shift
        ;;
    *)
        echo "usage: scripts/release.sh [--profile PROFILE] [--as-built | --checked] [archive] [deb] [wheel] [site] [book]" >&2
        exit 2
        ;;
    esac
done
((${#what[@]})) || what=(archive deb wheel site book)

# A release must have passed all checks; .ci/run records the commit that did.
if [[ -z ${as_built:-}${checked:-} && $(cat "${CARGO_TARGET_DIR:-target}/checked" 2>/dev/null) != "$(git rev-parse HEAD)" ]]; then
    echo 'scripts/release.sh: this commit has not passed CI_ALL=1 .ci/run here; --checked says that it has elsewhere' >&2
    exit 1
fi

# Checked first, not after minutes of compiling.
need() {
    [[ " ${what[*]} " != *" $1 "* ]] || command -v "$2" >/dev/null || {
        echo "scripts/release.sh: $1 needs $2, which is not installed: $3" >&2
        exit 1
    }
}
need deb cargo-deb 'cargo install cargo-deb --locked'
need wheel maturin 'pip install maturin'
need book mdbook 'cargo install mdbook --locked'

version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"$/\1/p' Cargo.toml)
target=$(rustc -vV | sed -n 's/^host: //p')
exe=
[[ $target != *windows* ]] || exe=.exe
# Cargo's folder for the profile `dev`.
folder=${profile/#dev/debug}
built=${CARGO_TARGET_DIR:-target}/$folder/hanamachi$exe
files=target/release-files
parts=target/package-files
name=hanamachi-$version-$target
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
mkdir -p "$files"

# Panic messages name paths within the sources, not paths of this machine: of the project, of its dependencies, and of the standard library,
# whose sources some toolchains carry.
here=$PWD
home=${CARGO_HOME:-$HOME/.cargo}
library=$(rustc --print sysroot)/lib/rustlib/src/rust
remap() {
    [[ -z ${as_built:-} ]] || return 0
    printf '%s' "--remap-path-prefix=$here=/hanamachi --remap-path-prefix=$home=/cargo --remap-path-prefix=$library=/rustc/$(rustc -vV | sed -n 's/^commit-hash: //p')"
}

compile() {
    local flags
    flags="${RUSTFLAGS:-}${RUSTFLAGS:+ }$(remap)"
    if [[ -n $flags ]]; then RUSTFLAGS=$flags "$@"; else "$@"; fi
}

# Refuses files that name a path of this machine.
expect_no_paths() {
    local path
    [[ -z ${as_built:-} ]] || return 0
    for path in "$here" "$home" "$library"; do
        if grep -arqF "$path/" "$@"; then
            echo "scripts/release.sh: $* contains the path $path of this machine" >&2
            exit 1
        fi
    done
}

# The program and its accompanying files, for both packages.
gather() {
    compile cargo build --profile "$profile" --locked --bin hanamachi
    expect_no_paths "$built"
    rm -rf "$parts"
    mkdir -p "$parts/completions" "$parts/bin"
    cp "$built" "$parts/bin/"
    for shell in bash zsh fish elvish powershell; do
        "$built" completions "$shell" >"$parts/completions/hanamachi.$shell"
    done
    "$built" man -o "$parts/man1"
    cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$parts/"
    scripts/bill_of_materials.py licences >"$parts/THIRD-PARTY-LICENCES.txt"
    scripts/bill_of_materials.py sbom >"$parts/sbom.cdx.json"
}

# Packs the folder target/$1 as $1.tar.gz, and deletes it.
pack() {
    chmod -R u=rwX,go=rX "target/$1"
    # GNU tar has all of these options; the tar of macOS has none, so its archives differ in times.
    local same=()
    if tar --version | grep -q GNU; then
        same=(--sort=name "--mtime=@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu)
    fi
    tar -C target ${same[@]+"${same[@]}"} -cf - "$1" | gzip -n -9 >"$files/$1.tar.gz"
    rm -rf "target/$1"
}

archive() {
    rm -rf "target/$name"
    cp -R "$parts" "target/$name"
    pack "$name"
    cp "$parts/sbom.cdx.json" "$files/$name.cdx.json"
}

deb() {
    local debian=${version/-/\~}-1
    mkdir -p target/debian-files
    gzip -n -9 <CHANGELOG.md >target/debian-files/changelog.gz
    # Debian's own changelog, of the packaging.
    printf '%s\n' "hanamachi ($debian) unstable; urgency=medium" '' "  * Version $version of the program, see changelog.gz." '' \
        " -- $(sed -n 's/^maintainer = "\(.*\)"$/\1/p' Cargo.toml)  $(date -uRd "@$SOURCE_DATE_EPOCH")" >target/debian-files/changelog.Debian
    # Profiles other than `dist` leave symbols in the program, which a package must not have.
    strip "$parts/bin/hanamachi"
    # The program is already built; cargo-deb finds it by its profile.
    cargo deb --no-build --profile "$profile" --output "$files/" --deb-version "$debian"
}

wheel() {
    local bill=$here/target/hanamachi.cdx.json
    scripts/bill_of_materials.py licences --of python >bindings/python/THIRD-PARTY-LICENCES.txt
    scripts/bill_of_materials.py sbom --of python >"$bill"
    (cd bindings/python && maturin sdist --out "$OLDPWD/$files")
    # With Zig as the linker (`pip install maturin[zig]`) the wheel runs with any glibc since 2.17 (2012), otherwise with that of this machine or newer.
    local portable=()
    if [[ $target == *-linux-gnu ]] && python3 -c 'import ziglang' 2>/dev/null; then
        portable=(--zig --compatibility manylinux_2_17)
    fi
    (cd bindings/python && compile maturin build --profile wheel --locked --strip --sbom-include "$bill" ${portable[@]+"${portable[@]}"} --out "$OLDPWD/$files")
    rm -rf target/wheel
    mkdir target/wheel
    python3 -m zipfile -e "$files"/*.whl target/wheel
    expect_no_paths target/wheel
    rm -rf target/wheel
}

site() {
    local site=target/hanamachi-site-$version
    compile scripts/build_site.sh "$site"
    cp LICENSE-APACHE LICENSE-MIT "$site/"
    scripts/bill_of_materials.py licences --of site --target wasm32-unknown-unknown >"$site/THIRD-PARTY-LICENCES.txt"
    expect_no_paths "$site"
    pack "hanamachi-site-$version"
}

book() {
    mdbook build docs
    scripts/python.sh reference
    local book=target/hanamachi-book-$version licences=docs/THIRD-PARTY-LICENCES.txt file
    rm -rf "$book"
    cp -R docs/book "$book"
    cp LICENSE-APACHE LICENSE-MIT "$licences" "$book/"
    # Another version of mdBook may contain other scripts. The index of the search is the text of the book.
    grep -qxF "mdBook $(mdbook --version | sed 's/^mdbook v//')  MPL-2.0" "$licences" || {
        echo "scripts/release.sh: $licences is about another version of mdBook than $(mdbook --version): compare its scripts" >&2
        exit 1
    }
    for file in "$book"/*.js; do
        file=$(basename "$file")
        [[ $file == searchindex-* ]] || grep -qwF "${file%%-*}" "$licences" || {
            echo "scripts/release.sh: $licences does not name $file of the book" >&2
            exit 1
        }
    done
    expect_no_paths "$book"
    pack "hanamachi-book-$version"
}

if [[ " ${what[*]} " =~ \ (archive|deb)\  ]]; then gather; fi
for one in "${what[@]}"; do "$one"; done
# macOS has only shasum.
checksum=(sha256sum)
command -v sha256sum >/dev/null || checksum=(shasum -a 256)
rm -f "$files/SHA256SUMS"
sums=$(cd "$files" && LC_ALL=C && "${checksum[@]}" -- *)
printf '%s\n' "$sums" | tee "$files/SHA256SUMS"
