#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: schema.py FIXTURES DIRECTORY

Judges the payloads and headers in cases.json by the schemas of ETSI TS 119 475 v1.1.1 in FIXTURES, with PyPI jsonschema. Writes
verdicts.json: for each whether it is valid as a whole, and the names of its members that are valid, invalid and unknown there, and of
those that are missing; sorted.
"""
import json
import pathlib
import sys

from jsonschema import Draft202012Validator


def merged(schema, root, found, demands=True):
    """Adds the properties of a schema and of those that it refers to, and what they require of every party."""
    if "$ref" in schema:
        merged(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, found, demands)
    for part in schema.get("allOf", []):
        merged(part, root, found, demands)
    if "then" in schema:
        merged(schema["then"], root, found, False)
    found["properties"].update(schema.get("properties", {}))
    if demands:
        found["required"] |= set(schema.get("required", []))
    return found


fixtures, folder = map(pathlib.Path, sys.argv[1:])
verdicts = []
for case in json.loads((folder / "cases.json").read_text()):
    schema = json.loads((fixtures / f"{case['kind']}-schema-1.1.1.json").read_text())
    Draft202012Validator.check_schema(schema)
    known = merged(schema, schema, {"properties": {}, "required": set()})
    document, properties = case["document"], known["properties"]
    verdict = {"whole": Draft202012Validator(schema).is_valid(document), "valid": [], "invalid": [], "unknown": []}
    for name, value in sorted(document.items()):
        member = {"$defs": schema.get("$defs", {})} | properties.get(name, {})
        state = "unknown" if name not in properties else "valid" if Draft202012Validator(member).is_valid(value) else "invalid"
        verdict[state].append(name)
    verdicts.append(verdict | {"missing": sorted(known["required"] - set(document))})
(folder / "verdicts.json").write_text(json.dumps(verdicts))
