# SPDX-License-Identifier: EUPL-1.2
"""The verifier's OpenAPI description is valid and true, and the server follows it for any request (schemathesis)."""
import json
import os
import pathlib
import subprocess
import sys

import pytest
import requests
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from shop import FORM, HANG, SD_JWT, Shop
from test_description import LONG, validator

RETURN = "https://shop.example/back"
NO_LIMITS = [part for name in ("requests-per-address", "answers-per-address", "answers", "requests-per-party", "requests-per-session")
             for part in (f"--{name}", "0")]


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    shop = Shop(tmp_path_factory.mktemp("described"))
    program = shop.serve("--open-sessions", "1000000", *NO_LIMITS)
    yield shop
    assert program.stop() == 0


@pytest.fixture(scope="module")
def description(shop):
    answer = shop.send("GET", "/openapi.json")
    assert answer.status_code == 200
    return answer.json()


def fits(description, path, method, answer):
    """Checks an answer of an operation: its status, header fields, media type and body are described."""
    described = description["paths"][path][method]["responses"]
    assert str(answer.status_code) in described, (path, method, answer.status_code, answer.text)
    described = described[str(answer.status_code)]
    for name in described.get("headers", {}):
        assert name in answer.headers, (path, method, answer.status_code, name)
    if "content" not in described:
        assert answer.content == b"", (path, method)
        return
    kind = answer.headers["Content-Type"].partition(";")[0]
    schema = described["content"][kind]["schema"]
    validator(description, schema).validate(answer.json() if kind == "application/json" else answer.text)


