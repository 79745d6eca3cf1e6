// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import JSON
import ServerCommands
import TestEnvironment
import Testing

@testable import wallet_provider

/// `--print-config`.
struct PrintedConfigurationTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private let arguments = [
        "serve", "--state", "/state", "--database", "postgresql://wallet@db/wallet", "--apple-root", "/root \"1\".pem", "--apple-app-id",
        "ABCDE12345.nl.example", "--apple-environment", "production", "--waits", "1", "2", "3", "--trusted-proxy", "::1", "--print-config",
    ]

    private func serve(_ arguments: [String]) throws -> Serve {
        try #require(try WalletProviderProgram.parseAsRoot(arguments) as? Serve)
    }

    @Test func `the printed configuration is a file that prints the same`() async throws {
        let text = Serve.settings.printed(try serve(arguments))
        let object = try JSONObject(parsing: Array(text.utf8))
        #expect(object["waits"] == .array([.integer(1), .integer(2), .integer(3)]))
        #expect(object["port"] == .integer(8443) && object["log-format"] == .string("text") && object["internal-port"] == nil)
        try directory.write(Array(text.utf8), to: "config.json")
        let again = try await WalletProviderProgram.settings.complete(
            ["serve", "--print-config", "--config", directory.path("config.json")], environment: [:])
        #expect(Serve.settings.printed(try serve(again)) == text)
    }

    @Test func `the printed configuration of the portal is a file that prints the same`() async throws {
        func printed(_ arguments: [String]) async throws -> String {
            let completed = try await WalletProviderProgram.settings.complete(arguments + ["--print-config"], environment: [:])
            return Portal.settings.printed(try #require(try WalletProviderProgram.parseAsRoot(completed) as? Portal))
        }
        let text = try await printed([
            "portal", "--state", "/state", "--public-url", "https://portal.example", "--trusted-proxy", "::1", "--internal-port", "9444",
            "--app-store", "https://apps.example/wallet?id=1", "--product", "Example Wallet", "--language", "de", "--language", "en",
        ])
        let object = try JSONObject(parsing: Array(text.utf8))
        #expect(object["state"] == .string("/state") && object["portal-port"] == .integer(8444) && object["port"] == nil)
        #expect(object["portal-trusted-proxy"] == .array([.string("::1")]) && object["portal-log-format"] == .string("text"))
        #expect(object["portal-product"] == "Example Wallet" && object["portal-language"] == .array(["de", "en"]))
        try directory.write(Array(text.utf8), to: "config.json")
        #expect(try await printed(["portal", "--config", directory.path("config.json")]) == text)
    }

    @Test(arguments: [
        ["--language", "fr"], ["--language", "de", "--language", "de"], ["--product", ""], ["--product", "  "], ["--product", "a\nb"],
        ["--product", String(repeating: "x", count: 61)],
    ])
    func `a product or language that the portal cannot show is refused`(_ options: [String]) throws {
        #expect(throws: (any Error).self) { try WalletProviderProgram.parseAsRoot(["portal", "--state", "/state"] + options) }
        #expect(throws: Never.self) { try WalletProviderProgram.parseAsRoot(["portal", "--state", "/state"]) }
    }

    @Test(arguments: [
        ["--public-url", "https://user:canary@portal.example"], ["--public-url", "https://portal.example?key=canary"],
        ["--support-page", "https://user:canary@support.example"], ["--app-store", "https://user:canary@apps.example"],
        ["--play-store", "https://user:canary@play.example"],
    ])
    func `no printed address of the portal can contain a secret`(_ options: [String]) throws {
        let error = #expect(throws: (any Error).self) {
            try WalletProviderProgram.parseAsRoot(["portal", "--state", "/state", "--print-config"] + options)
        }
        #expect(error.map { !WalletProviderProgram.fullMessage(for: $0).contains("canary") } == true)
    }

    @Test func `the printed configuration contains no secret`() throws {
        try directory.write(Array("canary-secret\n".utf8), to: "password")
        let path = directory.path("password")
        let text = Serve.settings.printed(
            try serve(
                arguments + [
                    "--database-password-file", path, "--hsm-module", "m.so", "--hsm-token", "t", "--hsm-pin-file", path,
                ]))
        #expect(text.contains(path) && !text.contains("canary"))
    }

    @Test(arguments: [
        "postgresql://wallet:canary@db/wallet", "postgresql://db/wallet?password=canary", "postgresql://db/wallet?pass%77ord=canary",
        "postgresql://db/wallet?sslpassword=canary", "postgresql://db/wallet?oauth_client_secret=canary",
        "postgresql://db/wallet?scram_client_key=canary", "postgresql://db/wallet?scram_server_key=canary",
        "postgresql://db/wallet?sslmode=require&scram%5Fclient%5Fkey=canary", "postgresql://db/wallet?sslkeylogfile=canary",
        "postgresql://db/wallet?of_a_later_version=canary", "postgresql://db/wallet?canary", "postgresql://db/wallet?%ZZ=canary",
    ])
    func `an address that may contain a secret is rejected before printing`(_ address: String) throws {
        let error = #expect(throws: (any Error).self) { try WalletProviderProgram.parseAsRoot(arguments + ["--database", address]) }
        #expect(error.map { !WalletProviderProgram.fullMessage(for: $0).contains("canary") } == true)
    }

    @Test(arguments: [
        ["--public-url", "https://user:canary@provider.example"], ["--public-url", "https://provider.example?key=canary"],
        ["--android-revocation-list", "https://user:canary@lists.example"],
        ["--android-revocation-list", "https://lists.example/status?key=canary"],
    ])
    func `no other printed address can contain a secret`(_ options: [String]) throws {
        let android = [
            "--android-root", "r", "--android-app-id", "a", "--android-signing-digest", String(repeating: "d1", count: 32),
            "--android-patch-level", "2025-09",
        ]
        let error = #expect(throws: (any Error).self) {
            try WalletProviderProgram.parseAsRoot(arguments + (options[0].contains("android") ? android : []) + options)
        }
        #expect(error.map { !WalletProviderProgram.fullMessage(for: $0).contains("canary") } == true)
    }

    @Test func `peers and the lifetime of unused accounts are settings of all commands`() async throws {
        let witness = ["--witness-journal", "/a", "--witness-peer", "/b", "--witness-peer", "/c", "--unused-account-seconds", "7200"]
        let serve = try serve(arguments + witness)
        #expect(serve.backend.witnessPeers == ["/b", "/c"] && serve.backend.unusedAccountLifetime == 7_200_000)
        let object = try JSONObject(parsing: Array(Serve.settings.printed(serve).utf8))
        #expect(object["witness-peer"] == .array([.string("/b"), .string("/c")]) && object["unused-account-seconds"] == .integer(7200))
        let check = try await WalletProviderProgram.settings.complete(
            ["witness", "check", "--state", "/s"],
            environment: [
                "WALLET_PROVIDER_WITNESS_JOURNAL": "/a", "WALLET_PROVIDER_WITNESS_PEER": "/b,/c",
                "WALLET_PROVIDER_UNUSED_ACCOUNT_SECONDS": "60",
            ])
        let command = try #require(try WalletProviderProgram.parseAsRoot(check) as? WitnessCommands.Check)
        #expect(command.backend.witnessPeers == ["/b", "/c"] && command.backend.unusedAccountSeconds == 60)
    }

    // MARK: Time limits

    @Test func `without options the time limits are those of an installation`() throws {
        var text = ""
        dump(try serve(arguments).timeouts, to: &text)
        var production = ""
        dump(Timeouts.production, to: &production)
        #expect(text == production)
    }

    @Test func `each time limit is an option, and those of database, token and journals are settings of all commands`() async throws {
        let given = [
            "--request-milliseconds", "5000", "--database-milliseconds", "5001", "--hsm-milliseconds", "5002", "--lock-milliseconds",
            "5003",
            "--journal-milliseconds", "5004", "--journal-write-milliseconds", "5005", "--answer-seconds", "6", "--idle-seconds", "7",
            "--journal-start-milliseconds", "5006", "--body-seconds", "8", "--health-seconds", "9",
        ]
        let timeouts = try serve(arguments + given).timeouts
        #expect(timeouts.answer == .milliseconds(5000) && timeouts.databaseCall == .milliseconds(5001))
        #expect(timeouts.tokenCall == .milliseconds(5002) && timeouts.accountsLock == .milliseconds(5003))
        #expect(timeouts.journalNews == .milliseconds(5004) && timeouts.journalWrite == .milliseconds(5005))
        #expect(timeouts.unreadAnswer == .seconds(6) && timeouts.idle == .seconds(7))
        #expect(timeouts.journalStart == .milliseconds(5006))
        #expect(timeouts.request == .seconds(8) && timeouts.healthAge == .seconds(9))
        let check = try await WalletProviderProgram.settings.complete(
            ["witness", "check", "--state", "/s"],
            environment: [
                "WALLET_PROVIDER_DATABASE_MILLISECONDS": "5001", "WALLET_PROVIDER_HSM_MILLISECONDS": "5002",
                "WALLET_PROVIDER_LOCK_MILLISECONDS": "5003", "WALLET_PROVIDER_JOURNAL_MILLISECONDS": "5004",
                "WALLET_PROVIDER_JOURNAL_WRITE_MILLISECONDS": "5005", "WALLET_PROVIDER_JOURNAL_START_MILLISECONDS": "5006",
            ])
        let command = try #require(try WalletProviderProgram.parseAsRoot(check) as? WitnessCommands.Check)
        #expect(command.backend.timeouts.databaseCall == .milliseconds(5001) && command.backend.timeouts.tokenCall == .milliseconds(5002))
        #expect(command.backend.timeouts.journalWrite == .milliseconds(5005))
        #expect(command.backend.timeouts.journalStart == .milliseconds(5006))
    }

    @Test func `the connection to the server with the revocation list has a time limit of its own`() throws {
        let android = [
            "--android-root", "r", "--android-app-id", "a", "--android-signing-digest", String(repeating: "d1", count: 32),
            "--android-patch-level", "2025-09", "--android-revocation-list", "https://lists.example/status",
        ]
        let timeouts = try serve(arguments + android + ["--android-revocation-seconds", "8"]).timeouts
        #expect(timeouts.revocationListPause == .seconds(8))
        for value in ["0", "61"] {
            #expect(throws: (any Error).self) { try serve(arguments + android + ["--android-revocation-seconds", value]) }
        }
    }

    @Test func `a server that a test starts waits for at least 40 seconds`() async throws {
        let arguments = try await WalletProviderProgram.settings.complete(arguments, environment: PatientProgram.environment)
        let short = Mirror(reflecting: try serve(arguments).timeouts).children.filter { child in
            (child.value as? Duration).map { $0 < .seconds(40) } ?? false
        }
        // Limits of the issuer, and a part of another limit.
        #expect(Set(short.compactMap { $0.label }) == ["issuerLock", "login", "walletStatus", "attemptMargin"])
    }

    @Test(arguments: [
        "--request-milliseconds", "--database-milliseconds", "--hsm-milliseconds", "--lock-milliseconds", "--journal-milliseconds",
        "--journal-start-milliseconds", "--journal-write-milliseconds",
    ])
    func `a time limit outside its range is rejected`(_ option: String) {
        for value in ["0", "60001"] {
            #expect(throws: (any Error).self) { try WalletProviderProgram.parseAsRoot(arguments + [option, value]) }
        }
    }

    @Test(arguments: [
        ["--witness-peer", "/b"], ["--witness-journal", "/a", "--witness-peer", "/a/"],
        ["--witness-journal", "/a", "--witness-peer", "/x/../a"], ["--witness-journal", "/a", "--witness-peer", ""],
        ["--witness-journal", "/a", "--witness-peer", "/b", "--witness-peer", "/b/"], ["--unused-account-seconds", "0"],
        ["--unused-account-seconds", "31536001"],
    ])
    func `an invalid peer or lifetime is rejected`(_ wrong: [String]) {
        #expect(throws: (any Error).self) { try WalletProviderProgram.parseAsRoot(arguments + wrong) }
    }
}
