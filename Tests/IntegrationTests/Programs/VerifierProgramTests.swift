// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import TestEnvironment
import Testing

/// `wallet-verifier` as a process: parties and their files, and `check`.
@Suite(.timeLimit(.minutes(20))) struct VerifierProgramTests {
    private let place: TemporaryDirectory

    init() async throws { place = try TemporaryDirectory() }

    private func run(_ arguments: String...) async throws -> ProgramRun { try await ProgramRun(arguments, of: "wallet-verifier") }

    /// Makes a registrar and a party; returns the lines that `party add` printed.
    private func addParty(_ more: [String] = []) async throws -> [String] {
        let registrar = place.path("registrar")
        for command in [
            ["registrar", "init", registrar],
            [
                "registrar", "access", registrar, "--name", "Bookshop", "--identifier", "NTRNL-12345678", "--country", "NL", "--dns-name",
                "localhost", "--output", place.path("shop"),
            ],
        ] {
            let run = try await ProgramRun(command, of: "wallet-verifier")
            try #require(run.status == 0, "\(run.errors)")
        }
        let command = [
            "party", "add", "shop", "--state", place.path("state"), "--certificate", place.path("shop.pem"), "--key",
            place.path("shop-key.pem"),
        ]
        let run = try await ProgramRun(command + more, of: "wallet-verifier")
        try #require(run.status == 0, "\(run.errors)")
        return run.output.split(separator: "\n").map(String.init)
    }

    private var description: URL { URL(filePath: place.path("state/parties/shop/party.json")) }

    private func described() throws -> JSONObject { try JSONObject(parsing: Array(Data(contentsOf: description))) }

    /// Starts a server, which must not start.
    private func serve(publicURL: String = "https://localhost:1") async throws -> ProgramRun {
        try await run(
            "serve", "--state", place.path("state"), "--sd-jwt-root", place.path("registrar/access-root.pem"), "--host", "127.0.0.1",
            "--plain-http", "--port", "0", "--public-url", publicURL)
    }

    @Test func `a party's key is printed once and stored as its hash, and a new one replaces it`() async throws {
        let printed = try await addParty(["--webhook", "https://shop.example/hook"])
        #expect(printed.count == 2 && Set(printed).count == 2)
        let key = try #require(printed.first)
        let text = try String(contentsOf: description, encoding: .utf8)
        #expect(!printed.contains { text.contains($0) })
        let hash = { (key: String) in JSONValue.string(Base64URL.encode(SHA256.hash(data: Array(key.utf8)))) }
        #expect(try described()["api_key_sha256"] == hash(key))
        for name in ["party.json", "key.pem", "webhook.key"] {
            let file = try FileManager.default.attributesOfItem(atPath: place.path("state/parties/shop/\(name)"))
            #expect((file[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
        }
        let list = try await run("party", "list", "--state", place.path("state"))
        #expect(list.status == 0 && list.output == "shop\tdefault: cross_device, same_device\n")
        let renewed = try await run("party", "key", "shop", "--state", place.path("state"))
        let next = renewed.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(renewed.status == 0 && next != key)
        #expect(try described()["api_key_sha256"] == hash(next))
        let again = try await run(
            "party", "add", "shop", "--state", place.path("state"), "--certificate", place.path("shop.pem"), "--key",
            place.path("shop-key.pem"))
        #expect(again.status != 0 && again.errors.contains("exists"))
        #expect(try described()["api_key_sha256"] == hash(next))
    }

    @Test func `a description with a fault stops the server, which names file and member, and no value`() async throws {
        _ = try await addParty()
        let good = try described()
        let changes: [(name: String, value: JSONValue, words: String)] = [
            ("return_urls", ["canary"], "it has an unknown member"), ("api_key_sha256", "canary", "api_key_sha256 is 32 bytes"),
            ("key", "../canary", "key is the name of a file"), ("uses", [], "uses is a list"),
            ("uses", [["name": "canary", "session_types": []]], "session_types has"),
            ("uses", [["name": "a", "session_types": ["same_device"], "return_urls": ["http://canary"]]], "return_urls has https"),
            ("webhook", ["url": "http://canary", "key": "webhook.key"], "webhook.url is an https address"),
            ("public_url", "http://canary.example", "public_url is https://host[:port]"),
            ("public_url", "https://canary.example/path", "public_url is https://host[:port]"),
            ("name", "canary", "name must be that of the folder"), ("client_id", "canary:x", "client_id is not"),
        ]
        for (name, value, words) in changes {
            var changed = good
            changed.set(name, value)
            try Data(changed.encode()).write(to: description)
            let run = try await serve()
            #expect(run.status != 0 && run.errors.contains("party.json") && run.errors.contains(words), "\(name): \(run.errors)")
            #expect(!run.errors.contains("canary"), "\(run.errors)")
        }
    }

    @Test func `a key of another party, and a host that the certificate does not name, stop the server`() async throws {
        _ = try await addParty()
        let host = try await serve(publicURL: "https://other.example")
        #expect(host.status != 0 && host.errors.contains("does not name the server's host other.example"), "\(host.errors)")
        var changed = try described()
        changed.set("public_url", "https://own.example")
        try Data(changed.encode()).write(to: description)
        let own = try await serve()
        let words = "does not name the server's host own.example; see public_url in party.json"
        #expect(own.status != 0 && own.errors.contains(words), "\(own.errors)")
        try Data(P256.Signing.PrivateKey().pemRepresentation.utf8).write(to: URL(filePath: place.path("state/parties/shop/key.pem")))
        let key = try await serve()
        #expect(key.status != 0 && key.errors.contains("is not the key of certificate.pem"), "\(key.errors)")
    }

    @Test func `check names what is no evidence, with 1, and a file that is not there, with 2`() async throws {
        let made = try await run("registrar", "init", place.path("registrar"))
        try #require(made.status == 0, "\(made.errors)")
        let root = place.path("registrar/access-root.pem")
        for text in ["", "{}", #"{"payload":"e30","protected":"e30","signature":"AA"}"#] {
            try Data(text.utf8).write(to: URL(filePath: place.path("evidence.json")))
            let run = try await run("check", place.path("evidence.json"), "--access-root", root, "--sd-jwt-root", root)
            #expect(run.status == 1 && run.output == "FAULT\tfile\tmalformed\n", "\(run.output)\(run.errors)")
        }
        let missing = try await run("check", place.path("nowhere.json"), "--access-root", root, "--sd-jwt-root", root)
        #expect(missing.status == 2 && missing.output.isEmpty)
        let rootless = try await run("check", place.path("evidence.json"), "--access-root", root)
        #expect(rootless.status == 2 && rootless.errors.contains("no issuer is trusted"))
    }
}
