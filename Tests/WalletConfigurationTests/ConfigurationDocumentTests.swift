// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import Testing
import WalletConfiguration

/// The contents of a configuration, with both sides of every limit.
struct ConfigurationDocumentTests {
    let samples = Samples()

    private func problems(_ json: JSONObject) -> [String] {
        do throws(UnacceptableContents) {
            _ = try ConfigurationDocument(json: json)
            return []
        } catch {
            return error.problems.map(\.path)
        }
    }

    @Test func `the whole configuration round-trips`() throws {
        let document = try ConfigurationDocument(json: samples.configuration)
        #expect(document.json == samples.configuration)
        #expect(document.lockTimeouts.backgroundSeconds == 0 && document.provider.resultKeys.count == 2)
        #expect(document.universalLinks[0].form == .web(host: "app.example", port: 443, path: "/link/disclosure"))
        #expect(document.maintenance?.contains(1_801_432_800) == true)
        #expect(document.maintenance?.contains(1_801_432_799) == false && document.maintenance?.contains(1_801_447_200) == false)
    }

    @Test func `missing optional members get their defaults`() throws {
        var json = samples.configuration
        for name in ["lock_timeouts", "universal_links", "features", "maintenance", "support", "app_stores"] { _ = json.remove(name) }
        json = json.setting("services.pid_issuer", nil).setting("services.revocation_portal", nil)
        let document = try ConfigurationDocument(json: json)
        #expect(document.lockTimeouts == LockTimeouts(warningSeconds: 240, inactivitySeconds: 300, backgroundSeconds: 300))
        #expect(document.features == FeatureSettings() && document.maintenance == nil && document.universalLinks.isEmpty)
        #expect(try ConfigurationDocument(json: document.json) == document)
    }

    @Test func `a time zone is read back, and none is added, because older wallets do not know the member`() throws {
        let bonaire = try ConfigurationDocument(json: samples.configuration.setting("pid.time_zone", "America/Kralendijk"))
        #expect(bonaire.pid?.timeZone == "America/Kralendijk")
        #expect(try ConfigurationDocument(json: bonaire.json) == bonaire)
        let earlier = try ConfigurationDocument(json: samples.configuration)
        #expect(earlier.pid?.timeZone == nil && earlier.json == samples.configuration)
        for name: JSONValue in ["", "Europe/Amsterdam ", "Europe\\Amsterdam", .string(String(repeating: "a", count: 65)), 1] {
            #expect(problems(samples.configuration.setting("pid.time_zone", name)) == ["pid.time_zone"])
        }
    }

    @Test func `an issuer needs its PID, because no country's PID is a default, and without an issuer none is needed`() throws {
        #expect(problems(samples.configuration.setting("pid", nil)) == ["pid"])
        #expect(problems(samples.configuration.setting("pid", .null)) == ["pid"])
        let without = samples.configuration.setting("services.pid_issuer", nil).setting("pid", nil)
        #expect(try ConfigurationDocument(json: without).pid == nil)
        #expect(try ConfigurationDocument(json: without).json == without)
        #expect(problems(without.setting("pid", [:])) == ["pid.sd_jwt", "pid.mdoc"])
    }

    @Test(arguments: [
        "provider", "provider.url", "provider.tls_roots", "provider.certificate_keys", "provider.result_keys", "services",
        "services.configuration", "services.update_policy", "services.pid_issuer.url", "services.configuration.tls_roots",
        "services.pid_issuer.document_roots", "services.pid_issuer.client_id",
        "pid.sd_jwt", "pid.mdoc", "pid.sd_jwt.type", "pid.mdoc.configuration_id",
        "maintenance.from", "maintenance.until",
    ])
    func `a missing required member is reported by its name`(_ path: String) {
        #expect(problems(samples.configuration.setting(path, nil)) == [path])
    }

    @Test(arguments: [
        "", "provider.", "services.", "services.pid_issuer.", "lock_timeouts.", "features.", "maintenance.", "maintenance.text.",
        "support.",
        "app_stores.",
    ])
    func `an unknown member is refused at every level of a configuration`(_ prefix: String) {
        #expect(problems(samples.configuration.setting(prefix + "surprise", 1)) == [prefix + "surprise"])
    }

    @Test(arguments: [["de": "Geduld", "en": "Patience"], ["de": "Geduld"], ["pt-BR": "Paciência", "nds": "Töövt"]] as [JSONObject])
    func `a maintenance text has the languages that the operator chooses, in that order`(_ texts: JSONObject) throws {
        let document = try ConfigurationDocument(json: samples.configuration.setting("maintenance.text", .object(texts)))
        let entries = try #require(document.maintenance?.text?.entries)
        #expect(entries.map { JSONValue.string($0.text) } == texts.members.map { $0.value })
        #expect(entries.map(\.language) == texts.members.map { $0.name })
        #expect(document.json["maintenance"] == samples.configuration.setting("maintenance.text", .object(texts))["maintenance"])
    }

