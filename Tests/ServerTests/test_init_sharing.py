# SPDX-License-Identifier: EUPL-1.2
"""`wallet-config init` with a part that says whom phones trust when they share data."""
import json

import pytest
from test_inits import Installation, der, for_environment, unchanged
from test_messages import certificate, openssl


def sharing(folder, tls_root, **more):
    """The options of a part with these settings."""
    access, _ = certificate(folder, "access-root", host=None, is_authority=True)
    registrar, _ = certificate(folder, "registrar-root", host=None, is_authority=True)
    roots = {"access_roots": [der(access)], "registrar_roots": [der(registrar)], "tls_roots": [der(tls_root)]}
    part = folder / "sharing.json"
    part.write_text(json.dumps({"sharing": {**roots, **more}}))
    return ["--part", part]


@pytest.fixture
def installed(tmp_path):
    """An installation with provider and issuer, and the root of all its certificates."""
    root, _ = certificate(tmp_path, "tls-root", host=None, is_authority=True)
    installation = Installation(tmp_path)
    for done in (installation.issuer("--tls-root", root), installation.provider("--tls-root", root)):
        assert done.returncode == 0, done.stderr
    return installation, root


@pytest.mark.parametrize("given", [False, True])
def test_the_settings_are_those_of_the_part_and_none_are_added_without_it(given, installed, tmp_path):
    installation, root = installed
    options = sharing(tmp_path, root, over_asking="refuse") if given else []
    done = for_environment(installation, "production", "--tls-root", root, *options)
    assert done.returncode == 0 and ("none of kind disclosure" in done.stdout) == given, done.stdout + done.stderr
    contents = json.loads((tmp_path / "made/state/configuration.json").read_text())
    if given:
        assert contents["sharing"]["tls_roots"] == [der(root)] and contents["sharing"]["over_asking"] == "refuse"
        assert "login" not in contents["sharing"] and "type_parents" not in contents["sharing"]
    else:
        assert "sharing" not in contents


def test_settings_that_phones_refuse_and_two_parts_with_them_are_named(installed, tmp_path):
    installation, root = installed
    bad = sharing(tmp_path, root, over_asking="canary")
    done = for_environment(installation, "test", "--tls-root", root, *bad)
    unchanged(tmp_path, done, "sharing.over_asking: not warn or refuse")
    assert "canary" not in done.stderr
    good = sharing(tmp_path, root)
    unchanged(tmp_path, for_environment(installation, "test", "--tls-root", root, *good, *good), "sharing: two parts have it")
    assert not installation.key.exists()


@pytest.mark.parametrize("relation", ["same", "renewed", "certified"])
def test_a_root_of_verifiers_below_a_registrars_root_is_refused(relation, installed, tmp_path):
    installation, root = installed
    _, part = options = sharing(tmp_path, root)
    registrar, key = tmp_path / "registrar-root.pem", tmp_path / "registrar-root-key.pem"
    access, reason = registrar, "sharing.registrar_roots: a certificate of access_roots; verifiers could register themselves"
    if relation != "same":
        reason = "sharing.access_roots[0]: below a registrar's root; verifiers could register themselves"
    if relation == "renewed":
        access = tmp_path / "renewed.pem"
        openssl("x509", "-req", "-in", tmp_path / "registrar-root.csr", "-signkey", key, "-days", 95, "-extfile",
                tmp_path / "registrar-root.ext", "-out", access)
    if relation == "certified":
        access, _ = certificate(tmp_path, "below", host=None, issuer="registrar-root", is_authority=True)
    contents = json.loads(part.read_text())
    contents["sharing"]["access_roots"] = [der(access)]
    part.write_text(json.dumps(contents))
    unchanged(tmp_path, for_environment(installation, "test", "--tls-root", root, *options), reason)
    assert not installation.key.exists()


def test_a_self_signed_certificate_is_no_tls_root_for_verifiers_in_production(installed, tmp_path):
    installation, root = installed
    (tmp_path / "other").mkdir()
    other = Installation(tmp_path / "other")
    assert other.provider().returncode == 0
    options = sharing(tmp_path, tmp_path / "other/provider/tls.pem")
    done = for_environment(installation, "production", "--tls-root", root, *options)
    unchanged(tmp_path, done, "sharing.tls_roots has a self-signed certificate for tests", "wallet-verifier init with --tls-root")
    assert not installation.key.exists()
    done = for_environment(installation, "test", "--tls-root", root, *options)
    assert done.returncode == 0, done.stderr
