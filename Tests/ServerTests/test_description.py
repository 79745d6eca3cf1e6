# SPDX-License-Identifier: EUPL-1.2
"""The OpenAPI description is valid and true, and the server follows it for any request (schemathesis)."""
import json
import os
import pathlib
import subprocess
import sys

import pytest
import requests
from conftest import HANG
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

LONG = os.environ.get("WALLET_SCHEMATHESIS") == "long"


@pytest.fixture(scope="session")
def description(provider):
    answer = requests.get(provider.url + "/api/v1/openapi.json", timeout=HANG)
    assert answer.status_code == 200
    return answer.json()


def validator(description, schema):
    registry = Registry().with_resource("urn:description", Resource.from_contents(description, default_specification=DRAFT202012))
    text = json.dumps(schema).replace('"#/', '"urn:description#/')
    return Draft202012Validator(json.loads(text), registry=registry)


def test_an_independent_validator_accepts_the_description_as_openapi_3_1(description):
    assert description["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(description).validate()


def test_every_example_fits_its_schema_and_an_incomplete_example_does_not(description):
    schemas = description["components"]["schemas"]
    examples = 0
    for name, schema in schemas.items():
        Draft202012Validator.check_schema(schema)
        for example in schema.get("examples", []):
            examples += 1
            check = validator(description, schema)
            check.validate(example)
            assert not check.is_valid({**example, "unknown": 1}), name
            for member in example:
                assert not check.is_valid({key: value for key, value in example.items() if key != member}), f"{name} without {member}"
    assert examples >= len(schemas) - 2


def test_real_answers_fit_their_schemas(provider, description):
    for path, item in description["paths"].items():
        path = path.replace("{number}", "1")
        for method, operation in item.items():
            for body in (b"{}", b"garbage", b'{"certificate":"a.b.c","message":"YQ","device":{"type":"apple_assertion","value":"YQ"}}'):
                answer = requests.request(
                    method, provider.url + path, data=body if method == "post" else None,
                    headers={"Content-Type": "application/json"}, timeout=HANG)
                described = operation["responses"][str(answer.status_code)]
                media = described["content"][answer.headers["Content-Type"]]
                validator(description, media["schema"]).validate(answer.json())
                assert len(answer.headers["X-Correlation-ID"]) == 16


def test_schemathesis_finds_no_server_error_and_no_undocumented_answer(provider, tmp_path):
    # The protocol's list has no 404, 405 and 406 but answers 400. Data that matches a schema may lack a valid signature, so its rejection
    # is no error.
    left_out = "unsupported_method,positive_data_acceptance,missing_required_header,allow_header_conformance"
    run = subprocess.run(
        [str(pathlib.Path(sys.executable).with_name("schemathesis")), "run", provider.url + "/api/v1/openapi.json", "--url", provider.url,
         "--checks", "all", "--exclude-checks", left_out, "--phases", "examples,coverage,fuzzing", "--max-examples", "1000" if LONG else "15",
         "--seed", "1", "--no-shrink", "--request-timeout", str(HANG), "--max-failures", "5", "--workers", "1"],
        capture_output=True, text=True, timeout=3000 if LONG else 300, cwd=tmp_path)
    print(run.stdout[-4000:])
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr[-2000:]
    metrics = requests.get(provider.internal_url + "/metrics", timeout=HANG).text
    assert 'status="500"' not in metrics
    assert "wallet_provider_pin_attempts_total{result=\"wrong\"} 0" in metrics
