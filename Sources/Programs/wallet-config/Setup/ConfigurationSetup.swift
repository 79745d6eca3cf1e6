// SPDX-License-Identifier: EUPL-1.2

import ConfigurationState
import Foundation
import JOSE
import JSON
import Registrar
import ServerCommands
import ServerState
import WalletConfiguration

/// The files of a new configuration server's directory.
struct ConfigurationSetup {
    let command: Init
    let publicURL: String
    /// The host name of the public address.
    let host: String
    let directory: SetupDirectory
    /// The key that signs; nil if the documents are signed elsewhere.
    private let key: SetupKey?
    /// The keys that phones trust.
    private let trust: DocumentTrust

    /// Reads the keys.
    ///
    /// - Throws: `StartError` for keys that do not fit together.
    init(_ command: Init, publicURL: String, host: String) throws {
        (self.command, self.publicURL, self.host) = (command, publicURL, host)
        directory = SetupDirectory(command.place.directory)
        let key = try command.signingKey.map { path throws in try SetupKey(path: path, environment: command.environment) }
        self.key = key
        let given = try command.signers.map { path throws in try DocumentTrust(file: path) }
        guard let trust = given ?? key?.key.trust else { throw StartError("--signing-key is missing. Nothing was changed.") }
        if let key = key?.key, trust.environment != key.environment || trust.keys[key.keyID] != key.trust.keys[key.keyID] {
            throw StartError("--signers does not have the key of --signing-key, so phones would refuse its documents. Nothing was changed.")
        }
        self.trust = trust
    }

    /// Writes the directory, and the signing key if it is new.
    ///
    /// - Returns: remarks on the configuration.
    /// - Throws: `StartError` with one line for the operator. After an error nothing was changed.
    func write() async throws -> [String] {
        let tls = try ServerCertificateRequest(hosts: [host], now: Date())
        let now = Int64(Date().timeIntervalSince1970)
        let tlsRoots = try command.place.tlsRoots() ?? [tls.selfSignedDER]
        let document = try Self.document(of: command.parts, publicURL: publicURL, tlsRoots: tlsRoots, environment: trust.environment)
        let findings = document.findings(at: now)
        if let problem = findings.problems.first {
            throw StartError("the configuration cannot be signed: \(problem). Nothing was changed.")
        }
        var hasNewKey = false
        do {
            try await directory.write {
                try directory.put(settings: settings, tls, unit)
                let files = ConfigurationFiles(directory: directory.unfinishedState)
                try StateFile.replace(files.configurationContents, with: ContentsText.write(document.json))
                try StateFile.replace(files.policyContents, with: ContentsText.write(UpdatePolicy().json))
                try StateFile.replace(files.signers, with: ContentsText.write(trust.json), permissions: 0o644)
                if let key {
                    let signer = ConfigurationSigner(key: key.key, trust: trust)
                    let end = now + Int64(command.days) * 86_400
                    try signer.sign(document, version: 1, issuedAt: now, expiresAt: end, to: files.configuration)
                    try signer.sign(UpdatePolicy(), version: 1, issuedAt: now, expiresAt: end, to: files.policy)
                }
                try await directory.checkSettings(of: Serve.self, by: WalletConfigProgram.settings)
                // A new key is written last: nothing is left of it after an earlier error.
                hasNewKey = try key?.writeIfNew() ?? false
            }
        } catch {
            if hasNewKey, !FileManager.default.fileExists(atPath: directory.path + "/config.json") { key?.remove() }
            throw error
        }
        return findings.notes
    }

    /// The commands that follow, for the operator.
    var nextSteps: [String] {
        let certificate = unit.certificateSteps(knowsRoot: command.place.tlsRoot != nil)
        let commands = [command.place.route(from: publicURL, to: command.port)] + unit.commands(internalPort: command.internalPort)
        guard let key else {
            return certificate + [
                "Sign \(directory.path)/state/configuration.json and update-policy.json elsewhere (wallet-config sign), and put",
                "configuration.jwt and update-policy.jwt beside them before the start.",
            ] + commands
        }
        return certificate + [
            "\(key.path) signs the documents of the environment \(trust.environment): keep it elsewhere. Apps pin",
            "\(directory.path)/state/signers.json. The documents expire after \(command.days) days: sign them again before that,",
            "with a higher version (wallet-config sign).",
        ] + commands
    }

