// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing
import WalletConfiguration

/// The member `sharing` of a configuration, with both sides of every limit.
struct SharingSettingsTests {
    private let samples = Samples()

    /// Settings with every member.
    private static let sharing: JSONObject = [
        "access_roots": [Samples.base64(Samples.root(4))],
        "registrar_roots": [Samples.base64(Samples.root(5)), Samples.base64(Samples.root(6))],
        "tls_roots": [Samples.base64(Samples.root(7))],
        "over_asking": "refuse", "unverified_registration": "refuse",
        "login": [
            "sd_jwt": ["type": "urn:eudi:pid:nl:1", "path": ["domestic", "personal_number"]],
            "mdoc": ["type": "eu.europa.ec.eudi.pid.1", "path": ["eu.europa.ec.eudi.pid.nl.1", "personal_number"]],
        ],
        "type_parents": ["urn:eudi:pid:nl:1": ["urn:eudi:pid:1", "urn:eudi:any:1"], "urn:eudi:pid:pt:1": ["urn:eudi:pid:1"]],
        "approval_seconds": 30,
    ]

    /// A configuration with these settings; with a path, one value of them is changed, or removed for nil.
    private func configuration(_ path: String? = nil, _ value: JSONValue? = nil) -> JSONObject {
        samples.configuration.setting("sharing", .object(path.map { Self.sharing.setting($0, value) } ?? Self.sharing))
    }

    private func problems(_ json: JSONObject) -> [ContentsProblem] {
        do throws(UnacceptableContents) {
            _ = try ConfigurationDocument(json: json)
            return []
        } catch {
            return error.problems
        }
    }

    private static func names(_ count: Int, length: Int = 4) -> JSONValue {
        .array((0..<count).map { .string(String(repeating: "x", count: length - 2) + String(10 + $0)) })
    }

    private static func roots(_ count: Int) -> JSONValue {
        .array((0..<count).map { Samples.base64(Samples.root(UInt8(100 + $0))) })
    }

    private static func types(_ count: Int) -> JSONValue {
        .object(JSONObject((0..<count).map { ("urn:type:\(10 + $0)", ["urn:parent:1"]) }))
    }

    @Test func `settings with every member are read and written as they were`() throws {
        let document = try ConfigurationDocument(json: configuration())
        let sharing = try #require(document.sharing)
        #expect(sharing.accessRoots == [Samples.root(4)] && sharing.registrarRoots == [Samples.root(5), Samples.root(6)])
        #expect(sharing.tlsRoots == [Samples.root(7)] && sharing.approvalSeconds == 30)
        #expect(sharing.overAsking == .refuse && sharing.unverifiedRegistration == .refuse)
        #expect(sharing.login?.sdJWT == SharingSettings.Login.Claim(type: "urn:eudi:pid:nl:1", path: ["domestic", "personal_number"]))
        #expect(sharing.login?.mdoc.path == ["eu.europa.ec.eudi.pid.nl.1", "personal_number"])
        #expect(sharing.typeParents["urn:eudi:pid:nl:1"] == ["urn:eudi:pid:1", "urn:eudi:any:1"] && sharing.typeParents.count == 2)
        #expect(document.json["sharing"] == .object(Self.sharing))
        #expect(try ConfigurationDocument(json: document.json) == document)
    }

    @Test func `settings with only their roots warn, know no login, and give 300 seconds`() throws {
        var json = Self.sharing
        for name in ["over_asking", "unverified_registration", "login", "type_parents", "approval_seconds"] { _ = json.remove(name) }
        let document = try ConfigurationDocument(json: samples.configuration.setting("sharing", .object(json)))
        let roots = [[Samples.root(4)], [Samples.root(5), Samples.root(6)], [Samples.root(7)]]
        #expect(document.sharing == SharingSettings(accessRoots: roots[0], registrarRoots: roots[1], tlsRoots: roots[2]))
        #expect(document.sharing?.overAsking == .warn && document.sharing?.unverifiedRegistration == .warn)
        #expect(document.sharing?.login == nil && document.sharing?.typeParents == [:] && document.sharing?.approvalSeconds == 300)
        guard case .object(let written)? = document.json["sharing"] else {
            Issue.record("the settings are not written")
            return
        }
        #expect(!written.has("login") && !written.has("type_parents"))
        #expect(try ConfigurationDocument(json: document.json) == document)
    }

    @Test func `without the settings a configuration has the bytes that it had before they existed`() throws {
        let without = try ConfigurationDocument(json: samples.configuration)
        #expect(without.sharing == nil && without.json.encode() == samples.configuration.encode())
        #expect(!String(decoding: without.json.encode(), as: UTF8.self).contains("sharing"))
        var with = try ConfigurationDocument(json: configuration())
        #expect(with.json.encode() != samples.configuration.encode())
        with.sharing = nil
        #expect(with.json.encode() == samples.configuration.encode())
    }

    @Test(
        arguments: [
            ("access_roots", roots(8)), ("registrar_roots", roots(8)), ("tls_roots", roots(8)), ("over_asking", "warn"),
            ("approval_seconds", 300), ("type_parents", types(32)), ("type_parents.urn:eudi:pid:nl:1", names(8, length: 256)),
            ("login.sd_jwt.path", names(1)), ("login.sd_jwt.path", names(16, length: 256)),
        ] as [(String, JSONValue)])
    func `a value at its limit is accepted`(_ path: String, _ value: JSONValue) {
        #expect(problems(configuration(path, value)) == [])
    }

    /// No list, none, nine, no DER, no base64, a longer and a larger certificate than allowed, and one twice.
    private static let refusedRoots: [JSONValue] = [
        .null, "system", [], roots(9), ["AAAA"], ["-----BEGIN CERTIFICATE-----"],
        [Samples.base64([UInt8](repeating: 0x30, count: 300))], [Samples.base64(Samples.root(1) + [0])],
        [Samples.base64(Samples.root(1, count: 4097))], [Samples.base64(Samples.root(1)), Samples.base64(Samples.root(1))],
    ]

