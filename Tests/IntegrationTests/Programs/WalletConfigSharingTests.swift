// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ServerKit
import Testing

/// `wallet-config` and the member `sharing`: what `check` and `diff` say of it, and that nothing is added to a configuration without it.
@Suite(.timeLimit(.minutes(20))) struct WalletConfigSharingTests {
    private static let link = #""universal_links":[{"kind":"disclosure","scheme":"openid4vp"}]"#
    private static let noSharing = "note: sharing: missing"
    private static let noLink = "note: universal_links: none of kind disclosure"

    /// A configuration with more members at its front.
    private func configuration(_ tools: ConfigurationTools, with members: [String]) throws -> String {
        try tools.configuration().replacing("{\"lock_timeouts\"", with: "{" + members.map { $0 + "," }.joined() + "\"lock_timeouts\"")
    }

    /// The member with roots in base64.
    private func sharing(_ tools: ConfigurationTools, access: String? = nil, more: String = "") throws -> String {
        let (root, registrar) = (try root(tools), try root(tools, of: "registrar"))
        return #""sharing":{"access_roots":["\#(access ?? root)"],"registrar_roots":["\#(registrar)"],"tls_roots":["\#(root)"]\#(more)}"#
    }

    private func root(_ tools: ConfigurationTools, of name: String = "ca") throws -> String {
        let authority = try DevelopmentCertificateAuthority(directory: tools.directory.appending(path: name), now: Date())
        return Data(authority.rootCertificate).base64EncodedString()
    }

    @Test func `check accepts the settings, and notes them without a link or a link without them`() async throws {
        let tools = try ConfigurationTools()
        let sharing = try sharing(tools)
        let cases: [(members: [String], notes: [String])] = [
            ([], []), ([sharing, Self.link], []), ([sharing], [Self.noLink]), ([Self.link], [Self.noSharing]),
        ]
        for (members, notes) in cases {
            try tools.write(configuration(tools, with: members), to: "configuration.json")
            let run = try await tools.run("check", tools.path("configuration.json"))
            #expect(run.status == 0 && run.output.contains("good"), "\(run.output)")
            for note in [Self.noSharing, Self.noLink] { #expect(run.output.contains(note) == notes.contains(note), "\(run.output)") }
        }
    }

    @Test func `check refuses what phones refuse, with its line, and a root that is no certificate`() async throws {
        let tools = try ConfigurationTools()
        let registrar = try root(tools, of: "registrar")
        let der = Data([0x30, 0x81, 0xC8] + [UInt8](repeating: 5, count: 200)).base64EncodedString()
        for (sharing, words) in [
            (try sharing(tools, access: der), "sharing.access_roots[0]: not a certificate"),
            (try sharing(tools, access: "AAAA"), "line 1: sharing.access_roots: "),
            (try sharing(tools, access: registrar), "line 1: sharing.registrar_roots: a certificate of access_roots; verifiers could"),
            (try sharing(tools, more: #","over_asking":"allow""#), "line 1: sharing.over_asking: not warn or refuse"),
            (try sharing(tools, more: ",\n\"approval_seconds\":301"), "line 2: sharing.approval_seconds: not an integer in 30...300"),
            (try sharing(tools, more: #","canary":1"#), "line 1: sharing.canary: a member that does not belong there"),
        ] {
            try tools.write(configuration(tools, with: [sharing, Self.link]), to: "configuration.json")
            let run = try await tools.run("check", tools.path("configuration.json"))
            #expect(run.status == 1 && run.output.contains(words) && !run.output.contains("good"), "\(run.output)")
        }
    }

    @Test func `diff prints reactions, the claim of a login and parents as text, and roots by their fingerprints`() async throws {
        let tools = try ConfigurationTools()
        let (root, text) = (try root(tools), try tools.configuration())
        func write(_ more: String, to name: String) throws {
            let member = try sharing(tools, more: more)
            try tools.write(text.replacing("{\"lock_timeouts\"", with: "{\(member),\"lock_timeouts\""), to: name)
        }
        func login(_ name: String) -> String {
            #","login":{"sd_jwt":{"type":"t","path":["a","\#(name)"]},"mdoc":{"type":"d","path":["n","e"]}}"#
        }
        try tools.write(text, to: "without.json")
        try write(login("b"), to: "old.json")
        // A type may be named like a list of roots.
        let parents = #""type_parents":{"urn:a":["urn:b","urn:c"],"urn:roots_roots":["urn:b"]}"#
        try write(login("c") + #","over_asking":"refuse",\#(parents),"approval_seconds":60"#, to: "new.json")
        let changed = try await tools.run("diff", tools.path("old.json"), tools.path("new.json"))
        #expect(changed.status == 1)
        #expect(
            changed.output == """
                every wallet: sharing.approval_seconds: 300 → 60
                every wallet: sharing.login.sd_jwt.path: ["a","b"] → ["a","c"]
                every wallet: sharing.over_asking: warn → refuse
                every wallet: sharing.type_parents.urn:a: none → ["urn:b","urn:c"]
                every wallet: sharing.type_parents.urn:roots_roots: none → ["urn:b"]

                """)
        let added = try await tools.run("diff", tools.path("without.json"), tools.path("old.json"))
        #expect(added.status == 1 && !added.output.contains(root))
        for list in ["access", "registrar", "tls"] {
            #expect(added.output.contains("every wallet: sharing.\(list)_roots[sha256:"), "\(added.output)")
        }
        let lines = added.output.split(separator: "\n")
        #expect(lines.count == 10 && lines.allSatisfy { $0.hasPrefix("every wallet: sharing.") && $0.contains(": none → ") })
    }

    @Test func `sign adds no settings, and keeps those that are there`() async throws {
        let tools = try ConfigurationTools()
        _ = try await tools.createKey()
        for (version, members) in [("1", []), ("2", [try sharing(tools), Self.link])] as [(String, [String])] {
            try tools.write(configuration(tools, with: members), to: "configuration.json")
            let run = try await tools.sign("configuration", "configuration.json", version: version, output: "configuration.jwt")
            #expect(run.status == 0, "\(run.errors)")
            let token = try #require(tools.bytes("configuration.jwt").map { String(decoding: $0, as: UTF8.self) })
            let part = try #require(token.split(separator: ".").dropFirst().first).replacing("-", with: "+").replacing("_", with: "/")
            let padded = part + String(repeating: "=", count: (4 - part.count % 4) % 4)
            let payload = String(decoding: try #require(Data(base64Encoded: String(padded))), as: UTF8.self)
            #expect(payload.contains("\"lock_timeouts\"") && payload.contains("\"sharing\"") == !members.isEmpty)
        }
    }
}
