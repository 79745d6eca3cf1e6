# SPDX-License-Identifier: EUPL-1.2
"""The Helm chart renders valid Kubernetes objects, and settings that the programs take."""
import json
import subprocess

import kubernetes_validate
import pytest
import yaml
from conftest import CHART, ROOT, helm

EVERYTHING = ROOT / "Packaging/helm/examples/everything.yaml"
# The oldest version that the chart accepts, and the newest whose schemas are known.
VERSIONS = ["1.28", "1.37"]


def objects(*words):
    return [one for one in yaml.safe_load_all(helm("template", "w", CHART, *words)) if one]


@pytest.mark.parametrize("values", [[], ["--values", EVERYTHING], ["--values", EVERYTHING, "--set", "provider.enabled=false"]])
@pytest.mark.parametrize("version", VERSIONS)
def test_rendered_objects_are_valid(values, version):
    rendered = objects(*values, "--kube-version", version)
    assert {"Deployment", "Service", "NetworkPolicy", "ConfigMap"} <= {one["kind"] for one in rendered}
    for one in rendered:
        kubernetes_validate.validate(one, version, strict=True)


def test_an_invalid_object_is_detected():
    [deployment] = [one for one in objects() if one["kind"] == "Deployment"]
    deployment["spec"]["replica"] = 2
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(deployment, VERSIONS[-1], strict=True)


def test_pods_are_confined():
    for deployment in [one for one in objects("--values", EVERYTHING) if one["kind"] == "Deployment"]:
        pod = deployment["spec"]["template"]["spec"]
        assert pod["securityContext"]["runAsNonRoot"] and pod["automountServiceAccountToken"] is False
        for container in pod["containers"]:
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}
            # Every mount names a volume, every volume is mounted.
            assert {mount["name"] for mount in container["volumeMounts"]} == {volume["name"] for volume in pod["volumes"]}


@pytest.mark.parametrize("server", ["provider", "config", "issuer"])
def test_the_program_accepts_the_rendered_settings(tmp_path, server):
    [settings] = [one for one in objects("--values", EVERYTHING) if one["kind"] == "ConfigMap" and one["metadata"]["name"] == f"w-{server}"]
    file = tmp_path / "config.json"
    file.write_text(settings["data"]["config.json"])
    done = subprocess.run([str(ROOT / f".build/debug/wallet-{server}"), "serve", "--config", str(file), "--print-config"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout)
    assert {key: shown[key] for key in json.loads(file.read_text())} == json.loads(file.read_text())


@pytest.mark.parametrize("value", ["provider.settings.port=1", "userId=0", "provider.replica=1", "portal.publicUrl=http://portal.example"])
def test_values_that_make_no_sense_are_refused(value):
    assert "schema" in helm("template", "w", CHART, "--set", value, fails=True)
