# SPDX-License-Identifier: EUPL-1.2
"""The Swift packages that the programs contain: those listed in Packaging/dependencies.tsv, and those that the package manager resolved."""
import csv
import dataclasses
import json
import os
import re
import subprocess

LIST = "Packaging/dependencies.tsv"
COLUMNS = ["package", "version", "tree", "licence", "address"]
# Words that only the text of a licence has.
LICENCES = {
    "Apache-2.0": re.compile(r"Apache License\s+Version 2\.0, January 2004"),
    "MIT": re.compile(r"Permission is hereby granted, free of charge, to any person obtaining a copy"),
}


@dataclasses.dataclass(frozen=True)
class Dependency:
    """A package: `tree` is git's hash of all its files, which unlike a commit is the same in every copy of the package."""
    package: str
    version: str
    tree: str
    licence: str
    address: str


def listed(root):
    """The packages of the list, by name."""
    with open(os.path.join(root, LIST), encoding="utf-8", newline="") as file:
        return {row["package"]: Dependency(**row) for row in csv.DictReader(file, delimiter="\t")}


def folder(root, scratch, address):
    """The folder with the files of a package that were built."""
    return os.path.join(root, scratch, "checkouts", address.rstrip("/").rsplit("/", 1)[-1].removesuffix(".git"))


def licence_files(place):
    """The paths of a package's licence and notices."""
    return sorted(os.path.join(place, name) for name in os.listdir(place) if re.match(r"(LICEN[CS]E|NOTICE|COPYING)", name, re.I))


def licence(place):
    """The SPDX name of a package's licence; empty if its text is none of LICENCES."""
    for file in licence_files(place):
        with open(file, encoding="utf-8") as text:
            words = text.read()
        for name, pattern in LICENCES.items():
            if pattern.search(words):
                return name
    return ""


def tree(place):
    """Git's hash of the files of a package; `changed` if files differ from the package's commit, `missing` if there are none."""
    if not os.path.isdir(place):
        return "missing"
    if subprocess.run(["git", "-C", place, "status", "--porcelain"], check=True, capture_output=True, text=True).stdout:
        return "changed"
    return subprocess.run(["git", "-C", place, "rev-parse", "HEAD^{tree}"], check=True, capture_output=True, text=True).stdout.strip()


def resolved(root, scratch):
    """The packages that Package.resolved names, by name, with the files that stand in the folder of the build."""
    with open(os.path.join(root, "Package.resolved"), encoding="utf-8") as file:
        pins = json.load(file)["pins"]
    found = {}
    for pin in pins:
        address = pin["location"].removesuffix(".git")
        place = folder(root, scratch, address)
        found[pin["identity"]] = Dependency(
            pin["identity"], pin["state"].get("version", "none"), tree(place), licence(place) if os.path.isdir(place) else "", address)
    return found
