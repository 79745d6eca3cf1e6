# SPDX-License-Identifier: EUPL-1.2
"""Rules for Kubernetes objects that no schema knows. Each yields the problems that it finds."""
import ipaddress
import json
import re

from conftest import ROOT, VERSION
from manifests import containers, made_by_commands, named, of_kind, pod_of, settings, settings_text, sources

# The addresses of the operators' listener.
HEALTH = set(re.findall(r'router\.get\("(/health/[a-z]+)"\)', (ROOT / "Sources/Backend/ServerKit/Operations/InternalRoutes.swift").read_text()))
PROBES = {"startupProbe": "/health/started", "livenessProbe": "/health/live", "readinessProbe": "/health/ready"}
# Addresses for documentation (RFC 5737).
NOBODY = ipaddress.ip_network("192.0.2.0/24")


def confinement(every):
    for workload in of_kind(every, "Deployment", "Job"):
        pod, where = pod_of(workload), workload["metadata"]["name"]
        user = pod["securityContext"]
        if not user.get("runAsNonRoot") or not user.get("runAsUser") or user.get("seccompProfile") != {"type": "RuntimeDefault"}:
            yield f"{where}: user"
        if pod.get("automountServiceAccountToken") is not False:
            yield f"{where}: token"
        # Otherwise a service's address becomes a setting.
        if pod.get("enableServiceLinks") is not False:
            yield f"{where}: service links"
        for container in containers(pod):
            if container.get("securityContext") != {
                    "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}:
                yield f"{where}: security context"
            if "memory" not in container["resources"]["limits"]:
                yield f"{where}: memory"
            if {mount["name"] for mount in container["volumeMounts"]} != {volume["name"] for volume in pod["volumes"]}:
                yield f"{where}: volumes"


def references(every):
    """Every object and file that a pod names exists, or a comment says how to make it."""
    made = made_by_commands()
    known = {(one["kind"], one["metadata"]["name"]) for one in every} | set(made)
    for workload in of_kind(every, "Deployment", "Job"):
        pod, where = pod_of(workload), workload["metadata"]["name"]
        shown = {volume["name"]: list(sources(volume)) for volume in pod["volumes"]}
        for source in [("ServiceAccount", pod["serviceAccountName"]), *(source for each in shown.values() for source in each)]:
            if source not in known:
                yield f"{where}: no {' '.join(source)}"
        for container in containers(pod):
            said = settings_text(every, pod) + json.dumps([container.get("args"), container["env"]])
            for mount in container["volumeMounts"]:
                files = set().union(*(made.get(source, set()) for source in shown[mount["name"]]))
                for file in re.findall(re.escape(mount["mountPath"]) + r"/([\w.-]+)", said) if mount["name"] in ("secrets", "documents") else []:
                    if file not in files:
                        yield f"{where}: no file {file}"
            writable = tuple(mount["mountPath"] + "/" for mount in container["volumeMounts"] if not mount.get("readOnly"))
            chosen = json.loads(settings_text(every, pod))
            for key in {"state", "witness-journal"} & set(chosen) if workload["kind"] == "Deployment" else ():
                if not chosen[key].startswith(writable):
                    yield f"{where}: {key} cannot be written"


def network(every):
    for deployment in of_kind(every, "Deployment"):
        name, labels, chosen = deployment["metadata"]["name"], deployment["spec"]["template"]["metadata"]["labels"], settings(every, deployment)
        [container] = pod_of(deployment)["containers"]
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        public = {"https": chosen["port"]} | ({"login": chosen["login-port"]} if "login-port" in chosen else {})
        if ports != public | {"internal": chosen["internal-port"]}:
            yield f"{name}: container ports"
        if {chosen["host"], chosen["internal-host"]} != {"0.0.0.0"}:
            yield f"{name}: host"
        service = named(every, "Service", name)["spec"]
        if service["selector"] != labels or {port["targetPort"]: port["port"] for port in service["ports"]} != public:
            yield f"{name}: service"
        policy = named(every, "NetworkPolicy", name)["spec"]
        opened = {port["port"] for rule in policy["ingress"] if "from" not in rule for port in rule["ports"]}
        watched = {port["port"] for rule in policy["ingress"] if rule.get("from") for port in rule["ports"]}
        if policy["podSelector"] != {"matchLabels": labels} or policy["policyTypes"] != ["Ingress"] or opened != set(public) or watched != {"internal"}:
            yield f"{name}: network policy"
        for probe, path in PROBES.items():
            get = container[probe]["httpGet"]
            if get != {"path": path, "port": "internal"} or path not in HEALTH:
                yield f"{name}: {probe}"


def life(every):
    """Replicas, updates and the end of a pod."""
    for deployment in of_kind(every, "Deployment"):
        name, chosen = deployment["metadata"]["name"], settings(every, deployment)
        if deployment["spec"]["selector"] != {"matchLabels": deployment["spec"]["template"]["metadata"]["labels"]}:
            yield f"{name}: selector"
        if pod_of(deployment)["terminationGracePeriodSeconds"] <= chosen["drain-seconds"] + chosen["shutdown-seconds"]:
            yield f"{name}: graceful period"
        if deployment["spec"]["replicas"] > 1:
            if not any(budget["spec"]["selector"] == deployment["spec"]["selector"] for budget in of_kind(every, "PodDisruptionBudget")):
                yield f"{name}: disruption budget"
        elif deployment["spec"]["strategy"] != {"type": "Recreate"}:
            yield f"{name}: two at once"


def images(every):
    for workload in of_kind(every, "Deployment", "Job"):
        for container in containers(pod_of(workload)):
            if not re.fullmatch(r"registry\.example/wallet-(provider|config|issuer|verifier):" + re.escape(VERSION), container["image"]):
                yield f"{workload['metadata']['name']}: image"


def proxies(every):
    """The examples trust nobody: a network of pods or nodes would let clients choose their address."""
    for deployment in of_kind(every, "Deployment"):
        for proxy in settings(every, deployment).get("trusted-proxy", []):
            if not ipaddress.ip_network(proxy).subnet_of(NOBODY):
                yield f"{deployment['metadata']['name']}: trusts {proxy}"


def problems(every):
    return [problem for rule in (confinement, references, network, life, images, proxies) for problem in rule(every)]
