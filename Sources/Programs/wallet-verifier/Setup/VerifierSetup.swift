// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import JSON
import OAuthMessages
import Registrar
import ServerCommands
import ServerState

/// The files of a new verifier's directory.
struct VerifierSetup {
    let command: Init
    let publicURL: String
    /// The public address.
    let base: HTTPSURL
    let directory: SetupDirectory

    /// The secret that several servers of one database share.
    private static let sharedSecret = "session-secret"

    init(_ command: Init, publicURL: String, base: HTTPSURL) {
        (self.command, self.publicURL, self.base) = (command, publicURL, base)
        directory = SetupDirectory(command.place.directory)
    }

    /// Writes the directory. Returns the first party; nil without one.
    ///
    /// - Throws: `StartError` with one line for the operator. After an error nothing was changed.
    func write() async throws -> NewParty? {
        let copies = try command.issuers.copies()
        let tlsRoots = try command.place.tlsRoots()
        let party = try command.party.read()
        if let file = command.databasePasswordFile { _ = try SecretFile(path: file).firstLine() }
        if command.environment == "production" { try refuseTests(tlsRoots) }
        try await directory.write {
            let tls = try ServerCertificateRequest(hosts: [base.host], now: Date())
            try directory.put(settings: settings, tls, unit)
            for copy in copies { try directory.put(copy.name, copy.bytes) }
            if command.database != nil { try directory.put(Self.sharedSecret, Base64URL.encode(systemRandomBytes(32)) + "\n") }
            if let party, let name = command.party.name { try put(party, name) }
            try await directory.checkSettings(of: Serve.self, by: WalletVerifierProgram.settings)
        }
        return party
    }

    /// The lines and commands that follow, for the operator.
    ///
    /// - Throws: `StartError` naming a file that cannot be read any more.
    func nextSteps(_ party: NewParty?) throws -> [String] {
        var lines = unit.certificateSteps(knowsRoot: command.place.tlsRoot != nil)
        lines.append("Wallets send answers here if sharing.tls_roots of their configuration has the root of tls.pem.")
        if let party {
            lines += ["The API key of \(command.party.name ?? ""), which is shown this once:", party.apiKey]
            if try isPartyForTests {
                lines.append("Its access certificate is for tests: wallets of the environment production do not accept it.")
            }
        } else {
            lines += [
                "No party may ask yet. As the user wallet-verifier, then start the server again:",
                "wallet-verifier party add --state \(directory.path)/state NAME --certificate PEM --key PEM --registration JWT",
            ]
        }
        lines.append(command.place.route(from: publicURL, to: command.port))
        lines += unit.ownership(of: [command.databasePasswordFile])
        return lines + unit.commands(preparation: command.database == nil ? [] : ["migrate"], internalPort: command.internalPort)
    }

    private var unit: ServerUnit { ServerUnit(of: "wallet-verifier", in: directory) }

    /// Writes the party's folder and reads it as the server does.
    private func put(_ party: NewParty, _ name: String) throws {
        let folder = "state/parties/\(name)/"
        for file in party.files { try directory.put(folder + file.name, file.bytes) }
        do {
            _ = try PartyFolder.all(in: directory.unfinishedState + "/parties", servedBy: base)
        } catch {
            // The reason without the folder, which goes.
            throw StartError("\(error)".replacing("\(directory.unfinished)/\(folder)", with: ""))
        }
    }

    private var isPartyForTests: Bool {
        get throws { try command.party.certificate.map { try TrustOptions.certificates(in: [$0]).contains { TestMark.isOn($0) } } ?? false }
    }

    /// Refuses what was made for tests.
    ///
    /// - Throws: `StartError` naming the option.
    private func refuseTests(_ tlsRoots: [[UInt8]]?) throws {
        let isTLSForTests = tlsRoots?.contains { ServerCertificateRequest.isForTests($0) || TestMark.isOn(der: $0) } ?? true
        var reason: String?
        if isTLSForTests {
            reason = "--tls-root must name the roots of an authority, because the self-signed certificate is for tests"
        } else if try isPartyForTests {
            reason = "--certificate is of wallet-verifier registrar, which checks no party"
        } else if try TrustOptions.certificates(in: command.issuers.files).contains(where: { TestMark.isOn($0) }) {
            reason = "a root of issuers is of wallet-verifier registrar, which is for tests"
        }
        if let reason { throw StartError("in production, \(reason). Name another environment for tests. Nothing was changed.") }
    }

    private var settings: String {
        var lines: [SettingsText.Line] = [
            .comment("Settings of wallet-verifier serve; Documentation/verifier.md explains them. A comment is a line of its own."),
            .comment("Sessions, if in SQLite, their secret, and the parties with their keys."),
            .value("state", .string(directory.path + "/state")),
        ]
        if let database = command.database {
            lines += [
                .comment("Sessions in PostgreSQL. The password is in a file, never in here. All servers of the database share the secret."),
                .value("database", .string(database)),
                .value("session-secret-file", .string(directory.path + "/" + Self.sharedSecret)),
            ]
        }
        if let file = command.databasePasswordFile {
            lines.append(.value("database-password-file", .string(SetupDirectory.absolute(file))))
        }
        lines += [
            .comment("The host of every party's access certificate."), .value("public-url", .string(publicURL)),
            .comment("\"::\" listens on all addresses."), .value("host", .string(command.place.host)),
            .value("port", .integer(Int64(command.port))),
        ]
        lines += command.issuers.settings(in: directory)
        lines += SettingsText.tls(in: directory)
        lines += SettingsText.operation(internalPort: command.internalPort)
        return SettingsText(lines).text
    }
}
