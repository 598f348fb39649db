#!/usr/bin/env bash
# Makes the draft of a release on GitHub out of a folder of archives and packages.
#
#     scripts/release.sh TAG FOLDER [--dry-run]
#
# TAG is v and the version in Cargo.toml. Writes SHA256SUMS into FOLDER and takes the notes from docs/changelog.md. With --dry-run
# nothing is sent, and the notes are printed. Needs the program gh and its GH_TOKEN; a person reads the draft and publishes it.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 2 ] && [ -d "$2" ] && [ "${3:---dry-run}" = --dry-run ] || {
    echo "usage: scripts/release.sh TAG FOLDER [--dry-run]; FOLDER has what scripts/package.py wrote" >&2
    exit 2
}
tag=$1 folder=$2 mode=${3:-}

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
[ "$tag" = "v$version" ] || {
    echo "the tag is $tag, but Cargo.toml says version $version: the tag must be v$version" >&2
    exit 2
}

# The part of the changelog under the title of this version.
notes=$(awk -v title="## $version" '/^## / { ours = $0 == title; next } ours' docs/changelog.md)
[ -n "${notes//[[:space:]]/}" ] || {
    echo "docs/changelog.md has nothing under the title \"## $version\"" >&2
    exit 2
}

(cd "$folder" && rm -f SHA256SUMS && sha256sum -- * >.sums && mv .sums SHA256SUMS && sha256sum --check --quiet SHA256SUMS)
if [ "$mode" = --dry-run ]; then
    printf '%s\n\n' "$notes"
    cat "$folder/SHA256SUMS"
else
    gh release create "$tag" --draft --verify-tag --title "tihbat $version" --notes "$notes" "$folder"/*
fi
