// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OAuthMessages
import PythonRun
import RelyingPartyRegistration
import StatusList
import TestEnvironment
import Testing

/// Our certificates, of ETSI TS 119 475 v1.2.1, beside the schemas of v1.1.1: the common members have one form, and the rest is told apart.
struct RegistrationSchemaTests {
    private static let fixtures = URL(filePath: #filePath).appending(path: "../../Fixtures/RegistrationCertificate").standardizedFileURL
    /// The members with one form in both versions.
    private static let common = ["country", "entitlements", "exp", "iat", "name", "policy_id", "purpose", "registry_uri", "status"]
    /// The members that both versions have, in different forms.
    private static let changed = ["credentials", "info_uri", "privacy_policy", "sub", "support_uri"]

    private static func fixture(_ name: String) throws -> JSONObject {
        try JSONObject(parsing: Array(try Data(contentsOf: fixtures.appending(path: name))))
    }

    private static func vector() throws -> (header: JSONObject, claims: JSONObject) {
        let text = try String(contentsOf: fixtures.appending(path: "wrprc.jwt"), encoding: .utf8)
        let parts = text.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ".")
        return (try JSONObject(parsing: Base64URL.decode(parts[0])), try JSONObject(parsing: Base64URL.decode(parts[1])))
    }

    @Test func `the common members of what we write and read keep to the schema of the version before`() async throws {
        let written = try RegistrationCertificate(claims: Registrar.claims()).claims
        let (header, claims) = try Self.vector()
        let example = try Self.fixture("payload-example-1.1.1.json")
        let verdicts = try await Self.judged([
            ("payload", written), ("payload", claims), ("payload", example), ("header", try Registrar.header()), ("header", header),
            ("header", try Self.fixture("header-example-1.1.1.json")),
        ])
        try #require(verdicts.count == 6)
        #expect(verdicts[0].valid == Self.common && verdicts[0].invalid == Self.changed)
        #expect(verdicts[0].unknown == ["srv_description", "sub_ln", "supervisory_authority"])
        #expect(verdicts[0].missing == ["certificate_policy", "dpa", "service"])
        // The vector has no `exp`, and a member that we do not write.
        #expect(verdicts[1].valid == ["certificate_policy"] + Self.common.filter { $0 != "exp" })
        #expect(verdicts[1].invalid == Self.changed && verdicts[1].unknown == verdicts[0].unknown)
        #expect(verdicts[2].isWhole && verdicts[2].invalid.isEmpty && verdicts[2].missing.isEmpty)
        for verdict in verdicts[3...4] {
            #expect(verdict.valid == ["alg", "typ", "x5c"] && verdict.invalid.isEmpty && verdict.unknown.isEmpty)
            #expect(verdict.missing == ["b64", "cty"])
        }
        #expect(verdicts[5].isWhole)
        #expect(verdicts.filter(\.isWhole).count == 2)
    }

    @Test func `a document that is valid under the version before is malformed, whichever of its own members is left`() throws {
        let example = try Self.fixture("payload-example-1.1.1.json")
        #expect(throws: MalformedMessage.self) { try RegistrationCertificate(claims: example) }
        let own = ["sub", "service", "privacy_policy", "info_uri", "dpa", "act", "credentials"]
        for kept in own {
            var claims = example
            for name in own where name != kept { _ = claims.remove(name) }
            #expect(throws: MalformedMessage.self, "\(kept)") { try RegistrationCertificate(claims: claims) }
        }
    }

    @Test func `what both versions share is read alike`() throws {
        var claims = try Self.fixture("payload-example-1.1.1.json")
        for name in ["sub", "service", "privacy_policy", "info_uri", "dpa", "act", "credentials"] { _ = claims.remove(name) }
        let certificate = try RegistrationCertificate(claims: claims)
        #expect(certificate.name == "Webshop" && certificate.country == "FI" && certificate.registry == "https://registry.invalid")
        #expect(certificate.purposes == [LocalizedSentence(language: "en-GB", text: "Required for sending parcels.")])
        #expect(certificate.entitlements == ["https://uri.etsi.org/19475/Entitlement/Service_Provider"])
        #expect(certificate.issuedAt == 1_751_100_000 && certificate.expiresAt == nil && certificate.status?.index == 0)
        // Without what v1.2.1 needs, it covers nothing.
        #expect(certificate.subject == nil && certificate.credentials.isEmpty)
    }

    /// Python's verdict on one document.
    private struct Verdict {
        let isWhole: Bool
        let valid, invalid, unknown, missing: [String]

        init?(_ value: JSONValue) {
            guard case .object(let members) = value, case .bool(let whole)? = members["whole"] else { return nil }
            isWhole = whole
            let lists = ["valid", "invalid", "unknown", "missing"].map { name -> [String] in
                guard case .array(let names)? = members[name] else { return [] }
                return names.compactMap { value -> String? in if case .string(let text) = value { text } else { nil } }
            }
            (valid, invalid, unknown, missing) = (lists[0], lists[1], lists[2], lists[3])
        }
    }

    private static func judged(_ documents: [(kind: String, document: JSONObject)]) async throws -> [Verdict] {
        let directory = try TemporaryDirectory()
        let cases = documents.map { JSONValue.object(["kind": .string($0.kind), "document": .object($0.document)]) }
        try directory.write(JSONValue.array(cases).encode(), to: "cases.json")
        let run = try await PythonRun("RelyingPartyRegistrationTests/Python/schema.py", [fixtures.path, directory.url.path])
        try #require(run.status == 0, "\(run.output)")
        guard case .array(let verdicts) = try JSONValue(parsing: directory.bytes("verdicts.json")) else { return [] }
        return verdicts.compactMap { Verdict($0) }
    }
}
