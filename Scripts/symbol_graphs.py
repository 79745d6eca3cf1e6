# SPDX-License-Identifier: EUPL-1.2
"""Shared code of check-api and docs: the modules of the library products, and their public symbols as the compiler knows them."""
import glob
import json
import os
import subprocess

from swift_source import package

# Modules that are part of no product and whose declarations the modules of products export.
EXPORTED = ["CodedErrors"]


def libraries(root):
    """The modules of each library product, by the product's name."""
    return {product["name"]: product["targets"] for product in package(root)["products"] if "library" in product["type"]}


def modules(root):
    """The modules of the library products, and those that they export."""
    return EXPORTED + sorted(module for targets in libraries(root).values() for module in targets)


def target():
    """The triple for which this machine compiles."""
    return json.loads(subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True).stdout)["target"]["triple"]


def extract(root, module, folder, options=()):
    """Writes the symbol graphs of a compiled module's public declarations to a folder. Returns None, or the reason why there are none."""
    build = os.path.join(root, ".build", "debug")
    # The modules of C that the Swift modules import.
    maps = [path for pattern in (".build/debug/*.build", ".build/checkouts/*/Sources/*/include", ".build/checkouts/*/Sources/*", "Sources/*/*")
            for path in glob.glob(os.path.join(root, pattern, "module.modulemap"))]
    arguments = ["swift", "symbolgraph-extract", "-module-name", module, "-target", target(), "-I", os.path.join(build, "Modules"),
                 "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder, *options]
    for path in maps:
        arguments += ["-Xcc", f"-fmodule-map-file={path}"]
    ran = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if ran.returncode != 0 or not glob.glob(os.path.join(folder, "*.symbols.json")):
        return f"{module} cannot be read; run swift build before:\n{ran.stderr}"
    return None
