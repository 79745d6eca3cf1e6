# SPDX-License-Identifier: EUPL-1.2
"""The programs accept the settings in the Kubernetes manifests."""
import json
import os
import subprocess

import manifests
import pytest
from conftest import ROOT

DEPLOYMENTS = ["wallet-provider", "wallet-portal", "wallet-config", "wallet-issuer", "wallet-verifier"]


def container(name, kind="Deployment"):
    return manifests.pod_of(manifests.named(manifests.objects(), kind, name))["containers"][0]


def settings_text(name):
    every = manifests.objects()
    return manifests.settings_text(every, manifests.pod_of(manifests.named(every, "Deployment", name)))


def printed(tmp_path, name, text, environment={}):
    """The settings that the program of a deployment prints; None if it refuses them."""
    one = container(name)
    file = tmp_path / "config.json"
    file.write_text(text)
    program = one["image"].rpartition("/")[2].partition(":")[0]
    done = subprocess.run(
        [str(ROOT / ".build/debug" / program), one["args"][0], "--config", str(file), "--print-config"],
        capture_output=True, text=True, env=os.environ | environment)
    return json.loads(done.stdout) if done.returncode == 0 else None


@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_the_program_accepts_its_settings(tmp_path, name):
    text = settings_text(name)
    shown = printed(tmp_path, name, text)
    own = {key: value for key, value in json.loads(text).items() if key.startswith("portal-") == (name == "wallet-portal")}
    assert own and {key: shown.get(key) for key in own} == own


@pytest.mark.parametrize("name", DEPLOYMENTS)
def test_the_program_refuses_a_setting_that_it_does_not_have(tmp_path, name):
    assert printed(tmp_path, name, json.dumps(json.loads(settings_text(name)) | {"prot": 1})) is None


def test_the_migration_uses_the_database_of_the_settings_as_another_role(tmp_path):
    environment = {entry["name"]: entry["value"] for entry in container("wallet-migrate", "Job")["env"]}
    settings = json.loads(settings_text("wallet-provider"))
    shown = printed(tmp_path, "wallet-provider", json.dumps(settings), environment)
    assert shown["database"] == settings["database"].replace("//wallet@", "//wallet_migrate@") != settings["database"]
    assert shown["database-password-file"] != settings["database-password-file"]
