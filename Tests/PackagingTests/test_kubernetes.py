# SPDX-License-Identifier: EUPL-1.2
"""The Kubernetes manifests are valid and agree with each other, and what is wrong with them is detected."""
import json
import re

import kubernetes_validate
import manifests
import pytest
import yaml
from conftest import VERSION
from manifest_rules import problems
from manifests import named, pod_of

# The oldest version that is supported, and the newest whose schemas are known.
VERSIONS = ["1.28", "1.37"]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_object_is_valid(version):
    every = manifests.objects()
    assert {one["metadata"]["name"] for one in manifests.of_kind(every, "Job", "Deployment")} == {
        "wallet-migrate", "wallet-provider", "wallet-portal", "wallet-config", "wallet-issuer", "wallet-verifier"}
    for one in every:
        kubernetes_validate.validate(one, version, strict=True)


@pytest.mark.parametrize("kind, change", [
    ("Deployment", lambda spec: spec.update(replica=2)),
    ("Service", lambda spec: spec["ports"][0].update(port="8443")),
    ("NetworkPolicy", lambda spec: spec.pop("podSelector") and spec.update(podSelectors={})),
    ("PodDisruptionBudget", lambda spec: spec.update(maxUnavailable=[1])),
    ("Job", lambda spec: spec.pop("template")),
])
@pytest.mark.parametrize("version", VERSIONS)
def test_an_invalid_object_is_detected(version, kind, change):
    one = manifests.of_kind(manifests.objects(), kind)[0]
    change(one["spec"])
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(one, version, strict=True)


def test_no_two_objects_have_the_same_name():
    names = [(one["kind"], one["metadata"]["name"]) for one in manifests.objects()]
    assert len(set(names)) == len(names)


def test_the_manifests_keep_every_rule():
    assert problems(manifests.objects()) == []


def in_settings(every, name, **changes):
    """Changes settings of a config map; underscores stand for hyphens."""
    data = named(every, "ConfigMap", name)["data"]
    data["config.json"] = json.dumps(json.loads(data["config.json"]) | {key.replace("_", "-"): value for key, value in changes.items()})


def pod(every, name="wallet-provider", kind="Deployment"):
    return pod_of(named(every, kind, name))


def container(every, name="wallet-provider", kind="Deployment"):
    return pod(every, name, kind)["containers"][0]


