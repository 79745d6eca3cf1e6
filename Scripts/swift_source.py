# SPDX-License-Identifier: EUPL-1.2
"""Shared code of the checks: finding files, reading Swift without comments and string literals, and reporting findings."""
import json
import os
import re
import subprocess
import sys
import tempfile

# One alternation, so that the first of a comment and a string literal wins, as in the compiler.
_SILENT = re.compile(r'//[^\n]*|/\*.*?\*/|(#*)"""(?s:.*?)"""\1|(#+)"[^\n]*?"\2|"(?:\\.|[^"\\\n])*"', re.S)

# A block of code of a page.
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)

_SKIPPED = {"__pycache__", "Vectors", "node_modules"}


def without_comments_and_texts(source):
    """The source with comments and string literals blanked; lines keep their numbers."""
    return _SILENT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), source)


def comments(source):
    """The comments of a source, each with the number of its line. Lines of // that follow each other are one comment."""
    found = []
    for match in _SILENT.finditer(source):
        text, line = match.group(), source.count("\n", 0, match.start()) + 1
        if not text.startswith(("//", "/*")):
            continue
        before = source[source.rfind("\n", 0, match.start()) + 1:match.start()]
        if text.startswith("//") and not before.strip() and found and found[-1][2] == line - 1:
            found[-1][1:] = [found[-1][1] + "\n" + text.lstrip("/"), line]
        else:
            # A comment behind code ends where its line ends.
            found.append([line, text.lstrip("/"), line + text.count("\n") if not before.strip() else 0])
    return [(line, text) for line, text, _ in found]


def without_comments(source):
    """The source without comments, with its string literals."""
    return _SILENT.sub(lambda match: " " if match.group().startswith(("//", "/*")) else match.group(), source)


def files(root, folders, suffixes=None):
    """The sorted paths in the folders, relative to root; optionally limited to some suffixes."""
    for folder in folders:
        for top, directories, names in os.walk(os.path.join(root, folder)):
            directories[:] = sorted(name for name in directories if name not in _SKIPPED and not name.endswith(".docc"))
            for name in sorted(names):
                if suffixes is None or name.endswith(suffixes):
                    yield os.path.relpath(os.path.join(top, name), root)


def headings(text):
    """The headings of a page, in order."""
    return re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.M)


def anchors(text):
    """The anchors of a page's headings, as GitHub makes them."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings(text)}


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def package(root):
    """Package.swift as SwiftPM describes it. SwiftPM leaves locks and folders in the folder for temporary files, so it gets a folder that is removed."""
    with tempfile.TemporaryDirectory() as temporary:
        described = subprocess.run(
            ["swift", "package", "--ignore-lock", "--package-path", root, "dump-package"], check=True,
            capture_output=True, env={**os.environ, "TMPDIR": temporary})
    return json.loads(described.stdout)


def report(check, counted, findings, otherwise=0):
    """Prints the findings and a summary line; exits with 1 if there are findings, otherwise with `otherwise`."""
    for finding in findings:
        print(f"{check}: {finding}")
    print(f"{check}: {counted}: " + ("clean" if not findings else f"{len(findings)} to mend"))
    sys.exit(1 if findings else otherwise)
