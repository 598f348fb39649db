"""The OpenAPI document of a server against its real answers.

python3 tests/web/openapi.py ADDRESS

Every answer must be one that the document describes: the status is listed for the address, the media type is the listed one,
and the body has the fields of the schema and no others. Ends with 0 if all is well.
"""

import json
import sys
import urllib.error
import urllib.request
from urllib.parse import quote

from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012


class Described:
    def __init__(self, address):
        self.address = address
        self.document = json.loads(self.ask("GET", "/api/v1/openapi.json")[2])
        validate(self.document)
        self.registry = Registry().with_resource("urn:api", Resource.from_contents(self.document, default_specification=DRAFT202012))
        self.answered = set()

    def ask(self, method, path, body=None):
        request = urllib.request.Request(self.address.rstrip("/") + path, data=body, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.headers.get_content_type(), answer.read()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.headers.get_content_type(), answer.read()

    def resolve(self, schema):
        """References into the document, wherever the schema is used."""
        if isinstance(schema, dict):
            return {name: f"urn:api{part}" if name == "$ref" else self.resolve(part) for name, part in schema.items()}
        return [self.resolve(part) for part in schema] if isinstance(schema, list) else schema

    def check(self, schema, value):
        strict = {"allOf": [self.resolve(schema)], "unevaluatedProperties": False} if isinstance(value, dict) else self.resolve(schema)
        errors = [f"{error.json_path}: {error.message}" for error in Draft202012Validator(strict, registry=self.registry).iter_errors(value)]
        assert not errors, errors

    def expect(self, status, method, template, path, body=None):
        """Asks, and compares the answer with what the document says about it."""
        found, media, answer = self.ask(method, path, body)
        assert found == status, f"{path}: {found} instead of {status}: {answer[:200]}"
        responses = self.document["paths"][template][method.lower()]["responses"]
        assert str(status) in responses, f"{template} does not describe {status}"
        content = responses[str(status)].get("content", {})
        assert media in content, f"{path}: {media} is none of {list(content)}"
        schema = content[media].get("schema", {})
        self.answered.add((template, status))
        if media == "application/jsonl":
            for line in answer.decode().splitlines():
                value = json.loads(line)
                self.check({"$ref": "#/components/schemas/BatchProblem"} if "problem" in value else schema, value)
        elif "json" in media:
            self.check(schema, json.loads(answer))


def main():
    api = Described(sys.argv[1])
    game = "/api/v1/games/{game}"
    api.expect(200, "GET", "/api/v1/games", "/api/v1/games")
    api.expect(200, "GET", "/health", "/health")
    api.expect(200, "GET", "/metrics", "/metrics")
    names = [entry["name"] for entry in json.loads(api.ask("GET", "/api/v1/games")[2])["games"]]
    for name in names:
        path = f"/api/v1/games/{name}"
        api.expect(200, "GET", game, path)
        api.expect(200, "GET", f"{game}/layers", f"{path}/layers")
        pits = 2 * int(json.loads(api.ask("GET", path)[2])["rules"]["pits"])
        boards = ["", "-".join("1" * pits), "-".join("0" * pits), "-".join(["2", *"1" * (pits - 1)]), "-".join([*"0" * (pits - 1), "3"])]
        for board in boards:
            for moves in ["", "&moves=", "&moves=A"]:
                query = f"?position={board}{moves}"
                status = api.ask("GET", f"{path}/position{query}")[0]
                assert status in (200, 400), (query, status)
                api.expect(status, "GET", f"{game}/position", f"{path}/position{query}")
                api.expect(status, "GET", f"{game}/line", f"{path}/line{query}")
        lines = "".join(json.dumps({"position": board}) + "\n" for board in [*boards[1:], "nonsense"])
        api.expect(200, "POST", f"{game}/positions", f"{path}/positions", lines.encode())
    path = f"/api/v1/games/{names[0]}"
    for bad in ["x", "1-2", "-1--1-", "\u0000", "9" * 500, "1-1-1-1-1-1-S", "\U0001f331"]:
        api.expect(400, "GET", f"{game}/position", f"{path}/position?position={quote(bad)}")
        api.expect(400, "GET", f"{game}/line", f"{path}/line?moves={quote(bad)}")
    for template in [f"{game}", f"{game}/layers", f"{game}/line", f"{game}/position"]:
        api.expect(404, "GET", template, template.replace("{game}", "chess"))
    api.expect(404, "POST", f"{game}/positions", "/api/v1/games/chess/positions", b"")
    api.expect(400, "POST", f"{game}/positions", f"{path}/positions", b"\xff")
    api.expect(413, "POST", f"{game}/positions", f"{path}/positions", b"\n" * 10_001)
    described = {template for template in api.document["paths"]}
    assert described == {template for template, _ in api.answered}, described
    text = api.document["info"]["description"]
    for limit in ["10000 positions", "2097152 bytes", "503", "Retry-After"]:
        assert limit in text, f"the document does not tell the limit {limit}"
    print(f"{len(api.answered)} passed, 0 failed")


if __name__ == "__main__":
    main()