def test_an_independent_validator_accepts_the_description_as_openapi_3_1(description):
    assert description["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(description).validate()


def test_every_example_fits_its_schema_and_an_incomplete_example_does_not(description):
    examples = 0
    for name, schema in description["components"]["schemas"].items():
        Draft202012Validator.check_schema(schema)
        for example in schema.get("examples", []):
            examples += 1
            check = validator(description, schema)
            check.validate(example)
            if schema.get("additionalProperties") is False:
                assert not check.is_valid({**example, "unknown": 1}), name
            for member in schema.get("required", []):
                assert not check.is_valid({key: value for key, value in example.items() if key != member}), f"{name} without {member}"
    assert examples >= 9


@pytest.mark.parametrize("is_same_device", [True, False])
def test_each_answer_of_a_walk_fits_its_schema(shop, description, tmp_path, is_same_device):
    def sent(path, method, answer, status):
        assert answer.status_code == status, answer.text
        fits(description, path, method, answer)
        return answer

    def asked():
        return shop.send("POST", "/sessions", shop.api_key, json={"dcql_query": {"credentials": [SD_JWT]}, "return_url": RETURN,
                                                                   "evidence": True})

    sent("/sessions", "post", asked(), 201)
    sent("/sessions", "post", shop.send("POST", "/sessions", shop.api_key, json={"response_mode": "direct_post"}), 400)
    sent("/sessions", "post", shop.send("POST", "/sessions", "wrong", json={}), 401)
    session = shop.ask(return_url=RETURN, evidence=True)
    one, result = "/sessions/{session}", "/sessions/{session}/result"
    sent(one, "get", shop.send("GET", f"/sessions/{session.id}", shop.api_key), 200)
    sent(one, "get", shop.send("GET", f"/sessions/{session.id}", shop.other_key), 404)
    sent("/s/{page}/status", "get", session.status(), 403)
    page = sent("/s/{page}", "get", session.open(), 200)
    assert page.headers["Content-Type"].startswith("text/html")
    news = sent("/s/{page}/status", "get", session.status(), 200).json()
    assert set(news["same_device"]) == {"link", "renew_after"} and set(news["cross_device"]) == {"picture", "renew_after"}
    sent("/s/{page}/done", "get", shop.send("GET", session.path + "/done?response_code=x", headers=session.cookies), 409)
    sent("/s/{page}/done", "get", shop.send("GET", session.path + "/done", headers=session.cookies), 400)
    link = session.links()[0 if is_same_device else 1]
    sent("/w/{wallet}/request", "post", session.fetch(link, "n" * 129), 400)
    form = session.forms(tmp_path, link)["A256GCM"][0]
    sent("/w/{wallet}/request", "post", session.fetch(link, session.request["wallet_nonce"]), 200)
    sent("/w/{wallet}/request", "post", session.fetch(link, "another-nonce-of-another-wallet"), 409)
    sent(result, "post", shop.result(session.id), 409)
    sent("/w/{wallet}/response", "post", session.post({"response": "e30"}), 400)
    reply = sent("/w/{wallet}/response", "post", session.post(form), 200).json()
    sent("/w/{wallet}/response", "post", session.post({"response": "e30"}), 409)
    sent("/s/{page}/status", "get", session.status(), 200)
    # On the same device the wallet opens the address, so the page stays.
    sent("/s/{page}", "get", session.open(), 200 if is_same_device else 303)
    body = {}
    if is_same_device:
        sent(result, "post", shop.result(session.id), 403)
        body = {"response_code": reply["redirect_uri"].partition("=")[2]}
    taken = sent(result, "post", shop.result(session.id, **body), 200).json()
    assert set(taken) == {"credentials", "evidence"} and taken["credentials"][0]["status"] == "none"
    sent(result, "post", shop.result(session.id, **body), 410)
    sent(one, "delete", shop.send("DELETE", f"/sessions/{shop.ask([SD_JWT]).id}", shop.api_key), 204)
    sent(one, "delete", shop.send("DELETE", f"/sessions/{session.id}", shop.api_key), 409)
    sent("/openapi.json", "get", shop.send("GET", "/openapi.json"), 200)


def test_every_code_that_the_server_knows_is_described(shop, description):
    codes = description["components"]["schemas"]["Problem"]["properties"]["error"]["enum"]
    texts = [answer["description"] for item in description["paths"].values() for operation in item.values()
             for answer in operation["responses"].values()] + [description["info"]["description"]]
    assert [code for code in codes if not any(code in text for text in texts)] == []


def test_a_method_that_an_address_does_not_take_is_answered_405_with_those_that_it_does(shop, description):
    for path, item in description["paths"].items():
        for method in {"get", "head", "post", "put", "patch", "delete", "options"} - set(item):
            answer = shop.send(method.upper(), path.replace("{", "").replace("}", ""), shop.api_key)
            assert answer.status_code == 405 and {one.strip().lower() for one in answer.headers["Allow"].split(",")} == set(item), (path, method)


def test_schemathesis_finds_no_server_error_and_no_undocumented_answer(shop, tmp_path):
    # Data that matches a schema may be refused: a query that exceeds the registration, a link without its MAC, a token of no session.
    left_out = "unsupported_method,positive_data_acceptance,missing_required_header"
    session = shop.ask([SD_JWT])
    run = subprocess.run(
        [str(pathlib.Path(sys.executable).with_name("schemathesis")), "run", shop.url + "/openapi.json", "--url", shop.url,
         "--tls-verify", shop.trust, "--header", f"Authorization: Bearer {shop.api_key}", "--checks", "all",
         "--exclude-checks", left_out, "--phases", "examples,coverage,fuzzing", "--max-examples", "1000" if LONG else "15",
         "--seed", "1", "--no-shrink", "--request-timeout", str(HANG), "--max-failures", "5", "--workers", "1"],
        capture_output=True, text=True, timeout=3000 if LONG else 300, cwd=tmp_path)
    print(run.stdout[-4000:])
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr[-2000:]
    metrics = requests.get(f"http://127.0.0.1:{shop.program.internal_port}/metrics", timeout=HANG).text
    assert 'status="500"' not in metrics and 'code="unexpected"' not in metrics
    # The server still serves.
    assert session.open().status_code == 200
