#!/usr/bin/env python3
"""Checks that CITATION.cff, codemeta.json and .zenodo.json are valid, and that they say the same.

    pip install cffconvert zenodo-client && pip install --no-deps convert-codemeta
    python3 scripts/check-citation.py

CITATION.cff is compared with the schema that cffconvert has, .zenodo.json with the model of zenodo-client, and the terms of
codemeta.json with the vocabulary of CodeMeta 2.0 that convert-codemeta has.
"""

import importlib.util
import json
import tomllib
from pathlib import Path

import cffconvert
from zenodo_client import Metadata

ROOT = Path(__file__).resolve().parent.parent


def vocabulary():
    """The terms of CodeMeta. The package is not imported, because it needs pandas for other things."""
    package = importlib.util.find_spec("convert_codemeta")
    assert package and package.submodule_search_locations, "convert-codemeta is not installed"
    folder = Path(package.submodule_search_locations[0])
    return json.loads((folder / "codemeta_schema.jsonld").read_text())["@context"]


def terms(value):
    """Every name of a field, and every name of a type, in a JSON-LD document."""
    if isinstance(value, list):
        for item in value:
            yield from terms(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name == "@type":
                yield item
            elif not name.startswith("@"):
                yield name
            yield from terms(item)


def check_codemeta(codemeta):
    assert codemeta["@context"] == "https://doi.org/10.5063/schema/codemeta-2.0", codemeta["@context"]
    known = vocabulary()
    unknown = sorted({term for term in terms(codemeta) if term not in known})
    assert not unknown, f"CodeMeta does not know {', '.join(unknown)}"
    assert {"name", "description", "version", "author", "license"} <= codemeta.keys()


def main():
    citation = cffconvert.Citation((ROOT / "CITATION.cff").read_text())
    citation.validate()
    cff = citation.cffobj
    codemeta = json.loads((ROOT / "codemeta.json").read_text())
    check_codemeta(codemeta)
    zenodo = json.loads((ROOT / ".zenodo.json").read_text())
    # The model knows only people, with a family name; Zenodo takes the name of a group too.
    model = Metadata.model_validate(zenodo | {"creators": [{"name": "Name, A"}]})
    assert all(creator.keys() == {"name"} for creator in zenodo["creators"])
    unknown = zenodo.keys() - model.model_dump().keys()
    assert not unknown, f".zenodo.json has fields that nobody reads: {unknown}"

    package = tomllib.loads((ROOT / "Cargo.toml").read_text())["package"]
    assert {cff["version"], codemeta["version"], zenodo["version"]} == {package["version"]}
    assert codemeta["name"] == package["name"] and codemeta["description"] == package["description"]
    assert cff["title"] == zenodo["title"] and cff["abstract"] == zenodo["description"]
    assert package["license"].split(" OR ") == cff["license"] == [url.split("/")[-1] for url in codemeta["license"]]
    assert zenodo["license"] in cff["license"]
    assert cff["keywords"] == codemeta["keywords"] == zenodo["keywords"]
    # The authors as the licence names them.
    holder = (ROOT / "LICENSE-MIT").read_text().split("Copyright (c) ")[1].split("\n")[0].split(" ", 1)[1]
    authors = [[author["name"] for author in file] for file in (cff["authors"], codemeta["author"], zenodo["creators"])]
    assert authors == [[holder]] * 3, f"{authors} are not {holder}"
    print("CITATION.cff, codemeta.json and .zenodo.json are valid and agree")


if __name__ == "__main__":
    main()
