// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import JOSE
import ProviderState
import TestEnvironment
import Testing

@testable import wallet_provider

/// `--print-config`, and the files with secrets.
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

    @Test func `what is printed is a configuration file that prints the same`() async throws {
        let text = PrintedConfiguration.text(try serve(arguments))
        let object = try JSONObject(parsing: Array(text.utf8))
        #expect(object["waits"] == .array([.integer(1), .integer(2), .integer(3)]))
        #expect(object["port"] == .integer(8443) && object["log-format"] == .string("text") && object["internal-port"] == nil)
        try directory.write(Array(text.utf8), to: "config.json")
        let again = try await ConfiguredArguments.complete(
            ["serve", "--print-config", "--config", directory.path("config.json")], environment: [:])
        #expect(PrintedConfiguration.text(try serve(again)) == text)
    }

    @Test func `no secret is in it, for there is none among the settings`() throws {
        try directory.write(Array("canary-secret\n".utf8), to: "password")
        let path = directory.path("password")
        let text = PrintedConfiguration.text(
            try serve(
                arguments + [
                    "--database-password-file", path, "--hsm-module", "m.so", "--hsm-token", "t", "--hsm-pin-file", path,
                ]))
        #expect(text.contains(path) && !text.contains("canary"))
    }

    @Test(arguments: [
        "postgresql://wallet:canary@db/wallet", "postgresql://db/wallet?password=canary", "postgresql://db/wallet?pass%77ord=canary",
        "postgresql://db/wallet?sslpassword=canary",
    ])
    func `a password in an address is refused before anything is printed`(_ address: String) throws {
        let error = #expect(throws: (any Error).self) { try WalletProviderProgram.parseAsRoot(arguments + ["--database", address]) }
        #expect(error.map { !WalletProviderProgram.fullMessage(for: $0).contains("canary") } == true)
    }

    @Test func `a secret is the file's first line, of a file that nobody else may read`() throws {
        for (content, secret) in [("a b\n", "a b"), ("a\r\nb\n", "a"), ("ab", "ab")] {
            try directory.write(Array(content.utf8), to: "secret")
            try mode(0o600)
            #expect(try SecretFile(path: directory.path("secret")).firstLine() == secret)
        }
        for content in ["", "\n", "\r\n", "\nab"] {
            try directory.write(Array(content.utf8), to: "secret")
            try mode(0o600)
            #expect(throws: StartError.self) { try SecretFile(path: directory.path("secret")).firstLine() }
        }
        try directory.write(Array("canary\n".utf8), to: "secret")
        for open in [0o640, 0o604, 0o660, 0o777] {
            try mode(open)
            let error = #expect(throws: StartError.self) { try SecretFile(path: directory.path("secret")).firstLine() }
            #expect(error.map { $0.description.contains("0600") && !$0.description.contains("canary") } == true)
        }
        #expect(throws: StartError.self) { try SecretFile(path: directory.path("none")).firstLine() }
    }

    @Test func `other machines' journals and the life of unused accounts are settings of all commands`() async throws {
        let witness = ["--witness-journal", "/a", "--witness-peer", "/b", "--witness-peer", "/c", "--unused-account-seconds", "7200"]
        let serve = try serve(arguments + witness)
        #expect(serve.backend.witnessPeers == ["/b", "/c"] && serve.backend.unusedAccountLifetime == 7_200_000)
        let object = try JSONObject(parsing: Array(PrintedConfiguration.text(serve).utf8))
        #expect(object["witness-peer"] == .array([.string("/b"), .string("/c")]) && object["unused-account-seconds"] == .integer(7200))
        let check = try await ConfiguredArguments.complete(
            ["witness", "check", "--state", "/s"],
            environment: [
                "WALLET_PROVIDER_WITNESS_JOURNAL": "/a", "WALLET_PROVIDER_WITNESS_PEER": "/b,/c",
                "WALLET_PROVIDER_UNUSED_ACCOUNT_SECONDS": "60",
            ])
        let command = try #require(try WalletProviderProgram.parseAsRoot(check) as? WitnessCommands.Check)
        #expect(command.backend.witnessPeers == ["/b", "/c"] && command.backend.unusedAccountSeconds == 60)
    }

    @Test(arguments: [
        ["--witness-peer", "/b"], ["--witness-journal", "/a", "--witness-peer", "/a/"],
        ["--witness-journal", "/a", "--witness-peer", "/x/../a"], ["--witness-journal", "/a", "--witness-peer", ""],
        ["--witness-journal", "/a", "--witness-peer", "/b", "--witness-peer", "/b/"], ["--unused-account-seconds", "0"],
        ["--unused-account-seconds", "31536001"],
    ])
    func `a peer that is none, and a life that is none, are refused`(_ wrong: [String]) {
        #expect(throws: (any Error).self) { try WalletProviderProgram.parseAsRoot(arguments + wrong) }
    }

    private func mode(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.path("secret"))
    }
}
