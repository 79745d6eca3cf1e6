# SPDX-License-Identifier: EUPL-1.2
"""What an operator can watch at every server: its build, its traces, numbers in its log, and no series or log entry from what a client sends."""
import re
import subprocess

import pytest
from conftest import HANG, PROGRAM
from test_messages import CONFIG, ISSUER, VERIFIER
from test_stop import start  # noqa: F401

# The name of a server, its program, and the prefix of its metrics.
SERVERS = [
    ("provider", PROGRAM, "wallet_provider"), ("portal", PROGRAM, "wallet_provider"), ("config", CONFIG, "wallet_config"),
    ("issuer", ISSUER, "wallet_issuer"), ("verifier", VERIFIER, "wallet_verifier"),
]
NAMES = [name for name, *_ in SERVERS]
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = "00f067aa0ba902b7"
MALFORMED = [
    "canary", f"00-{TRACE}-canary", f"00-{TRACE}-{PARENT}-01-canary", f"00-{TRACE.upper()}-{PARENT}-01", f"ff-{TRACE}-{PARENT}-01",
    f"00-{TRACE}-{'0' * 16}-01",
]


def ask(server, port, path, *headers, tls=True):
    """Sends one request on a connection of its own. Returns the answer."""
    request = "\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *headers, "", ""])
    return server.answered(server.connect(port, tls), request.encode())


def metrics(server):
    return ask(server, server.internal, "/metrics", tls=False).decode()


def requests_of(server):
    return [entry for entry in server.log() if entry["message"] == "request"]


@pytest.mark.parametrize("name,program,prefix", SERVERS, ids=NAMES)
def test_program_and_metrics_name_the_same_build(start, name, program, prefix):  # noqa: F811
    said = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=True, timeout=HANG).stdout.strip()
    version, configuration, commit = re.fullmatch(r"(\S+) \((\w+), commit (.+)\)", said).groups()
    series = f'{prefix}_build_info{{commit="{commit}",configuration="{configuration}",version="{version}"}} 1\n'
    assert series in metrics(start(name))


@pytest.mark.parametrize("name", NAMES)
def test_every_listener_continues_the_trace_of_a_well_formed_header(start, name):  # noqa: F811
    server = start(name)
    for port in server.ports:
        answer = ask(server, port, "/", f"traceparent: 00-{TRACE}-{PARENT}-01", "tracestate: canary=1")
        assert b"traceparent" not in answer.lower()
    entries = requests_of(server)
    assert [entry["trace_id"] for entry in entries] == [TRACE] * len(server.ports)
    assert all(re.fullmatch("[0-9a-f]{16}", entry["span_id"]) and entry["span_id"] != PARENT for entry in entries)
    assert "canary" not in str(entries)


@pytest.mark.parametrize("name", NAMES)
def test_every_listener_starts_a_new_trace_for_a_malformed_or_repeated_header(start, name):  # noqa: F811
    server = start(name)
    good = f"traceparent: 00-{TRACE}-{PARENT}-01"
    for port in server.ports:
        for headers in [[f"traceparent: {text}"] for text in MALFORMED] + [[good, good], []]:
            ask(server, port, "/", *headers)
    traces = [entry["trace_id"] for entry in requests_of(server)]
    assert len(set(traces)) == len(traces) == len(server.ports) * (len(MALFORMED) + 2)
    assert TRACE not in traces and all(re.fullmatch("[0-9a-f]{32}", trace) for trace in traces)


@pytest.mark.parametrize("name", NAMES)
def test_numbers_and_truth_values_in_the_log_are_no_texts(start, name):  # noqa: F811
    server = start(name)
    for port in server.ports:
        ask(server, port, "/")
    entries = server.log()
    texts = [(key, value) for entry in entries for key, value in entry.items() if isinstance(value, str) and not key.endswith("_id")]
    assert [text for text in texts if re.fullmatch(r"-?\d+(\.\d+)?( ?m?s( old)?)?|true|false", text[1])] == []
    assert all(type(entry["status"]) is int and type(entry["duration_ms"]) in (int, float) for entry in entries if entry["message"] == "request")
    if name == "config":
        refused = [entry["served_version"] for entry in entries if entry["message"] == "document not taken"]
        assert refused == [0, 0] and type(refused[0]) is int


@pytest.mark.parametrize("name", NAMES)
def test_what_a_client_sends_makes_no_series_and_is_not_logged(start, name):  # noqa: F811
    server = start(name)
    for port in server.ports:
        ask(server, port, "/unknown")
    before = metrics(server)
    for port in server.ports:
        for number in range(5):
            ask(server, port, f"/canary{number}/{number}?canary={number}", f"X-Canary: canary{number}", f"User-Agent: canary{number}")
    after = metrics(server)
    series = [{line.rsplit(" ", 1)[0] for line in text.splitlines() if line.startswith("wallet_")} for text in (before, after)]
    assert series[0] == series[1]
    assert "canary" not in after + str(server.log())


def test_a_refusal_of_the_issuer_has_the_ids_of_its_answer_and_nothing_of_the_request(start):  # noqa: F811
    server = start("issuer")
    port = next(entry["port"] for entry in server.entries if entry.get("part") == "issuer")
    head = ["POST /par HTTP/1.1", "Host: x", f"traceparent: 00-{TRACE}-{PARENT}-01", "Content-Type: application/x-www-form-urlencoded"]
    request = "\r\n".join([*head, "Content-Length: 16", "", "client_id=canary"])
    answer = server.answered(server.connect(port), request.encode())
    name = re.search(rb"x-correlation-id: (\w+)", answer, re.I)[1].decode()
    entries = [entry for entry in server.log() if entry.get("correlation_id") == name]
    assert [entry["message"] for entry in entries] == ["refused", "request"]
    assert {entry["trace_id"] for entry in entries} == {TRACE} and entries[0]["span_id"] == entries[1]["span_id"]
    assert "canary" not in str(entries)
