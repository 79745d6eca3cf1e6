# SPDX-License-Identifier: EUPL-1.2
"""The bill of materials and the manual pages, without a release build."""
import csv
import importlib.machinery
import importlib.util
import json
import subprocess
import sys

import pytest
from conftest import ROOT


PROGRAMS = ["wallet", "wallet-provider", "wallet-config", "wallet-issuer", "wallet-verifier"]


def bill():
    return subprocess.run(
        [sys.executable, str(ROOT / "Scripts/dist/make-bill"), "wallet-provider", "0.1.0", "0" * 40, "1700000000", "libpq5=15.18-0+deb12u1",
         "libqrencode4=4.1.1-1"],
        check=True, capture_output=True, text=True).stdout


def test_the_bill_of_materials_names_every_package_and_is_the_same_each_time():
    text = bill()
    assert text == bill()
    components = {one["name"]: one for one in json.loads(text)["components"]}
    with open(ROOT / "Packaging/dependencies.tsv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            assert components[row["package"]]["version"] == row["version"]
            assert components[row["package"]]["licenses"] == [{"license": {"id": row["licence"]}}]
    assert components["libpq5"]["purl"] == "pkg:deb/debian/libpq5@15.18-0%2Bdeb12u1" and "swift" in components
    assert components["libqrencode4"]["licenses"] == [{"license": {"id": "LGPL-2.1-or-later"}}] and "licenses" not in components["libpq5"]


@pytest.mark.parametrize("change", [{"serialNumber": "1"}, {"hashes": []}, {"components": [{"name": "a"}]}])
def test_a_bill_that_is_not_cyclonedx_is_refused(monkeypatch, change):
    loader = importlib.machinery.SourceFileLoader("make_bill", str(ROOT / "Scripts/dist/make-bill"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    changed = json.dumps(json.loads(bill()) | change)
    monkeypatch.setattr(module, "bill", lambda *_: changed)
    monkeypatch.setattr(sys, "argv", ["make-bill", "wallet", "0.1.0", "0" * 40, "1700000000"])
    with pytest.raises(SystemExit, match="not CycloneDX 1.6"):
        module.main()


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_manual_page_has_every_command_and_no_roff_error(tmp_path, program):
    path = ROOT / ".build/debug" / program
    described = subprocess.run([str(path), "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    page = subprocess.run(
        [str(ROOT / "Scripts/dist/manual-page"), "0.1.0", "1700000000"], check=True, capture_output=True, text=True, input=described).stdout
    for command in json.loads(described)["command"]["subcommands"]:
        name = f"{program} {command['commandName']}".replace("-", "\\-")
        assert (f".SS {name}\n" in page) == (command["commandName"] != "help"), name
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z"], input=page, capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", done.stderr


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_version_is_printed(program):
    done = subprocess.run([str(ROOT / ".build/debug" / program), "--version"], check=True, capture_output=True, text=True)
    assert done.stdout == "0.1.0 (debug, commit not recorded)\n"