    @Test func `a maintenance text without a language, or with more than 16, is refused`() {
        let many = ["aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh", "ii", "jj", "kk", "ll", "mm", "nn", "oo", "pp", "qq"]
        let texts = many.reduce(into: JSONObject()) { $0.append($1, "x") }
        #expect(problems(samples.configuration.setting("maintenance.text", [:])) == ["maintenance.text"])
        #expect(problems(samples.configuration.setting("maintenance.text", .object(texts))) == ["maintenance.text"])
    }

    @Test(arguments: ["EN", "e", "engl", "en-", "en-x", "en-toolongtag", "en_GB"])
    func `a maintenance text in an unknown form of language is refused`(_ tag: String) {
        #expect(problems(samples.configuration.setting("maintenance.text", .object([tag: "Patience"]))) == ["maintenance.text.\(tag)"])
    }

    @Test func `a problem does not quote an unknown member name that is not a plain word`() {
        #expect(problems(samples.configuration.setting("a b", 1)) == [""])
        #expect(problems(samples.configuration.setting(String(repeating: "a", count: 41), 1)) == [""])
    }

    @Test(
        arguments: [
            ("lock_timeouts.warning_seconds", 9), ("lock_timeouts.warning_seconds", 200),
            ("lock_timeouts.warning_seconds", .decimal(100.5)),
            ("lock_timeouts.inactivity_seconds", 29), ("lock_timeouts.inactivity_seconds", 3601), ("lock_timeouts.background_seconds", -1),
            ("lock_timeouts.background_seconds", 3601), ("lock_timeouts.background_seconds", "300"),
            ("features.biometric_unlock", 1), ("features.configuration_poll_seconds", 59), ("features.configuration_poll_seconds", 604_801),
            ("features.update_policy_poll_seconds", 59), ("features.wallet_status_max_age_seconds", 2_592_001),
            ("features.link_lifetime_seconds", 9), ("features.link_lifetime_seconds", 3601), ("features.pin_practice", 1),
            ("features.pin_practice_after_scans", 0), ("features.pin_practice_after_scans", 1001), ("features.pin_practice_after_days", -1),
            ("features.pin_practice_after_days", 366),
            ("maintenance.until", "2027-01-31T22:00:00Z"), ("maintenance.until", "2027-03-03T22:00:01Z"),
            ("maintenance.from", "2027-01-31"),
            ("maintenance.text.nl", ""), ("maintenance.text.nl", " x"), ("maintenance.text.en", "a\nb"),
            ("maintenance.text.en", "\u{202E}x"),
            ("maintenance.text.en", .string(String(repeating: "x", count: 501))),
            ("support.phone", "0701234567"), ("support.phone", "+31 70"), ("support.phone", "+1234567890123456"),
            ("support.email", "a@b@c"),
            ("support.email", "help@"), ("support.email", "a b@c"), ("support.email", "@c"), ("support.web", "http://help.example"),
            ("support", "none"), ("app_stores.ios", "javascript:alert(1)"), ("app_stores.android", "https://play.example/#x"),
            ("provider.tls_roots", []), ("provider.tls_roots", ["AAAA"]), ("provider.tls_roots", ["-----BEGIN CERTIFICATE-----"]),
            ("provider.certificate_keys", [:]), ("provider.certificate_keys", []), ("provider.result_keys", ["r1": ["kty": "EC"]]),
        ] as [(String, JSONValue)])
    func `a value outside its limits is reported with its path`(_ path: String, _ value: JSONValue) {
        #expect(problems(samples.configuration.setting(path, value)) == [path])
    }

    @Test func `all problems of a configuration are reported together`() {
        let json = samples.configuration.setting("provider.url", "http://x").setting("services.update_policy.url", 3)
            .setting("features.pin_recovery", "no").setting("surprise", .null)
        #expect(problems(json) == ["provider.url", "services.update_policy.url", "features.pin_recovery", "surprise"])
    }

    @Test(arguments: [
        "https://a", "https://provider.example", "https://127.0.0.1:8443", "https://localhost:1", "https://a.b-c.d:65535/x/y.z/~_-",
        "https://xn--caf-dma.example",
    ])
    func `a URL in its canonical form is accepted`(_ text: String) {
        #expect(problems(samples.configuration.setting("provider.url", .string(text))) == [])
    }

    @Test(arguments: [
        "", "https://", "http://a", "HTTPS://a", "https:/a", "https://a/", "https://a//b", "https://A", "https://a.", "https://.a",
        "https://-a",
        "https://a-.b", "https://a:443", "https://a:0", "https://a:01", "https://a:65536", "https://a:", "https://a:8443:1", "https://u@a",
        "https://u:p@a", "https://a/../b", "https://a/.", "https://a/%2e", "https://a\\b", "https://a b", "https://a?x=1", "https://a#x",
        "https://café.example", "https://[::1]", "https://a\n", " https://a", "https://a/b?", "https://a_b",
    ])
    func `any other form of a URL is refused`(_ text: String) {
        #expect(problems(samples.configuration.setting("provider.url", .string(text))) == ["provider.url"])
    }

