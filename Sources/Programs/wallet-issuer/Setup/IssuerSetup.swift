// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import HSM
import JSON
import PIDIssuer
import ServerCommands
import ServerState
import SwiftASN1
import WalletConfiguration

/// The files of a new issuer's directory.
struct IssuerSetup {
    let command: Init
    let publicURL: String
    let loginURL: String
    /// The host names of both addresses, the issuer's first.
    let hosts: [String]
    let directory: SetupDirectory

    init(_ command: Init, publicURL: String, loginURL: String, hosts: [String]) {
        (self.command, self.publicURL, self.loginURL, self.hosts) = (command, publicURL, loginURL, hosts)
        directory = SetupDirectory(command.place.directory)
    }

    /// Writes the directory.
    ///
    /// - Throws: `StartError` with one line for the operator. After an error nothing was changed, except that keys may already exist on a
    ///   token; the next run uses them.
    func write() async throws {
        let wallets = try command.wallets.enumerated().map { wallet throws in
            try SetupWallet(wallet.element, number: wallet.offset + 1, in: directory)
        }
        let tlsRoots = try command.place.tlsRoots()
        let token = command.token.hsmModule == nil ? "" : "; if the token got keys, the next run takes them"
        try await directory.write(sideEffect: token) {
            let tls = try ServerCertificateRequest(hosts: hosts, now: Date())
            try directory.put(settings: settings(wallets), tls, unit)
            // The self-signed certificate serves until the authority has signed the request.
            try directory.put("login-roots.pem", Self.pem([tls.selfSignedDER] + (tlsRoots ?? [])))
            for copy in wallets.flatMap(\.copies) { try directory.put(copy.name, copy.bytes) }
            try await directory.checkSettings(of: Serve.self, by: WalletIssuerProgram.settings)
            // The keys are created last, because keys created on a token cannot be removed again.
            let root = try await makeKeys()
            for wallet in wallets {
                let part = try wallet.part(issuer: publicURL, tlsRoots: tlsRoots ?? [tls.selfSignedDER], documentRoot: root)
                try directory.put(wallet.partName, part.json.encode() + Array("\n".utf8))
            }
        }
    }

    /// The commands that follow, for the operator.
    var nextSteps: [String] {
        var lines = unit.certificateSteps(knowsRoot: command.place.tlsRoot != nil)
        if command.place.tlsRoot == nil { lines.append("With that certificate, replace login-roots.pem by the authority's root.") }
        lines += [
            "Give configuration-part.json to wallet-config init, and state/issuer-root.pem to wallet-provider init (--pid-root) with",
            "--pid-type \(PIDKind.credentialType).", command.place.route(from: publicURL, to: command.port),
            command.place.route(from: loginURL, to: command.loginPort),
        ]
        return lines + unit.ownership(of: [command.token.hsmPINFile]) + unit.commands(internalPort: command.internalPort)
    }

    private var unit: ServerUnit { ServerUnit(of: "wallet-issuer", in: directory, hint: "Add a line for the files of a token.") }

    private func settings(_ wallets: [SetupWallet]) -> String {
        var lines: [SettingsText.Line] = [
            .comment("Settings of wallet-issuer serve; Documentation/pid-issuer.md explains them. A comment is a line of its own."),
            .comment("Credentials, and the sealed keys. Back both up together."), .value("state", .string(directory.path + "/state")),
        ]
        lines += SettingsText.token(command.token)
        lines += [
            .comment("The identifier of the issuer: it must never change."), .value("public-url", .string(publicURL)),
            .comment("\"::\" listens on all addresses."), .value("host", .string(command.place.host)),
            .value("port", .integer(Int64(command.port))),
            .comment("The simulated login provider."), .value("login-url", .string(loginURL)),
            .value("login-port", .integer(Int64(command.loginPort))), .value("login-root", .string(directory.path + "/login-roots.pem")),
            .comment("The accepted wallets."), .value("wallet", .array(wallets.map { JSONValue.string($0.setting) })),
        ]
        lines += SettingsText.tls(in: directory)
        lines += SettingsText.operation(internalPort: command.internalPort)
        return SettingsText(lines).text
    }

    /// Creates the keys and the root of credentials. Returns the root in DER.
    private func makeKeys() async throws -> [UInt8] {
        let options = try StateOptions.parse(["--state", directory.unfinishedState] + command.token.arguments)
        return try await options.withHSM(requiresAllKeys: false) { hsm in
            _ = try await hsm.createKeys()
            return try await options.files.open(hsm, now: Date()).root
        }
    }

    private static func pem(_ certificates: [[UInt8]]) -> String {
        certificates.map { PEMDocument(type: "CERTIFICATE", derBytes: $0).pemString + "\n" }.joined()
    }
}
