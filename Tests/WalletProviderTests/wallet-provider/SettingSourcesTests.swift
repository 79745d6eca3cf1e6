// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import JSON
import ServerCommands
import ServerState
import TestEnvironment
import Testing

@testable import wallet_provider

/// Settings from command line, environment and file.
struct SettingSourcesTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let needed = [
        "serve", "--state", "/state", "--apple-root", "/root.pem", "--apple-app-id", "ABCDE12345.nl.example", "--apple-environment",
        "production",
    ]

    private func complete(_ arguments: [String] = needed, _ environment: [String: String] = [:], file: String? = nil) async throws
        -> [String]
    {
        var arguments = arguments
        if let file {
            try directory.write(Array(file.utf8), to: "config.json")
            arguments += ["--config", directory.path("config.json")]
        }
        return try await WalletProviderProgram.settings.complete(arguments, environment: environment)
    }

    private func serve(_ arguments: [String]) throws -> Serve {
        try #require(try WalletProviderProgram.parseAsRoot(arguments) as? Serve)
    }

    @Test func `the command line overrides the environment, the file and the default, in this order`() async throws {
        let file = #"{"port": 1001, "rounds": 2, "waits": [7], "host": "file", "trusted-proxy": ["10.0.0.0/8", "::1"]}"#
        let environment = ["WALLET_PROVIDER_PORT": "1002", "WALLET_PROVIDER_HOST": "environment", "PATH": "/bin"]
        let command = try serve(try await complete(Self.needed + ["--host", "line"], environment, file: file))
        #expect(command.listener.host == "line" && command.port == 1002 && command.rounds == 2 && command.waits == [7])
        #expect(command.limits.proxies.trustedProxies == ["10.0.0.0/8", "::1"])
        #expect(command.attemptsPerRound == 4)
    }

    @Test func `a list is replaced as a whole`() async throws {
        let file = #"{"trusted-proxy": ["10.0.0.0/8"]}"#
        let line = try serve(try await complete(Self.needed + ["--trusted-proxy=::1"], file: file))
        #expect(line.limits.proxies.trustedProxies == ["::1"])
        let variable = try serve(try await complete(Self.needed, ["WALLET_PROVIDER_TRUSTED_PROXY": "::1,::2"], file: file))
        #expect(variable.limits.proxies.trustedProxies == ["::1", "::2"])
    }

    @Test func `the environment can disable a flag`() async throws {
        let file = #"{"allow-development-roots": true}"#
        #expect(try serve(try await complete(file: file)).allowDevelopmentRoots)
        #expect(
            try !serve(try await complete(Self.needed, ["WALLET_PROVIDER_ALLOW_DEVELOPMENT_ROOTS": "false"], file: file))
                .allowDevelopmentRoots)
    }

    static let refused: [(file: String, words: [String])] = [
        (#"{"prot": 1}"#, ["prot", "did you mean port?", "config.json"]),
        (#"{"hsm-pin": "123456"}"#, ["hsm-pin", "did you mean hsm-pin-file?"]),
        (#"{"databse": "postgresql://canary"}"#, ["did you mean database?"]),
        (#"{"xyzzyxyzzy": "canary"}"#, ["unknown key xyzzyxyzzy"]),
        (#"{"config": "other.json"}"#, ["unknown key config"]),
        (#"{"port": "canary"}"#, ["port in ", "a whole number"]),
        (#"{"port": 1.5}"#, ["a whole number"]),
        (#"{"host": 7}"#, ["host in ", "a text"]),
        (#"{"trusted-proxy": "canary"}"#, ["a list of texts"]),
        (#"{"waits": ["canary"]}"#, ["a list of whole numbers"]),
        (#"{"allow-development-roots": "canary"}"#, ["true or false"]),
        (#"{"port": 1, "port": 2}"#, ["twice"]),
        (#"{"port": {"canary": 1}}"#, ["a whole number"]), (#"{"port": null}"#, ["a whole number"]),
        ("[]", ["no JSON object"]), ("", ["no JSON object"]), ("{\"port\": 1} canary", ["no JSON object"]),
        ("{\"can\\nary\": 1}", ["unknown key can?ary"]),
    ]

    @Test(arguments: refused)
    func `a key that the file must not contain is named, but no value`(_ wrong: (file: String, words: [String])) async throws {
        let error = await #expect(throws: StartError.self) { try await complete(file: wrong.file) }
        let text = try #require(error?.description)
        for word in wrong.words { #expect(text.contains(word), "\(text)") }
        #expect(!text.contains("canary") && !text.contains("123456") && !text.contains("\n"))
    }

    @Test func `a missing file, or one that is not a file, is an error`() async throws {
        for path in [directory.path("none.json"), directory.path("")] {
            await #expect(throws: StartError.self) { try await complete(Self.needed + ["--config=" + path]) }
            await #expect(throws: StartError.self) { try await complete(Self.needed, ["WALLET_PROVIDER_CONFIG": path]) }
        }
    }

    @Test(arguments: [("PROT", "WALLET_PROVIDER_PORT"), ("DATABASE_PASSWORD", "WALLET_PROVIDER_DATABASE_PASSWORD_FILE"), ("X9Q", nil)])
    func `an unknown variable is named with the nearest known one, without its value`(_ wrong: (name: String, meant: String?))
        async throws
    {
        let error = await #expect(throws: StartError.self) { try await complete(Self.needed, ["WALLET_PROVIDER_" + wrong.name: "canary"]) }
        let text = try #require(error?.description)
        #expect(text.contains("WALLET_PROVIDER_" + wrong.name) && !text.contains("canary"))
        if let meant = wrong.meant { #expect(text.contains("did you mean \(meant)?"), "\(text)") }
    }

    @Test func `the other commands use only the locations of accounts and keys`() async throws {
        let file = #"{"state": "/from/file", "host": "serve's own", "port": 1, "database": "postgresql:///wallet"}"#
        let portal = try #require(try WalletProviderProgram.parseAsRoot(try await complete(["portal"], file: file)) as? Portal)
        #expect(portal.backend.state == "/from/file" && portal.backend.database == "postgresql:///wallet")
        #expect(portal.listener.host == "127.0.0.1" && portal.port == 8444)
        for command in [["migrate"], ["keys", "list"], ["audit", "verify"], ["revoke", "--wallet=AAAA"]] {
            let arguments = try await complete(command, file: file)
            #expect(throws: Never.self) { try WalletProviderProgram.parseAsRoot(arguments) }
        }
    }

    @Test func `the portal's own settings begin with its name, and serve ignores them`() async throws {
        let own = #""portal-port": 1001, "portal-public-url": "https://file.example", "portal-trusted-proxy": ["::1"]"#
        let file = #"{"state": "/s", "port": 1, "portal-language": ["de", "en"], \#(own)}"#
        let environment = [
            "WALLET_PROVIDER_PORTAL_PORT": "1002", "WALLET_PROVIDER_PORTAL_LOG_FORMAT": "json",
            "WALLET_PROVIDER_PORTAL_PRODUCT": "Example Wallet",
        ]
        let arguments = try await complete(["portal", "--support-page", "https://line.example/help"], environment, file: file)
        let portal = try #require(try WalletProviderProgram.parseAsRoot(arguments) as? Portal)
        #expect(portal.backend.state == "/s" && portal.port == 1002 && portal.publicURL == "https://file.example")
        #expect(portal.product == "Example Wallet" && portal.languages == ["de", "en"])
        #expect(portal.proxies.trustedProxies == ["::1"] && portal.serving.operation.logFormat == .json)
        #expect(portal.supportPage == "https://line.example/help")
        let line = try await complete(["portal", "--port=1003"], environment, file: file)
        #expect((try WalletProviderProgram.parseAsRoot(line) as? Portal)?.port == 1003)
        let serve = try serve(try await complete(Self.needed, environment, file: file))
        #expect(serve.port == 1 && serve.publicURL == nil && serve.serving.operation.logFormat == .text)
    }

    @Test(arguments: ["portal-prot", "portal-rounds", "portal-state"])
    func `an unknown setting of the portal is refused`(_ name: String) async throws {
        let error = await #expect(throws: StartError.self) { try await complete(["portal"], file: #"{"\#(name)": "canary"}"#) }
        let text = try #require(error?.description)
        #expect(text.contains("unknown key \(name)") && !text.contains("canary"))
    }

    @Test func `the log format of a portal that does not start is the portal's`() throws {
        let settings = WalletProviderProgram.settings
        let (serve, portal) = (["WALLET_PROVIDER_LOG_FORMAT": "json"], ["WALLET_PROVIDER_PORTAL_LOG_FORMAT": "json"])
        #expect(settings.isLogJSON(["portal"], portal) && !settings.isLogJSON(["portal"], serve))
        #expect(settings.isLogJSON(["serve"], serve) && !settings.isLogJSON(["serve"], portal))
        try directory.write(Array(#"{"portal-log-format": "json", "port": canary"#.utf8), to: "config.json")
        let file = ["--config", directory.path("config.json")]
        #expect(settings.isLogJSON(["portal"] + file, [:]) && !settings.isLogJSON(["serve"] + file, [:]))
    }

    @Test func `values in a file are checked like those of the command line`() async throws {
        for file in [#"{"port": 70000}"#, #"{"database": "postgresql://u:canary@h/d"}"#, #"{"rounds": 0}"#, #"{"tls-key": "a"}"#] {
            let arguments = try await complete(file: file)
            let error = #expect(throws: (any Error).self) { try WalletProviderProgram.parseAsRoot(arguments) }
            #expect(error.map { !WalletProviderProgram.fullMessage(for: $0).contains("canary") } == true)
        }
    }

    @Test func `the tables contain all options of serve and portal and no others`() {
        expect(Serve.settings.options, are: Serve.helpMessage(columns: 1000), "serve")
        expect(Portal.settings.options, are: Portal.helpMessage(columns: 1000), "portal")
    }

    private func expect(_ named: [String], are help: String, _ command: String) {
        let options = Set(help.matches(of: /--([a-z][a-z-]+)/).map { String($0.1) })
        let described = options.subtracting(["config", "print-config", "help", "version"])
        #expect(Set(named).subtracting(described) == [], "\(command)")
        // Named in explanations of other commands or options.
        #expect(described.subtracting(named) == [], "not in the settings of \(command)")
        #expect(named.count == Set(named).count)
    }

    @Test func `only the settings for accounts and keys are common to serve and portal`() {
        let common = Set(Serve.settings.names).intersection(Portal.settings.names)
        #expect(common == Set(Portal.settings.names.filter { !$0.hasPrefix("portal-") }))
        #expect(!Serve.settings.names.contains { $0.hasPrefix("portal-") })
    }
}
