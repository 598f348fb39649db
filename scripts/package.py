#!/usr/bin/env python3
"""Packs the program for a release: an archive for this system and, if asked, a Debian package.

    scripts/package.py OUT                    builds the program with the web server, then packs it
    scripts/package.py OUT --deb              a Debian package too; needs cargo-deb
    scripts/package.py OUT --program FILE     packs a program that is built already

The program itself writes its manual pages and completions, so it must run on this system. They are left in target/package,
from where cargo-deb takes them. The same program packed at the same commit gives the same bytes.
"""

import argparse
import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ["README.md", "LICENSE-MIT", "LICENSE-APACHE"]
# The name that each shell looks for.
COMPLETIONS = {
    "bash": "tihbat.bash",
    "zsh": "_tihbat",
    "fish": "tihbat.fish",
    "powershell": "_tihbat.ps1",
    "elvish": "tihbat.elv",
}


def output_of(*command):
    """What a command prints. Where it fails, its own message is on standard error, and packing ends."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"this command failed: {' '.join(map(str, command))}")
    return done.stdout


def seconds_of_commit():
    """The time that all packed files get, in seconds since 1970: SOURCE_DATE_EPOCH, or else the time of the commit."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return int(given or output_of("git", "log", "-1", "--format=%ct"))


def lay_out(program, name, stage):
    """Fills the folder `stage` with everything that a user installs; `program` writes its own pages and completions."""
    shutil.rmtree(stage, ignore_errors=True)
    (stage / "completions").mkdir(parents=True)
    shutil.copy(program, stage / name)
    for text in TEXTS:
        shutil.copy(ROOT / text, stage)
    for shell, script in COMPLETIONS.items():
        (stage / "completions" / script).write_bytes(output_of(program, "completions", shell))
    output_of(program, "man", "-o", stage / "man")
    pages = list((stage / "man").glob("*.1"))
    assert len(pages) > 10, f"only {len(pages)} manual pages in {stage / 'man'}"


def check_listed(about):
    """Requires that each file which `Cargo.toml` lists for the Debian package exists, so that its list cannot grow old."""
    for pattern, *_ in about["packages"][0]["metadata"]["deb"]["assets"]:
        # The program, which may be elsewhere.
        if not pattern.startswith("target/release/") and not any(ROOT.glob(pattern)):
            sys.exit(f"Cargo.toml lists {pattern} for the Debian package, but there is no such file")


def members(stage, folder):
    """Each file of the stage with its name in the archive, whether it is a program, and its bytes; in order of the names."""
    for path in sorted(path for path in stage.rglob("*") if path.is_file()):
        inside = path.relative_to(stage)
        is_program = path.stem == "tihbat" and len(inside.parts) == 1
        yield f"{folder}/{inside.as_posix()}", is_program, path.read_bytes()


def write_tar(file, stage, folder, seconds):
    with file.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=seconds) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for name, is_program, content in members(stage, folder):
                entry = tarfile.TarInfo(name)
                entry.size, entry.mtime, entry.mode = len(content), seconds, 0o755 if is_program else 0o644
                archive.addfile(entry, io.BytesIO(content))


def write_zip(file, stage, folder, seconds):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, _, content in members(stage, folder):
            entry = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--program", type=Path, metavar="FILE")
    parser.add_argument("--deb", action="store_true")
    asked = parser.parse_args()
    if asked.deb and asked.program:
        parser.error("--deb packs the program that is built here: leave out --program")
    if asked.deb and not shutil.which("cargo-deb"):
        parser.error("--deb needs cargo-deb: cargo install cargo-deb --locked")
    if asked.program and not asked.program.is_file():
        parser.error(f"{asked.program} is no program: name one, or leave out --program to build it")

    about = json.loads(output_of("cargo", "metadata", "--no-deps", "--format-version", "1", "--locked"))
    version = about["packages"][0]["version"]
    target = next(line[6:] for line in output_of("rustc", "-vV").decode().splitlines() if line.startswith("host: "))
    windows = "windows" in target
    name = "tihbat.exe" if windows else "tihbat"
    if not asked.program:
        output_of("cargo", "build", "--release", "--locked", "--features", "serve", "--bin", "tihbat")
    built = Path(about["target_directory"]) / "release" / name
    program = (asked.program or built).resolve()
    told = output_of(program, "--version").decode(errors="replace").partition("\n")[0].strip()
    if told != f"tihbat {version}":
        parser.error(f"{program} is \"{told}\", but Cargo.toml says version {version}: build it again")

    stage, seconds = ROOT / "target" / "package", seconds_of_commit()
    lay_out(program, name, stage)
    check_listed(about)
    out = asked.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    folder = f"tihbat-{version}-{target}"
    write = write_zip if windows else write_tar
    file = out / (folder + (".zip" if windows else ".tar.gz"))
    write(file, stage, folder, seconds)
    print(f"{file}: {file.stat().st_size:,} bytes")
    if asked.deb:
        os.environ["SOURCE_DATE_EPOCH"] = str(seconds)
        print(output_of("cargo-deb", "deb", "--no-build", "--locked", "--output", out).decode().strip())


if __name__ == "__main__":
    main()
