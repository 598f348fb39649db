#!/usr/bin/env bash
# Checks that everything compiles for Windows. (scripts/build-wasm.sh builds for WebAssembly.)
#
# The standard library of this target is compiled from source, by Debian's compiler: its package of the source is of the
# same version. Installs these packages where they are missing. Nothing is linked and nothing is run.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(rustc-web cargo-web rust-web-src binutils-mingw-w64-x86-64)
dpkg --status "${packages[@]}" >/dev/null 2>&1 || {
    apt-get update
    apt-get install -y --no-install-recommends "${packages[@]}"
}

# Compiling the standard library is allowed to nightly compilers, or with this variable.
export RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc
# Nothing that is made here is run, so none of it is optimised.
export CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=false CARGO_INCREMENTAL=0
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/targets
check() { /usr/bin/cargo check --locked "$@"; }

check --target x86_64-pc-windows-gnu -Z build-std=std,panic_unwind --features serve --lib --bins
