# SPDX-License-Identifier: EUPL-1.2
"""Error screens, restarts and bad starts in the browser."""
import json
import os
import shutil
import subprocess
import urllib.error
import urllib.request

import pytest
from conftest import PROGRAM
from phone import PIN, Phone
from playwright.sync_api import expect


def test_a_rooted_phone_is_refused_until_it_is_no_longer_rooted(phone):
    phone.device("rooted")
    phone.launch()
    phone.sees("DeviceInsecure")
    phone.photo("40-device-insecure")
    phone.takes("DeviceInsecure", "DeviceInsecure.retry")
    phone.sees("DeviceInsecure")
    phone.device("rooted")
    phone.takes("DeviceInsecure", "DeviceInsecure.retry")
    phone.sees("IntroductionAddingCards")


@pytest.mark.parametrize("network, screen, photo", [
    ("network-offline", "NoInternet", "41-no-internet"),
    ("network-unreachable", "ServerUnreachable", "42-server-unreachable"),
])
def test_setting_up_without_a_connection_keeps_the_pin_for_the_retry(phone, network, screen, photo):
    phone.launch()
    phone.goes_through_introduction()
    phone.device(network)
    phone.enters("ChoosePIN", PIN)
    phone.enters("RepeatPIN", PIN)
    phone.sees(screen)
    phone.photo(photo)
    phone.device("network-online")
    phone.takes(screen, f"{screen}.retry")
    phone.sees("ConfigureBiometrics")


@pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)
def test_without_a_connection_the_settings_can_be_opened_and_back_leads_to_the_pin(phone):
    phone.launch()
    phone.goes_through_introduction()
    phone.device("network-offline")
    phone.enters("ChoosePIN", PIN)
    phone.enters("RepeatPIN", PIN)
    phone.takes("NoInternet", "13b")
    expect(phone.page.locator(".system-app")).to_contain_text("network and internet")
    phone.device("network-online")
    phone.device("foreground")
    phone.takes("NoInternet", "13a")
    phone.enters("ChoosePIN", PIN)
    phone.enters("RepeatPIN", PIN)
    phone.sees("ConfigureBiometrics")


def test_back_from_a_pin_that_could_not_be_checked_leads_to_the_lock_and_counts_nothing(phone):
    phone.registers()
    phone.kill()
    phone.launch()
    phone.sees("OpenWithPIN")
    phone.device("network-offline")
    phone.enters("OpenWithPIN", "573914")
    phone.takes("NoInternet", "13a")
    phone.sees("OpenWithPIN")
    phone.device("network-online")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaLogin")


def test_LTC52_a_device_that_fails_attestation_sees_the_reason(phone):
    phone.launch()
    phone.goes_through_introduction()
    phone.device("attestation-foreign")
    phone.enters("ChoosePIN", PIN)
    phone.enters("RepeatPIN", PIN)
    phone.sees("DeviceInsecure")
    phone.device("attestation-genuine")
    phone.takes("DeviceInsecure", "DeviceInsecure.retry")
    phone.sees("ConfigureBiometrics")


def test_stopping_and_starting_the_program_is_the_phone_off_and_on(phone, page):
    phone.registers()
    assert phone.program.stop() == 0
    page.goto("about:blank")
    page.problems.clear()
    page.goto(phone.program.start())
    phone.launch()
    phone.sees("OpenWithPIN")
    phone.enters("OpenWithPIN", PIN, keyboard=True)
    phone.sees("AddCardsViaLogin")


def test_a_second_program_on_the_same_state_directory_is_refused_and_changes_nothing(phone):
    phone.registers()
    second = subprocess.run([str(PROGRAM), "--patient", "--state", str(phone.program.state)], capture_output=True, text=True, timeout=240)
    assert second.returncode != 0
    assert "already" in second.stderr + second.stdout
    fresh = subprocess.run([str(PROGRAM), "--patient", "--state", str(phone.program.state), "--fresh"], capture_output=True, text=True, timeout=240)
    assert fresh.returncode != 0
    phone.kill()
    phone.launch()
    phone.sees("OpenWithPIN")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaLogin")


def test_a_broken_store_is_explained_and_never_overwritten(phone):
    phone.registers()
    phone.kill()
    store = next(phone.program.state.rglob("wallet.db"))
    for suffix in ["-wal", "-shm"]:
        extra = store.with_name(store.name + suffix)
        if extra.exists():
            extra.unlink()
    broken = b"not a database " * 400
    store.write_bytes(broken)
    phone.launch()
    phone.sees("StoreProblem")
    phone.photo("43-store-damaged")
    assert store.read_bytes() == broken


def test_the_address_works_once_and_nothing_is_served_without_it(phone, browser):
    origin = phone.page.evaluate("location.origin")
    for path, status in [("/trace", 401), ("/events", 401), ("/answer", 401), ("/nowhere", 404)]:
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(origin + path, data=b"{}" if path == "/answer" else None), timeout=60)
        assert refused.value.code in (status, 401, 403, 405), path
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(origin + "/", headers={"Host": "evil.example"}), timeout=60)
    assert refused.value.code == 421


