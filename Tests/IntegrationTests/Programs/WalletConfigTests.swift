// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

/// `wallet-config` as a process: the operators' tasks, and inputs that must be refused without a change.
@Suite(.timeLimit(.minutes(20))) struct WalletConfigTests {
    @Test func `a document signed with a new key is checked and served`() async throws {
        let tools = try ConfigurationTools()
        try tools.write(ConfigurationTools.policy, to: "policy.json")
        try tools.write(tools.configuration(), to: "configuration.json")
        #expect(try await tools.createKey().status == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: tools.path("key.json"))[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(try await tools.sign(version: "1").status == 0)
        let configuration = try await tools.sign("configuration", "configuration.json", version: "1", output: "configuration.jwt")
        #expect(configuration.status == 0, "\(configuration.errors)")
        for name in ["configuration.jwt", "update-policy.jwt"] {
            let check = try await tools.run("check", tools.path(name), "--signers", tools.path("signers.json"))
            #expect(check.status == 0 && check.output.contains("good: version 1, environment test"), "\(check.output)")
        }
        let serve = try await tools.run("serve", "--state", tools.directory.path, "--port", "0", stoppingAt: "serving")
        #expect(serve.status == 0 && !serve.errors.contains("not taken"), "\(serve.errors)")
        #expect(serve.errors.contains("document=configuration") && serve.errors.contains("document=update-policy"))
    }

    @Test func `a key file is never overwritten, and no message contains its secret`() async throws {
        let tools = try ConfigurationTools()
        #expect(try await tools.createKey().status == 0)
        let (key, signers) = (tools.bytes("key.json"), tools.bytes("signers.json"))
        for (name, environment, id) in [("key.json", "test", "k2"), ("other.json", "production", "k2"), ("other.json", "test", "k1")] {
            let run = try await tools.createKey(name, environment: environment, keyID: id)
            #expect(run.status == 1)
            #expect(tools.bytes("key.json") == key && tools.bytes("signers.json") == signers && tools.bytes("other.json") == nil)
        }
        #expect(try await tools.createKey("other.json", keyID: "k2").status == 0)
        #expect(tools.bytes("signers.json") != signers)
        #expect(try await tools.createKey("third.json", environment: "Test", keyID: "k3").status == 64)
        #expect(try await tools.createKey("third.json", keyID: "k 3").status == 1)

        try tools.write(ConfigurationTools.policy, to: "policy.json")
        let text = try #require(key.map { String(decoding: $0, as: UTF8.self) })
        let secret = try #require(text.firstMatch(of: /"d":"([^"]+)"/)?.output.1)
        try tools.write(text.replacing("\"kid\":\"k1\"", with: "\"kid\":\"k1\",\"more\":1"), to: "broken.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: tools.path("broken.json"))
        let broken = try await tools.sign(version: "1", key: "broken.json")
        #expect(broken.status == 1 && broken.errors.contains("broken.json") && !broken.errors.contains(secret))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: tools.path("key.json"))
        let open = try await tools.sign(version: "1")
        #expect(open.status == 1 && open.errors.contains("chmod 600") && tools.bytes("update-policy.jwt") == nil)
    }

    @Test func `a version that is not higher, or a key that phones do not trust, is refused`() async throws {
        let tools = try ConfigurationTools()
        try tools.write(ConfigurationTools.policy, to: "policy.json")
        _ = try await tools.createKey()
        _ = try await tools.createKey("new.json", keyID: "k2")
        #expect(try await tools.sign(version: "5").status == 0)
        let document = tools.bytes("update-policy.jwt")
        for version in ["5", "4", "1"] {
            let run = try await tools.sign(version: version)
            #expect(run.status == 1 && run.errors.contains("version 5") && run.errors.contains("--version 6"), "\(run.errors)")
        }
        let unknown = try await tools.sign(version: "6", key: "new.json")
        #expect(unknown.status == 1 && unknown.errors.contains("--signers"))
        let wrong: [[String]] = [["0"], ["-1"], ["x"], ["9007199254740992"]]
        for version in wrong { #expect(try await tools.sign(version: version[0]).status == 64) }
        #expect(try await tools.sign(version: "6", days: "367").status == 64)
        #expect(try await tools.sign(version: "6", environment: "production").status == 1)
        #expect(try await tools.sign(version: "6", key: "nowhere.json").status == 1)
        #expect(try await tools.sign("configuration", version: "6").status == 1)
        #expect(tools.bytes("update-policy.jwt") == document)
        #expect(try await tools.sign(version: "6", key: "new.json", signers: "signers.json").status == 0)
        #expect(tools.bytes("update-policy.jwt") != document)
    }

    @Test func `of several concurrent signers one succeeds for each version`() async throws {
        let tools = try ConfigurationTools()
        try tools.write(ConfigurationTools.policy, to: "policy.json")
        _ = try await tools.createKey()
        let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<6 { group.addTask { try await tools.sign(version: "1").status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [0, 1, 1, 1, 1, 1])
    }

    @Test func `check prints all problems, and its exit code is 0 only if phones accept the document`() async throws {
        let tools = try ConfigurationTools()
        try tools.write(#"{"rules":[{"versions":"1.0","state":"kill"}],"surprise":1}"#, to: "bad.json")
        let bad = try await tools.run("check", tools.path("bad.json"))
        #expect(bad.status == 1)
        for place in ["available: missing", "rules[0].versions", "rules[0].state", "surprise"] { #expect(bad.output.contains(place)) }
        let sequence = Data([0x30, 0x82, 0, 196] + [UInt8](repeating: 7, count: 196)).base64EncodedString()
        let der = Data([0x30, 0x81, 196] + [UInt8](repeating: 7, count: 196)).base64EncodedString()
        for root in [sequence, der] {
            try tools.write(tools.configuration(root: root), to: "root.json")
            let run = try await tools.run("check", tools.path("root.json"))
            #expect(run.status == 1 && run.output.contains("provider.tls_roots"), "\(run.output)")
        }
        try tools.write(
            #"{"available":["1.0.0"],"rules":[{"versions":">2.0.0,<1.0.0","state":"ok"},{"versions":"<3.0.0","state":"block"}]}"#,
            to: "odd.json")
        let odd = try await tools.run("check", tools.path("odd.json"))
        #expect(odd.status == 0 && odd.output.contains("no version is in this range") && odd.output.contains("1.0.0 is itself blocked"))
        for arguments in [["check"], ["check", tools.path("nowhere")], ["check", tools.directory.path], ["check", "/dev/zero"]] {
            #expect(try await ProgramRun(arguments, of: "wallet-config").status == 2)
        }
    }

    @Test func `check verifies a document's signer, environment and validity`() async throws {
        let tools = try ConfigurationTools()
        try tools.write(ConfigurationTools.policy, to: "policy.json")
        _ = try await tools.createKey()
        _ = try await tools.sign(version: "1")
        let document = tools.path("update-policy.jwt")
        #expect(try await tools.run("check", document).status == 2)
        let late = try await tools.run("check", document, "--signers", tools.path("signers.json"), "--time", "2100-01-01T00:00:00Z")
        #expect(late.status == 1 && late.output.contains("expired"))
        let kind = try await tools.run("check", document, "--signers", tools.path("signers.json"), "--kind", "configuration")
        #expect(kind.status == 2)
        let signers = try #require(tools.bytes("signers.json").map { String(decoding: $0, as: UTF8.self) })
        try tools.write(signers.replacing("\"test\"", with: "\"production\""), to: "production.json")
        let other = try await tools.run("check", document, "--signers", tools.path("production.json"))
        #expect(other.status == 1 && other.output.contains("environment"))
    }

    @Test func `diff prints each change and the phones that it affects`() async throws {
        let tools = try ConfigurationTools()
        try tools.write(ConfigurationTools.policy, to: "policy.json")
        try tools.write(
            #"{"available":["1.2.0","1.3.0"],"rules":[{"versions":"<1.1.0","state":"warn","blocks_at":"2199-01-01T00:00:00Z"},{"versions":"<1.0.0","state":"block"}]}"#,
            to: "next.json")
        let same = try await tools.run("diff", tools.path("policy.json"), tools.path("policy.json"))
        #expect(same.status == 0 && same.output.isEmpty)
        let policy = try await tools.run("diff", tools.path("policy.json"), tools.path("next.json"))
        #expect(policy.status == 1)
        #expect(
            policy.output == """
                versions from 1.0.0 before 1.1.0: ok → warn, block from 2199-01-01T00:00:00Z
                version 1.3.0: users can get it now

                """)
        let old = try tools.configuration()
        try tools.write(old, to: "old.json")
        try tools.write(
            old.replacing("\"inactivity_seconds\":300", with: "\"inactivity_seconds\":600").replacing(
                "apps.example", with: "store.example"), to: "new.json")
        let configuration = try await tools.run("diff", tools.path("old.json"), tools.path("new.json"))
        #expect(configuration.status == 1)
        #expect(
            configuration.output == """
                iPhones: app_stores.ios: https://apps.example → https://store.example
                every wallet: lock_timeouts.inactivity_seconds: 300 → 600

                """)
        #expect(try await tools.run("diff", tools.path("old.json"), tools.path("policy.json")).status == 2)
        #expect(try await tools.run("diff", tools.path("old.json")).status == 2)
    }

    @Test func `a document that phones would refuse or could not use is not signed`() async throws {
        let tools = try ConfigurationTools()
        _ = try await tools.createKey()
        try tools.write(ConfigurationTools.policy, to: "policy.json")
        #expect(try await tools.sign(version: "1").status == 0)
        let document = tools.bytes("update-policy.jwt")
        for (when, says) in [("2020-02-01T00:00:00Z", "expired already"), ("2190-01-01T00:00:00Z", "--ahead")] {
            let run = try await tools.sign(version: "2", more: ["--issued-at", when])
            #expect(run.status == 1 && run.errors.contains(says), "\(run.errors)")
        }
        #expect(tools.bytes("update-policy.jwt") == document)
        #expect(try await tools.sign(version: "2", more: ["--issued-at", "2190-01-01T00:00:00Z", "--ahead"]).status == 0)
        // DER, but not a certificate.
        let root = Data([0x30, 0x81, 0xC8] + [UInt8](repeating: 5, count: 200)).base64EncodedString()
        try tools.write(tools.configuration(root: root), to: "configuration.json")
        let useless = try await tools.sign("configuration", "configuration.json", version: "1", output: "configuration.jwt")
        #expect(useless.status == 1 && useless.errors.contains("not a certificate"), "\(useless.errors)")
        #expect(tools.bytes("configuration.jwt") == nil)
    }

    @Test func `serve starts and reports if there are no documents, but does not start without signers`() async throws {
        let tools = try ConfigurationTools()
        #expect(try await tools.run("serve", "--state", tools.directory.path, "--port", "0").status == 1)
        _ = try await tools.createKey()
        let run = try await tools.run("serve", "--state", tools.directory.path, "--port", "0", stoppingAt: "serving")
        #expect(run.status == 0 && run.errors.contains("document not taken"))
        #expect(try await tools.run("serve", "--state", tools.directory.path, "--port", "70000").status == 64)
        #expect(try await tools.run("serve", "--state", tools.directory.path, "--tls-key", "x").status == 64)
    }
}
