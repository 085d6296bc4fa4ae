#!/usr/bin/env bash
# Installs a Debian package of the program in a clean Debian tree, runs it there, and removes it.
#
#   scripts/test_deb.sh target/release-files/hanamachi_*.deb
#
# It needs root or sudo, and mmdebstrap, which it installs; the packages of the tree come from Debian. DEBIAN_SUITE is by default that of this machine: an older
# one has an older C library than the program was linked to.
set -euo pipefail

package=$(realpath "$1")
# shellcheck disable=SC1091 # of the machine
suite=${DEBIAN_SUITE:-$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")}
as_root=()
[[ $EUID -eq 0 ]] || as_root=(sudo)
if ! command -v mmdebstrap >/dev/null; then
    "${as_root[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends mmdebstrap
fi
tree=$(mktemp -d)
trap '"${as_root[@]}" rm -rf "$tree"' EXIT
"${as_root[@]}" mmdebstrap --quiet --variant=apt "$suite" "$tree"
"${as_root[@]}" cp "$package" "$tree/tmp/hanamachi.deb"
inside() {
    "${as_root[@]}" chroot "$tree" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LC_ALL=C.UTF-8 "$@"
}
inside apt-get install -y -qq --no-install-recommends /tmp/hanamachi.deb >/dev/null
inside hanamachi --version
inside hanamachi okiya solve 05af/b4c1/27d8/3e96 --json | grep -q '"outcome":"win"'
inside hanamachi hanamikoji beliefs '....... 1 ABCDEFG -' --reach uniform --json | grep -q '"kind":"proved"'
# A minimal tree leaves manual pages and documents out, so they are read from the package itself.
contents=$(dpkg-deb --contents "$package")
for file in usr/share/man/man1/hanamachi-okiya-solve.1.gz usr/share/bash-completion/completions/hanamachi \
    usr/share/doc/hanamachi/THIRD-PARTY-LICENCES.txt usr/share/doc/hanamachi/copyright; do
    grep -q "$file" <<<"$contents" || {
        echo "the package lacks $file" >&2
        exit 1
    }
done
inside dpkg --purge hanamachi >/dev/null
! inside sh -c 'command -v hanamachi' || {
    echo 'the program is still there' >&2
    exit 1
}
echo "installed, ran and removed in a clean Debian $suite"
