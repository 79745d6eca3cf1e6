// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import ConfigurationState
import Foundation
import ServerCommands
import WalletConfiguration

/// `wallet-config init`: makes the directory of a new configuration server with everything that `serve` needs.
struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Make a directory for a new configuration server: settings, signed documents, a certificate request and a systemd override.",
        discussion: """
            The parts are the files configuration-part.json that wallet-provider init and wallet-issuer init make. The first documents are signed \
            with version 1. In a terminal the command asks for missing options. The directory must be new or empty, and appears only when it is \
            complete; after a failure nothing has changed. A self-signed certificate is used until the authority has signed the request.
            """)

    @OptionGroup
    var place: SetupOptions

    @Option(help: "The port to listen on.")
    var port = 8445

    @Option(help: "The port of the listener for operators.")
    var internalPort = 9445

    @Option(
        name: .customLong("part"),
        help: ArgumentHelp("A part of the configuration: of the provider, of the issuer; may be repeated.", valueName: "json"))
    var parts: [String] = []

    @Option(
        help: ArgumentHelp(
            "The key that signs the documents, as `wallet-config keys create` makes it. Created if missing; not in DIRECTORY, because the server must "
                + "not have it.", valueName: "key"))
    var signingKey: String?

    @Option(help: "The environment of a new key, such as production: 1 to 32 lower-case letters, digits and hyphens.")
    var environment: EnvironmentName?

    @Option(
        help: ArgumentHelp(
            "The public keys that phones trust. Default: of --signing-key. Without --signing-key the documents are signed elsewhere.",
            valueName: "signers"))
    var signers: String?

    @Option(help: "The validity of the first documents in days, 1 to 366.")
    var days = 30

    func validate() throws {
        try SetupOptions.check(ports: ["--port": port, "--internal-port": internalPort])
        guard (1...366).contains(days) else { throw ValidationError("--days must be 1 to 366") }
        if let signingKey { try checkPlace(of: signingKey) }
    }

    /// Refuses a signing key that the server would have.
    private func checkPlace(of signingKey: String) throws {
        let (key, directory) = (SetupDirectory.absolute(signingKey), SetupDirectory(place.directory))
        guard ![directory.path, directory.unfinished].contains(where: { key == $0 || key.hasPrefix($0 + "/") }) else {
            throw ValidationError("--signing-key must be outside of the directory, because the server must not have the key")
        }
    }

    func run() async throws {
        let complete = isComplete || !Terminal.isInteractive ? self : try asked()
        let (publicURL, host) = try complete.place.address()
        guard !complete.parts.isEmpty else {
            throw ValidationError("--part is missing: the file configuration-part.json that wallet-provider init made")
        }
        guard complete.signingKey != nil || complete.signers != nil else {
            throw ValidationError("--signing-key is missing; give --signers alone if the documents are signed elsewhere")
        }
        let setup = try ConfigurationSetup(complete, publicURL: publicURL, host: host)
        let notes = try await setup.write()
        for line in setup.nextSteps + notes.map({ "note: " + $0 }) { Terminal.write(line) }
    }

    private var isComplete: Bool { place.publicURL != nil && !parts.isEmpty && (signingKey != nil || signers != nil) }

    /// The environment that the options name, themselves or by a file; nil if the answers will name it.
    ///
    /// - Throws: `StartError` naming the file.
    private func namedEnvironment() throws -> EnvironmentName? {
        if let signers { return try DocumentTrust(file: signers).environment }
        if let signingKey { return try SetupKey(path: signingKey, environment: environment).key.environment }
        return environment
    }

    /// The command with the answers to its questions, one for each missing option.
    private func asked() throws -> Self {
        try place.checkBeforeQuestions()
        // Stands in for the certificate of this server, which does not exist yet.
        let tlsRoots = try place.tlsRoots() ?? [ServerCertificateRequest(hosts: ["localhost"], now: Date()).selfSignedDER]
        let named = try namedEnvironment()
        // No answer could make up for this.
        try ConfigurationSetup.check(tlsRoots, of: ("services.configuration", "wallet-config"), for: named)
        var arguments: [String] = []
        let publicURL =
            try place.publicURL
            ?? Terminal.ask("Address of this server for wallets, which never changes (https://…)") {
                _ = try SetupOptions.host(of: $0, as: "--public-url")
            }
        if place.publicURL == nil { arguments.append("--public-url=" + publicURL) }
        func check(_ parts: [String], _ environment: EnvironmentName?) throws {
            _ = try ConfigurationSetup.document(of: parts, publicURL: publicURL, tlsRoots: tlsRoots, environment: environment)
        }
        var parts = parts
        if parts.isEmpty {
            parts = [try Terminal.ask("File configuration-part.json of the provider") { try check([$0], named) }]
            let issuer = try Terminal.askOptional("File configuration-part.json of the issuer; empty for none") {
                try check(parts + [$0], named)
            }
            parts += issuer.map { [$0] } ?? []
            arguments += parts.map { "--part=" + $0 }
        } else {
            try check(parts, named)
        }
        if signingKey == nil, signers == nil {
            let key = try Terminal.ask("File of the signing key, outside of the directory; created if missing") { path in
                try checkPlace(of: path)
                guard FileManager.default.fileExists(atPath: path) else { return }
                try check(parts, SetupKey(path: path, environment: environment).key.environment)
            }
            arguments.append("--signing-key=" + key)
            if environment == nil, !FileManager.default.fileExists(atPath: key) {
                let name = try Terminal.ask("Environment of the new key, such as production") {
                    guard let name = EnvironmentName($0) else {
                        throw ValidationError("an environment has 1 to 32 lower-case letters, digits and hyphens, a letter first")
                    }
                    try check(parts, name)
                }
                arguments.append("--environment=" + name)
            }
        }
        return try Self.parse(Array(CommandLine.arguments.dropFirst(2)) + arguments)
    }
}
