# SPDX-License-Identifier: EUPL-1.2
"""The objects in Deployment/kubernetes, and what they name."""
import json
import re

import yaml
from conftest import ROOT

FOLDER = ROOT / "Deployment/kubernetes"
FILES = sorted(file for file in FOLDER.glob("*.yaml") if file.name != "kustomization.yaml")
KUSTOMIZATION = FOLDER / "kustomization.yaml"


def objects():
    return [one for file in FILES for one in yaml.safe_load_all(file.read_text())]


def made_by_commands():
    """The secrets and config maps that the comments tell the operator to make, with the names of their files."""
    text = "".join(file.read_text() for file in FILES).replace(" \\\n#", "")
    commands = re.findall(r"^# +kubectl create (secret generic|configmap) (\S+)(.*)$", text, re.M)
    return {({"configmap": "ConfigMap"}.get(kind, "Secret"), name): set(re.findall(r"--from-file=(\S+)", rest)) for kind, name, rest in commands}


def named(every, kind, name):
    [found] = [one for one in every if one["kind"] == kind and one["metadata"]["name"] == name]
    return found


def of_kind(every, *kinds):
    return [one for one in every if one["kind"] in kinds]


def pod_of(workload):
    return workload["spec"]["template"]["spec"]


def containers(pod):
    return pod.get("initContainers", []) + pod["containers"]


def sources(volume):
    """The objects that a volume shows, as pairs of kind and name."""
    for part in volume.get("projected", {}).get("sources", [volume]):
        if "secret" in part:
            yield "Secret", part["secret"].get("secretName") or part["secret"]["name"]
        elif "configMap" in part:
            yield "ConfigMap", part["configMap"]["name"]
        elif "persistentVolumeClaim" in part:
            yield "PersistentVolumeClaim", part["persistentVolumeClaim"]["claimName"]


def settings_text(every, pod):
    """The settings file of a pod."""
    [volume] = [volume for volume in pod["volumes"] if volume["name"] == "settings"]
    return named(every, *next(sources(volume)))["data"]["config.json"]


def settings(every, deployment):
    """The settings of the server that a deployment runs, by the names of its options."""
    every_setting = json.loads(settings_text(every, pod_of(deployment)))
    if pod_of(deployment)["containers"][0]["args"][0] != "portal":
        return {key: value for key, value in every_setting.items() if not key.startswith("portal-")}
    return {key.removeprefix("portal-"): value for key, value in every_setting.items() if key.startswith("portal-")}
