# SPDX-License-Identifier: EUPL-1.2
"""The system's Chromium."""
import shutil


def launch(playwright, *arguments):
    """Starts it headless, with additional arguments."""
    executable = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert executable, "Chromium is missing: run Scripts/install-packages test"
    return playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", *arguments])