    @Test(arguments: ["access_roots", "registrar_roots", "tls_roots"], refusedRoots)
    func `roots that are not 1 to 8 different certificates are refused, of whomever`(_ name: String, _ roots: JSONValue) {
        #expect(problems(configuration(name, roots)).map(\.path) == ["sharing.\(name)"])
    }

    @Test(arguments: ["access_roots", "tls_roots"])
    func `a root of verifiers is refused as a registrar's, because they could register themselves`(_ name: String) {
        let shared = Samples.base64(Samples.root(9))
        let settings = Self.sharing.setting("registrar_roots", [Samples.base64(Samples.root(5)), shared])
            .setting(name, [Samples.base64(Samples.root(4)), shared])
        let found = problems(samples.configuration.setting("sharing", .object(settings)))
        let reason = "a certificate of \(name); verifiers could register themselves"
        #expect(found == [ContentsProblem(path: "sharing.registrar_roots", reason)])
    }

    @Test func `access certificates and connections may have the same root`() {
        #expect(problems(configuration("tls_roots", [Samples.base64(Samples.root(4))])) == [])
    }

    @Test(
        arguments: [
            ("over_asking", "allow"), ("over_asking", "Warn"), ("over_asking", ""), ("over_asking", true), ("over_asking", .null),
            ("unverified_registration", "ignore"), ("unverified_registration", 1),
            ("approval_seconds", 29), ("approval_seconds", 301), ("approval_seconds", "300"), ("approval_seconds", .decimal(30.5)),
            ("login", "personal_number"), ("login", .null),
            ("login.sd_jwt.type", ""), ("login.sd_jwt.type", "a b"), ("login.sd_jwt.path", []), ("login.sd_jwt.path", "personal_number"),
            ("login.sd_jwt.path", names(17)), ("login.mdoc.path", names(1)), ("login.mdoc.path", names(3)),
            ("login.mdoc.type", .string(String(repeating: "x", count: 257))),
        ] as [(String, JSONValue)])
    func `a value outside its limits is refused by its path`(_ path: String, _ value: JSONValue) {
        #expect(problems(configuration(path, value)).map(\.path) == ["sharing.\(path)"])
    }

    @Test(arguments: [.null, 0, "", .string("é"), .string(String(repeating: "x", count: 257))] as [JSONValue])
    func `a path of a login has names only, no index, and no place of an array`(_ step: JSONValue) {
        #expect(problems(configuration("login.sd_jwt.path", ["a", step])).map(\.path) == ["sharing.login.sd_jwt.path[1]"])
    }

    @Test(
        arguments: [
            [:], [], .null, types(33), ["urn:a": []], ["urn:a": names(9)], ["urn:a": "urn:b"], ["urn:a": [1]], ["urn:a": [""]],
            ["urn:a": ["urn:a"]], ["urn:a": ["urn:b", "urn:b"]], ["urn:a": names(1, length: 257)], ["": ["urn:b"]], ["a b": ["urn:b"]],
            .object([String(repeating: "x", count: 257): ["urn:b"]]),
        ] as [JSONValue])
    func `types with no parents, with too many, with themselves, or in another form are refused`(_ types: JSONValue) {
        #expect(problems(configuration("type_parents", types)).map(\.path) == ["sharing.type_parents"])
    }

    @Test(arguments: [
        "access_roots", "registrar_roots", "tls_roots", "login.sd_jwt", "login.mdoc", "login.sd_jwt.type", "login.sd_jwt.path",
        "login.mdoc.type", "login.mdoc.path",
    ])
    func `a missing required member is refused by its name`(_ path: String) {
        #expect(problems(configuration(path, nil)) == [ContentsProblem(path: "sharing.\(path)", "missing")])
    }

    @Test(arguments: ["", "login.", "login.sd_jwt.", "login.mdoc."])
    func `an unknown member is refused at every level`(_ prefix: String) {
        let expected = ContentsProblem(path: "sharing.\(prefix)surprise", "a member that does not belong there")
        #expect(problems(configuration(prefix + "surprise", 1)) == [expected])
    }

    @Test func `all problems are reported together, and none repeats a value`() {
        let json = Self.sharing.setting("over_asking", "canary").setting("type_parents", ["canary": ["canary"]])
            .setting("login.mdoc.path", ["canary"]).setting("approval_seconds", 29)
        let found = problems(samples.configuration.setting("sharing", .object(json)))
        let names: Set = ["over_asking", "type_parents", "login.mdoc.path", "approval_seconds"]
        #expect(Set(found.map(\.path)) == Set(names.map { "sharing.\($0)" }))
        #expect(found.count == 4 && !found.description.contains("canary"))
        #expect(found.map(\.reason).contains("not 2 entries"))
    }

    @Test func `a part with the settings joins the others, but not another with settings`() throws {
        let settings = SharingSettings(
            accessRoots: [Samples.root(4)], registrarRoots: [Samples.root(5)], tlsRoots: [Samples.root(7)],
            typeParents: ["urn:eudi:pid:nl:1": ["urn:eudi:pid:1"]], approvalSeconds: 60)
        let part = ConfigurationPart(json: try JSONObject(parsing: ConfigurationPart(sharing: settings).json.encode()))
        let joined = try ConfigurationPart(json: samples.configuration).joined(with: part)
        #expect(try ConfigurationDocument(json: joined.contents).sharing == settings)
        #expect(throws: UnacceptableContents([ContentsProblem(path: "sharing", "two parts have it")])) { try joined.joined(with: part) }
    }
}
