#!/usr/bin/env bash
# Builds the Python package into an environment of its own in target/python, and tests it or builds its reference.
#
#   scripts/python.sh            build and test
#   scripts/python.sh reference  build, and write the reference of the modules into docs/book/python
#   scripts/python.sh check      both, with one build
#   scripts/python.sh run ...    build, and run a command in the environment
#
# It needs Python 3, the Rust toolchain, and for the tests the program: `cargo build`, or HANAMACHI with its path.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
environment=$(cd "$target" && pwd)/python
requirements=bindings/python/requirements.txt
stamp=$environment/installed
if ! cmp --silent "$requirements" "$stamp"; then
    python3 -m venv "$environment"
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check -r "$requirements"
    cp "$requirements" "$stamp"
fi
export VIRTUAL_ENV=$environment CARGO_TARGET_DIR=$target PATH=$environment/bin:$PATH
CARGO_TARGET_DIR=$(cd "$target" && pwd)
(cd bindings/python && maturin develop --profile dev --locked --quiet)

run_tests() {
    (cd bindings/python && mypy && pyright && python -m mypy.stubtest hanamachi --mypy-config-file pyproject.toml && python -m pytest "$@")
}

write_reference() {
    # Modules that need a library of their own are not imported by the package, and named here.
    python -m pdoc hanamachi hanamachi.openspiel hanamachi.pettingzoo hanamachi.gymnasium -o docs/book/python
}

case ${1:-test} in
test)
    run_tests "${@:2}"
    ;;
reference)
    write_reference
    ;;
check)
    run_tests
    write_reference
    ;;
run)
    exec "${@:2}"
    ;;
*)
    echo "scripts/python.sh: no such command: $1" >&2
    exit 2
    ;;
esac
