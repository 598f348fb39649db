#!/usr/bin/env bash
# Builds web/tihbat.wasm, the solver for web pages, out of crates/wasm.
#
#     scripts/build-wasm.sh [FILE]
#
# The standard library is compiled from source by Debian's compiler, with the linker of the same LLVM. Installs these packages
# where they are missing. The result depends only on the sources and on the versions of these packages.
set -euo pipefail
cd "$(dirname "$0")/.."

llvm=$(/usr/bin/rustc -vV 2>/dev/null | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
packages=(rustc-web cargo-web rust-web-src "lld-${llvm:-22}")
dpkg --status "${packages[@]}" >/dev/null 2>&1 || {
    apt-get update
    apt-get install -y --no-install-recommends "${packages[@]}"
}

# Compiling the standard library is allowed to nightly compilers, or with this variable.
export RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc CARGO_INCREMENTAL=0
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-${llvm:-22}
# No path of this machine is left in the file.
home=${CARGO_HOME:-$HOME/.cargo}
export RUSTFLAGS="--remap-path-prefix=$PWD=tihbat --remap-path-prefix=$home=cargo --remap-path-prefix=/usr/lib/rustlib/src=rust"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/wasm
/usr/bin/cargo build --locked --release --manifest-path crates/wasm/Cargo.toml \
    --target wasm32-unknown-unknown -Z build-std=std,panic_abort

built=$CARGO_TARGET_DIR/wasm32-unknown-unknown/release/tihbat_wasm.wasm
file=${1:-web/tihbat.wasm}
install -m 644 "$built" "$file"
printf '%s: %s bytes, %s with gzip\n' "$file" "$(stat -c %s "$file")" "$(gzip -9 -c "$file" | wc -c)"