    @Test func `1 to 8 different roots are accepted, each with 128 to 4096 bytes`() {
        func problems(_ roots: [[UInt8]]) -> [String] {
            self.problems(samples.configuration.setting("provider.tls_roots", .array(roots.map(Samples.base64))))
        }
        #expect(problems((0..<8).map { Samples.root($0, count: 4096) }) == [])
        #expect(problems((0..<9).map { Samples.root($0) }) == ["provider.tls_roots"])
        #expect(problems([Samples.root(1), Samples.root(1)]) == ["provider.tls_roots"])
        #expect(problems([Samples.root(1, count: 4097)]) == ["provider.tls_roots"])
        #expect(problems([Samples.root(1) + [0]]) == ["provider.tls_roots"])
        #expect(problems([[UInt8](repeating: 0x30, count: 300)]) == ["provider.tls_roots"])
    }

    @Test(
        arguments: [
            ["kind": "disclosure", "scheme": "https", "host": "a.example", "path": "/a"],
            ["kind": "transfer", "scheme": "https", "host": "a.example", "port": 8443, "path": "/a/b/c/d/e/f/g/h"],
            ["kind": "credential_offer", "scheme": "openid-credential-offer"],
        ] as [JSONObject])
    func `a valid link is accepted`(_ link: JSONObject) {
        #expect(problems(samples.configuration.setting("universal_links", [.object(link)])) == [])
    }

    @Test(
        arguments: [
            ("kind", ["kind": "other", "scheme": "openid4vp"]), ("scheme", ["kind": "transfer", "scheme": "http"]),
            ("scheme", ["kind": "transfer", "scheme": "javascript"]), ("scheme", ["kind": "transfer", "scheme": "x"]),
            ("scheme", ["kind": "transfer", "scheme": "OpenID"]), ("host", ["kind": "transfer", "scheme": "openid4vp", "host": "a"]),
            ("host", ["kind": "transfer", "scheme": "https", "host": "A", "path": "/a"]),
            ("path", ["kind": "transfer", "scheme": "https", "host": "a"]),
            ("path", ["kind": "transfer", "scheme": "https", "host": "a", "path": "/"]),
            ("path", ["kind": "transfer", "scheme": "https", "host": "a", "path": "/a/"]),
            ("path", ["kind": "transfer", "scheme": "https", "host": "a", "path": "/a/../b"]),
            ("path", ["kind": "transfer", "scheme": "https", "host": "a", "path": "a"]),
            ("path", ["kind": "transfer", "scheme": "https", "host": "a", "path": "/1/2/3/4/5/6/7/8/9"]),
            ("port", ["kind": "transfer", "scheme": "https", "host": "a", "path": "/a", "port": 0]),
        ] as [(String, JSONObject)])
    func `a link with an invalid part is refused`(_ name: String, _ link: JSONObject) {
        #expect(problems(samples.configuration.setting("universal_links", [.object(link)])) == ["universal_links[0].\(name)"])
    }

    @Test func `at most 32 links are accepted, and each only once`() {
        func links(_ count: Int, same: Bool = false) -> JSONValue {
            .array((0..<count).map { ["kind": "disclosure", "scheme": "https", "host": "a", "path": .string("/p\(same ? 0 : $0)")] })
        }
        #expect(problems(samples.configuration.setting("universal_links", links(32))) == [])
        #expect(problems(samples.configuration.setting("universal_links", links(33))) == ["universal_links"])
        #expect(problems(samples.configuration.setting("universal_links", links(2, same: true))) == ["universal_links"])
    }

    @Test(arguments: [
        "2027-01-31T22:00:00+00:00", "2027-01-31T22:00:00", "2027-1-31T22:00:00Z", "2027-02-30T22:00:00Z", "2027-01-31T24:00:00Z",
        "2027-01-31T22:00:60Z", "2027-01-31 22:00:00Z", "2027-01-31t22:00:00z", "2019-12-31T23:59:59Z", "2200-01-01T00:00:00Z", "",
        "2027-01-31T22:00:00.0Z", "２027-01-31T22:00:00Z",
    ])
    func `an instant in any other form is refused`(_ text: String) {
        #expect(Instant(text) == nil)
    }

    @Test func `each instant round-trips`() {
        for seconds: Int64 in [1_577_836_800, 1_709_210_096, 1_800_000_000, 7_258_118_399] {
            #expect(Instant(seconds: seconds).flatMap { Instant($0.text) }?.seconds == seconds)
        }
    }
}
