# SPDX-License-Identifier: EUPL-1.2
"""What the tests of the packaging share."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r'static let version = "(.*)"', (ROOT / "Sources/Base/BuildInfo/BuildInfo.swift").read_text())[1]