def test_a_reopened_page_shows_the_same_screen(phone):
    phone.launch()
    phone.sees("IntroductionAddingCards")
    phone.takes("IntroductionAddingCards", "1.1b")
    phone.sees("PrivacyConsiderations")
    phone.page.reload()
    phone.sees("PrivacyConsiderations")
    phone.takes("PrivacyConsiderations", "1.4b")
    phone.sees("ChoosePIN")


def test_every_screen_is_in_dutch_on_a_dutch_phone(phone):
    phone.device("language-nl")
    phone.launch()
    phone.sees("IntroductionAddingCards")
    assert phone.glass("IntroductionAddingCards").get_attribute("lang") == "nl"
    phone.photo("50-dutch-introduction")
    phone.takes("IntroductionAddingCards", "1.1b")
    phone.takes("PrivacyConsiderations", "1.4b")
    phone.sees("ChoosePIN")
    phone.photo("51-dutch-choose-pin")
    assert json.dumps(phone.rows())


def refusal(state, *arguments):
    """Expects the program to refuse to start, and returns its message."""
    ended = subprocess.run([str(PROGRAM), "--patient", "--state", str(state), *arguments], capture_output=True, text=True, timeout=240)
    assert ended.returncode != 0
    return ended.stderr + ended.stdout


def tree(directory):
    return {path.relative_to(directory): path.read_bytes() if path.is_file() else None for path in directory.rglob("*")}


@pytest.mark.parametrize("kind", ["plain", "directory", "link", "other content", "old name"])
def test_another_users_directory_is_refused_unchanged(tmp_path, kind):
    (tmp_path / "phone").mkdir()
    (tmp_path / "phone" / "letter").write_text("dear")
    mark = tmp_path / ".nl-wallet-demo-state"
    match kind:
        case "directory": mark.mkdir()
        case "link": mark.symlink_to(tmp_path / "phone" / "letter")
        case "other content": mark.write_text("mine")
        case "old name": (tmp_path / "nl-wallet-demo").mkdir()
    before = tree(tmp_path)
    assert "did not make" in refusal(tmp_path)
    assert "did not make" in refusal(tmp_path, "--fresh")
    assert tree(tmp_path) == before


def test_fresh_removes_only_what_the_program_made(program):
    program.start()
    program.stop()
    (program.state / "letter").write_text("dear")
    first = (program.state / "apple-ca.pem").read_bytes()
    program.start("--fresh")
    assert (program.state / "letter").read_text() == "dear"
    assert (program.state / "apple-ca.pem").read_bytes() != first


@pytest.mark.parametrize("leftovers", [
    {".nl-wallet-demo-state.new": b"nl-wallet-demo 1: the"},
    {"lock": b"", ".nl-wallet-demo-state.new": b""},
])
def test_a_start_interrupted_before_the_mark_starts_again(program, leftovers):
    program.state.mkdir()
    for name, content in leftovers.items():
        (program.state / name).write_bytes(content)
    program.start()


def test_an_interrupted_first_start_starts_again(program):
    program.start()
    program.stop()
    provider = program.state / "provider"
    for lost in [["keys.sealed", "accounts.sqlite"], ["tls/server.pem"], ["tls/ca.pem", "tls/server.pem", "tls/server-key.pem"]]:
        for name in lost:
            (provider / name).unlink()
        # The witness is created after both, with one of the keys.
        if "keys.sealed" in lost:
            shutil.rmtree(provider / "witness")
        program.start()
        program.stop()
    (provider / "accounts.sqlite").unlink()
    (provider / "first-start").touch()
    program.start()
    assert not (provider / "first-start").exists()


@pytest.mark.parametrize("is_empty", [False, True])
def test_lost_accounts_are_not_replaced_by_an_empty_database(program, is_empty):
    program.start()
    program.stop()
    accounts = program.state / "provider" / "accounts.sqlite"
    log = accounts.with_name("accounts.sqlite-wal")
    assert not log.exists() or log.stat().st_size == 0
    assert accounts.stat().st_mode & 0o077 == 0
    whole = accounts.read_bytes()
    accounts.unlink()
    if is_empty:
        accounts.touch()
    assert "is missing or empty" in refusal(program.state)
    accounts.write_bytes(whole)
    program.start()


def test_wrong_options_and_unusable_directories_get_a_readable_message(program, tmp_path):
    assert "--state" in refusal("")
    assert "two different ports" in refusal(program.state, "--port", "23456", "--provider-port", "23456")
    assert not program.state.exists()
    (program.state / "lock").mkdir(parents=True)
    said = refusal(program.state)
    assert "did not make" in said
    if os.geteuid() != 0:
        program.state.chmod(0)
        said = refusal(program.state)
        program.state.chmod(0o700)
        assert "Permission denied" in said