@pytest.mark.parametrize("problem, change", [
    ("wallet-portal: user", lambda every: pod(every, "wallet-portal")["securityContext"].update(runAsUser=0)),
    ("wallet-migrate: user", lambda every: pod(every, "wallet-migrate", "Job")["securityContext"].pop("runAsNonRoot")),
    ("wallet-config: token", lambda every: pod(every, "wallet-config").update(automountServiceAccountToken=True)),
    ("wallet-config: service links", lambda every: pod(every, "wallet-config").pop("enableServiceLinks")),
    ("wallet-issuer: security context", lambda every: container(every, "wallet-issuer")["securityContext"].update(readOnlyRootFilesystem=False)),
    ("wallet-migrate: security context", lambda every: pod(every, "wallet-migrate", "Job")["initContainers"][0].pop("securityContext")),
    ("wallet-provider: memory", lambda every: container(every)["resources"]["limits"].clear()),
    ("wallet-provider: volumes", lambda every: pod(every)["volumes"].append({"name": "unused", "emptyDir": {}})),
    ("wallet-issuer: no PersistentVolumeClaim wallet-issuer",
     lambda every: every.remove(named(every, "PersistentVolumeClaim", "wallet-issuer"))),
    ("wallet-portal: no Secret portal", lambda every: pod(every, "wallet-portal")["volumes"][1]["secret"].update(secretName="portal")),
    ("wallet-provider: no file root.pem",
     lambda every: in_settings(every, "wallet-provider", apple_root=["/etc/wallet-provider/secrets/root.pem"])),
    ("wallet-migrate: no file migrate-password",
     lambda every: pod(every, "wallet-migrate", "Job")["volumes"][1]["projected"]["sources"].pop()),
    ("wallet-config: state cannot be written", lambda every: in_settings(every, "wallet-config", state="/srv/state")),
    ("wallet-portal: witness-journal cannot be written",
     lambda every: container(every, "wallet-portal")["volumeMounts"][3].update(readOnly=True)),
    ("wallet-provider: container ports", lambda every: in_settings(every, "wallet-provider", port=8450)),
    ("wallet-portal: container ports", lambda every: in_settings(every, "wallet-provider", portal_internal_port=9450)),
    ("wallet-issuer: host", lambda every: in_settings(every, "wallet-issuer", internal_host="127.0.0.1")),
    ("wallet-issuer: service", lambda every: named(every, "Service", "wallet-issuer")["spec"]["ports"].pop()),
    ("wallet-config: service", lambda every: named(every, "Service", "wallet-config")["spec"]["selector"].update(tier="web")),
    ("wallet-config: network policy",
     lambda every: named(every, "NetworkPolicy", "wallet-config")["spec"]["ingress"][1].pop("from")),
    ("wallet-provider: network policy", lambda every: named(every, "NetworkPolicy", "wallet-provider")["spec"].update(podSelector={})),
    ("wallet-provider: readinessProbe", lambda every: container(every)["readinessProbe"]["httpGet"].update(path="/health/live")),
    ("wallet-provider: livenessProbe", lambda every: container(every)["livenessProbe"]["httpGet"].update(port="https")),
    ("wallet-provider: graceful period", lambda every: in_settings(every, "wallet-provider", drain_seconds=20)),
    ("wallet-config: graceful period", lambda every: pod(every, "wallet-config").update(terminationGracePeriodSeconds=15)),
    ("wallet-portal: disruption budget", lambda every: every.remove(named(every, "PodDisruptionBudget", "wallet-portal"))),
    ("wallet-issuer: two at once", lambda every: named(every, "Deployment", "wallet-issuer")["spec"].update(strategy={})),
    ("wallet-config: image", lambda every: container(every, "wallet-config").update(image="registry.example/wallet-config:latest")),
    ("wallet-provider: trusts 10.0.0.0/8", lambda every: in_settings(every, "wallet-provider", trusted_proxy=["192.0.2.1", "10.0.0.0/8"])),
    ("wallet-portal: trusts 10.244.0.0/16", lambda every: in_settings(every, "wallet-provider", portal_trusted_proxy=["10.244.0.0/16"])),
    ("wallet-verifier: no file other.pem",
     lambda every: in_settings(every, "wallet-verifier", mdoc_root=["/etc/wallet-verifier/secrets/other.pem"])),
    ("wallet-verifier: container ports", lambda every: in_settings(every, "wallet-verifier", port=8450)),
    ("wallet-issuer: trusts 0.0.0.0/0", lambda every: in_settings(every, "wallet-issuer", trusted_proxy=["0.0.0.0/0"])),
], ids=lambda value: value if isinstance(value, str) else "")
def test_a_broken_rule_is_detected(problem, change):
    every = manifests.objects()
    change(every)
    assert problem in problems(every)


def test_the_kustomization_names_every_file():
    assert sorted(yaml.safe_load(manifests.KUSTOMIZATION.read_text())["resources"]) == [file.name for file in manifests.FILES]


def test_the_overlay_in_the_kustomizations_comment_changes_objects_that_exist():
    text = re.search(r"(?:^#   .*\n)+", manifests.KUSTOMIZATION.read_text(), re.M)[0]
    overlay, every = yaml.safe_load(re.sub("^#   ", "", text, flags=re.M)), manifests.objects()
    assert overlay["resources"] == [f"../wallet-kubernetes-{VERSION}"]
    known = {one["image"].partition(":")[0] for each in manifests.of_kind(every, "Deployment", "Job") for one in manifests.containers(pod_of(each))}
    assert {image["name"] for image in overlay["images"]} <= known
    for replicas in overlay["replicas"]:
        named(every, "Deployment", replicas["name"])
    for generated in overlay["configMapGenerator"]:
        assert set(named(every, "ConfigMap", generated["name"])["data"]) == {file.partition("=")[0] for file in generated["files"]}
