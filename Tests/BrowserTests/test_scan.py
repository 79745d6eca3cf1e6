# SPDX-License-Identifier: EUPL-1.2
"""UC9.9: the camera is asked for, refused and allowed again; a picture of a QR code is held before it."""
import pathlib

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)

PICTURES = pathlib.Path(__file__).parent.parent / "Fixtures" / "QRPictures"


def scans(phone):
    """From the dashboard to the scanner, by the drawer."""
    phone.takes("Dashboard", "1.1b")
    phone.sees("ChooseHow", "3.1")
    phone.photo("scan-choose")
    phone.takes("ChooseHow", "3.1a")


def asked(phone):
    """The system's question on the glass."""
    box = phone.page.locator('#glass [data-sensor="camera"]')
    box.wait_for(state="visible")
    return box


def answers_question(phone, action):
    phone.press(asked(phone).locator(f'button[data-action="{action}"]'))
    phone.page.locator('#glass [data-sensor="camera"]').wait_for(state="detached")


def holds(phone, name):
    """Holds a picture before the camera, chosen as a file."""
    with phone.page.expect_file_chooser() as chooser:
        phone.press(phone.control("camera-picture"))
    with phone.page.expect_response(lambda response: response.url.endswith("/camera")) as answer:
        chooser.value.set_files(PICTURES / name)
    return answer.value.status


def test_the_camera_is_asked_for_refused_and_allowed_in_the_settings(phone):
    phone.registers()
    phone.obtains_pid()
    scans(phone)
    asked(phone)
    phone.photo("scan-question")
    answers_question(phone, "camera-refuse")
    phone.sees("CameraNeeded", "2.1")
    if phone.kind == "android":
        # An Android phone asks once more.
        phone.takes("CameraNeeded", "2.1c")
        answers_question(phone, "camera-refuse")
        phone.sees("CameraNeeded", text="settings of your phone")
    phone.photo("scan-camera-needed")
    phone.takes("CameraNeeded", "2.1d", is_heard=False)
    switch = phone.page.locator('#glass .system-app [role="switch"]')
    expect(switch).to_have_attribute("aria-checked", "false")
    phone.photo("scan-settings")
    phone.press(switch)
    expect(switch).to_have_attribute("aria-checked", "true")
    phone.device("foreground")
    phone.sees("ScanQRCode", "1.3")
    phone.photo("scan-looking")
    phone.takes("ScanQRCode", "1.3d")
    expect(phone.glass("ScanQRCode").locator('.viewfinder[data-light="on"]')).to_be_visible()
    phone.took_all(["UC9.9/1.1b", "UC9.9/1.2b", "UC9.9/2.1d", "UC9.9/1.1a"])
    phone.takes("ScanQRCode", "1.3b")
    phone.sees("Dashboard")


def test_a_code_that_is_not_for_this_app_says_so_and_is_not_read_again(phone):
    phone.registers()
    phone.obtains_pid()
    phone.device("camera-granted")
    phone.opens_menu()
    phone.takes("AppMenu", "1.1c")
    phone.sees("ScanQRCode", "1.3")
    assert holds(phone, "conformance-1.png") == 200
    phone.sees("NotACode", "3.1")
    phone.photo("scan-not-a-code")
    phone.takes("NotACode", "3.1a")
    phone.sees("ScanQRCode", "1.3")
    # The picture is still there; another one is read.
    expect(phone.glass("ScanQRCode").locator(".viewfinder-picture")).to_be_visible()
    assert phone.rows().count("UC9.9/1.3a") == 1
    assert holds(phone, "conformance-2.png") == 200
    phone.sees("NotACode", "3.1")
    phone.takes("NotACode", "3.1a")
    phone.takes("ScanQRCode", "1.3b")
    phone.sees("AppMenu")


def test_what_is_no_picture_is_refused_and_the_camera_looks_on(phone, tmp_path):
    phone.registers()
    phone.obtains_pid()
    phone.device("camera-granted")
    scans(phone)
    phone.sees("ScanQRCode", "1.3")
    assert holds(phone, "too-wide.png") == 413
    expect(phone.page.locator("#bench-alert")).to_contain_text("too large")
    assert holds(phone, "README.md") == 422
    expect(phone.page.locator("#bench-alert")).to_contain_text("no PNG picture")
    assert holds(phone, "none.png") == 200
    expect(phone.page.locator("#bench-alert")).to_contain_text("no QR code")
    phone.sees("ScanQRCode", "1.3")
    phone.device("camera-denied")
    phone.takes("ScanQRCode", "1.3b")
    phone.sees("Dashboard")