    private var unit: ServerUnit { ServerUnit(of: "wallet-config", in: directory) }

    private var settings: String {
        let own: [SettingsText.Line] = [
            .comment("Settings of wallet-config serve; wallet-config serve --help explains each. A comment is a line of its own."),
            .comment("The documents, their contents, and the keys that phones trust."), .value("state", .string(directory.path + "/state")),
            .comment("\"::\" listens on all addresses."), .value("host", .string(command.place.host)),
            .value("port", .integer(Int64(command.port))),
        ]
        return SettingsText(own + SettingsText.tls(in: directory) + SettingsText.operation(internalPort: command.internalPort)).text
    }

    /// Joins the parts and this server's own part.
    ///
    /// - Parameters:
    ///   - tlsRoots: the roots of this server, in DER.
    ///   - environment: production refuses what is for tests only; nil while it is not known.
    /// - Throws: `StartError` naming a file, what is missing, or what is for tests only.
    static func document(of parts: [String], publicURL: String, tlsRoots: [[UInt8]], environment: EnvironmentName?) throws
        -> ConfigurationDocument
    {
        guard let url = WebAddress(base: publicURL) else { throw StartError("--public-url is an address that phones refuse.") }
        var joined = ConfigurationPart(configurationServer: ServiceAddress(url: url, tlsRoots: tlsRoots))
        for path in parts {
            let input = try DocumentInput(path: path, kind: .configuration)
            guard input.token == nil else { throw StartError("\(path) is a signed document, not a part. Nothing was changed.") }
            do {
                joined = try joined.joined(with: ConfigurationPart(json: input.contents))
            } catch {
                throw StartError("\(path) does not fit the other parts: \(error). Nothing was changed.")
            }
        }
        let document: ConfigurationDocument
        do {
            document = try ConfigurationDocument(json: joined.contents)
        } catch {
            throw StartError(
                "the parts are no configuration: \(error). Give --part for each server that it names. Nothing was changed."
            )
        }
        if environment?.text == "production", joined.acceptsSimulatedPhones {
            throw StartError(
                "in production no provider accepts simulated phones: run wallet-provider init without --allow-development-roots, "
                    + "or name another environment. Nothing was changed.")
        }
        let services = document.services
        try check(document.provider.address.tlsRoots, of: ("provider", "wallet-provider"), for: environment)
        try check(services.configuration.tlsRoots, of: ("services.configuration", "wallet-config"), for: environment)
        try check(services.pidIssuer?.address.tlsRoots ?? [], of: ("services.pid_issuer", "wallet-issuer"), for: environment)
        if let sharing = document.sharing {
            try check(sharing.tlsRoots, of: ("sharing", "wallet-verifier"), for: environment)
            guard environment?.text != "production" || !(sharing.accessRoots + sharing.registrarRoots).contains(where: TestMark.isOn(der:))
            else {
                throw StartError(
                    "sharing has a root that wallet-verifier registrar made for tests: for production, take the roots of the authorities that "
                        + "check parties, or name another environment. Nothing was changed.")
            }
        }
        return document
    }

    /// Refuses in production the self-signed certificate that `init` makes for tests.
    ///
    /// - Parameters:
    ///   - tlsRoots: the roots of a server, in DER.
    ///   - server: its member of the configuration, and its program.
    ///   - environment: nil while it is not known.
    /// - Throws: `StartError` with one line for the operator.
    static func check(_ tlsRoots: [[UInt8]], of server: (member: String, program: String), for environment: EnvironmentName?) throws {
        guard environment?.text == "production", tlsRoots.contains(where: ServerCertificateRequest.isForTests) else { return }
        throw StartError(
            "\(server.member).tls_roots has a self-signed certificate for tests: for production, run \(server.program) init "
                + "with --tls-root, or name another environment. Nothing was changed.")
    }
}
