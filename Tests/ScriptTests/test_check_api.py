# SPDX-License-Identifier: EUPL-1.2
"""What the check of the public API calls broken, from two lists of declarations, and for which versions it matters."""
import pathlib
import runpy
import sys

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "Scripts"
sys.path.insert(0, str(SCRIPTS))
CHECK = runpy.run_path(str(SCRIPTS / "check-api"))

BEFORE = [
    "Phone  Bridge  protocol Bridge : Sendable",
    "Phone  Bridge.send(_:)  func send(_ bytes: [UInt8]) async",
    "Phone  Ending  @nonexhaustive enum Ending",
    "Phone  Ending.cancelled  case cancelled",
    "Phone  Float  enum Float",
    "Phone  Float.half(_:)  case half(UInt16)",
    "Phone  Float  : Sendable",
]
REQUIREMENT = "Phone  Bridge.close()  func close() async"


def broken(now, demanded=()):
    return list(CHECK["broken"](BEFORE, now, set(demanded)))


def test_the_same_api_and_one_with_more_types_break_nothing():
    assert broken(BEFORE) == []
    assert broken(BEFORE + ["Phone  Clock  struct Clock", "Phone  Clock.init()  init()"]) == []


@pytest.mark.parametrize("line", BEFORE)
def test_each_declaration_and_conformance_that_goes_is_named(line):
    assert broken([kept for kept in BEFORE if kept != line]) == [f"gone or changed: {line}"]


def test_a_changed_signature_is_one_that_has_gone():
    changed = [line.replace("async", "async throws") for line in BEFORE]
    assert broken(changed) == [f"gone or changed: {BEFORE[1]}"]


def test_a_protocol_that_demands_more_breaks_the_types_that_conform_to_it():
    assert broken(BEFORE + [REQUIREMENT], [REQUIREMENT]) == [f"demanded of every type that conforms: {REQUIREMENT}"]


def test_a_requirement_with_a_default_and_one_of_a_new_protocol_break_nothing():
    assert broken(BEFORE + [REQUIREMENT]) == []
    associated = "Phone  Bridge.Detail  associatedtype Detail : Sendable = String"
    assert broken(BEFORE + [associated], [associated]) == []
    new = ["Phone  Port  protocol Port", "Phone  Port.open()  func open()"]
    assert broken(BEFORE + new, new[1:]) == []


def test_a_new_case_breaks_only_an_enum_that_all_may_switch_over():
    assert broken(BEFORE + ["Phone  Ending.lockedOut  case lockedOut"]) == []
    case = "Phone  Float.quad(_:)  case quad([UInt8])"
    assert broken(BEFORE + [case]) == [f"a new case of an enum that all may switch over: {case}"]


@pytest.mark.parametrize(("tag", "following", "promises"), [
    ("0.1.0", "0.1.1", True), ("0.1.0", "0.2.0", False), ("v0.1.0", "0.1.1", True), ("1.2.0", "1.3.0", True), ("1.2.0", "2.0.0", False),
    ("0.9.0", "1.0.0", False), ("nightly", "0.1.1", True),
])
def test_the_versions_that_promise_compatibility_are_those_of_semantic_versioning(tag, following, promises):
    assert CHECK["promises_compatibility"](tag, f"# Changelog\n\n## [{following}]\n\n## [0.0.1]\n") is promises
