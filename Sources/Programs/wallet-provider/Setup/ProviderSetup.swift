// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Crypto
import Foundation
import HSM
import JOSE
import JSON
import ServerCommands
import ServerState
import WalletConfiguration
import WalletProvider

/// The files of a new provider's directory.
struct ProviderSetup {
    let command: Init
    let publicURL: String
    /// The host name of the public address.
    let host: String
    let directory: SetupDirectory

    /// The name of the certificate of the attestation key, which an authority makes later.
    static let attestationCertificate = "attestation.pem"

    init(_ command: Init, publicURL: String, host: String) {
        (self.command, self.publicURL, self.host) = (command, publicURL, host)
        directory = SetupDirectory(command.place.directory)
    }

    /// Writes the directory.
    ///
    /// - Throws: `StartError` with one line for the operator. After an error nothing was changed, except that keys may already exist on a
    ///   token; the next run uses them.
    func write() async throws {
        let copies = try rootCopies()
        let tlsRoots = try command.place.tlsRoots()
        if let file = command.databasePasswordFile { _ = try SecretFile(path: file).firstLine() }
        let token = command.token.hsmModule == nil ? "" : "; if the token got keys, the next run takes them"
        try await directory.write(sideEffect: token) {
            let tls = try ServerCertificateRequest(hosts: [host], now: Date())
            let settings = InitialSettings(self, roots: copies.mapValues { $0.map { directory.path + "/" + $0.name } })
            try directory.put(settings: settings.text, tls, unit)
            for copy in copies.values.joined() { try directory.put(copy.name, copy.bytes) }
            try await directory.checkSettings(of: Serve.self, by: WalletProviderProgram.settings)
            // The keys are created last, because keys created on a token cannot be removed again.
            let keys = try KeysCommands.Create.parse(["--state", directory.unfinishedState] + command.token.arguments)
            try await keys.create()
            try await keys.keys.backend.withHSM(mayMakeKeys: false) { hsm in
                try await publish(hsm, tlsRoots: tlsRoots ?? [tls.selfSignedDER])
            }
        }
    }

    /// The commands that follow, for the operator.
    var nextSteps: [String] {
        var lines = unit.certificateSteps(knowsRoot: command.place.tlsRoot != nil)
        if command.attestationClientID != nil {
            lines.append(
                "Have attestation-key.pem certified, and put the certificate into \(Self.attestationCertificate) before the commands below."
            )
        }
        lines.append("Give configuration-part.json to wallet-config init; it names this provider to phones.")
        lines.append(command.place.route(from: publicURL, to: command.port))
        lines += unit.ownership(of: [command.databasePasswordFile, command.token.hsmPINFile])
        return lines + unit.commands(preparation: command.database == nil ? [] : ["migrate"], internalPort: command.internalPort)
    }

    private var unit: ServerUnit {
        ServerUnit(of: "wallet-provider", in: directory, hint: "Add a line for the witness's directory and for the files of a token.")
    }

    /// Writes the public keys: the part of a configuration that names this provider, and the key that an authority certifies.
    private func publish(_ hsm: any HSM, tlsRoots: [[UInt8]]) async throws {
        guard let url = WebAddress(base: publicURL) else { throw StartError("--public-url is an address that phones refuse.") }
        let provider = ProviderAddress(
            address: ServiceAddress(url: url, tlsRoots: tlsRoots),
            certificateKeys: ProviderAddress.keys(try await hsm.publicKeys(for: .certificate)),
            resultKeys: ProviderAddress.keys(try await hsm.publicKeys(for: .result)))
        let part = ConfigurationPart(provider: provider, acceptsSimulatedPhones: command.allowDevelopmentRoots)
        try directory.put("configuration-part.json", part.json.encode() + Array("\n".utf8))
        guard command.attestationClientID != nil, let key = try await hsm.publicKeys(for: .attestation).first else { return }
        try directory.put("attestation-key.pem", key.key.pemRepresentation + "\n")
    }

    /// The roots of phones and of issuers, checked as `serve` checks them, under the names of their copies.
    private func rootCopies() throws -> [String: [(name: String, bytes: [UInt8])]] {
        let allowsDevelopment = command.allowDevelopmentRoots
        _ = try command.apple.verifier(allowsDevelopment: allowsDevelopment)
        _ = try command.pid.reader(allowsDevelopment: allowsDevelopment)
        var copies: [String: [(name: String, bytes: [UInt8])]] = [:]
        let options = [
            ("apple-root", command.apple.roots, true), ("android-root", command.android.roots, true),
            ("pid-root", command.pid.roots, false),
        ]
        for (option, paths, mustBeRoots) in options {
            for (index, path) in paths.enumerated() {
                _ = try InputFile(path: path).roots(allowsDevelopment: allowsDevelopment, mustBeRoots: mustBeRoots)
                let ending = path.hasSuffix(".json") ? "json" : "pem"
                copies[option, default: []].append(("\(option)-\(index + 1).\(ending)", try InputFile(path: path).bytes()))
            }
        }
        return copies
    }
}

extension ProviderAddress {
    /// The keys as phones know them.
    fileprivate static func keys(_ keys: [HSMPublicKey]) -> [String: JWK] {
        Dictionary(keys.map { ($0.keyID, JWK($0.key)) }) { first, _ in first }
    }
}
