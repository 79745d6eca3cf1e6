// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import ConfigurationState
import Foundation
import ServerCommands
import ServerState
import WalletConfiguration

/// `wallet-config sign`: signs contents as a document.
struct Sign: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sign contents and replace the existing document.",
        discussion: """
            A running server of OUTPUT serves the new document by itself. Phones accept only higher versions, so the version must be higher than \
            the version in OUTPUT. Check the differences first: wallet-config diff OUTPUT CONTENTS.
            """)

    @Argument(help: "The kind of contents: configuration or update-policy.")
    var kind: DocumentKind

    @Argument(help: "The contents, in JSON.", completion: .file())
    var contents: String

    @Option(help: ArgumentHelp("The signing key, as `wallet-config keys create` makes it.", valueName: "key"))
    var key: String

    @Option(help: "The environment of the document, which must be the key's environment.")
    var environment: EnvironmentName

    @Option(help: "The version, 1 to 9007199254740991.")
    var version: Int64

    @Option(help: "The validity in days, 1 to 366.")
    var days: Int

    @Option(help: ArgumentHelp("The start of validity, such as 2026-01-31T00:00:00Z. Default: now.", valueName: "time"))
    var issuedAt: Instant?

    @Flag(help: "Sign although phones accept the document only later. A server that is started before then has no document to serve.")
    var ahead = false

    @Option(
        help: ArgumentHelp("The trusted signers of the document in OUTPUT. Default: only this key.", valueName: "signers"))
    var signers: String?

    @Option(help: ArgumentHelp("The output file of the document.", valueName: "file"))
    var output: String

    func validate() throws {
        guard (1...366).contains(days) else { throw ValidationError("--days must be 1 to 366") }
        guard (1...0x1F_FFFF_FFFF_FFFF).contains(version) else { throw ValidationError("--version must be 1 to 9007199254740991") }
    }

    func run() async throws {
        let key = try SigningKey(file: key)
        guard key.environment == environment else {
            throw StartError("the key signs documents of the environment \(key.environment), not of \(environment). Nothing was changed.")
        }
        let trust = try signers.map { path throws in try DocumentTrust(file: path) }
        let signer = ConfigurationSigner(key: key, trust: trust)
        let input = try DocumentInput(path: contents, kind: kind)
        guard input.token == nil else { throw StartError("\(contents) is signed already; give the contents in JSON. Nothing was changed.") }
        do {
            switch kind {
            case .configuration: try sign(ConfigurationDocument(json: input.contents), signer) { $0.findings(at: $1) }
            case .updatePolicy: try sign(UpdatePolicy(json: input.contents), signer) { $0.findings(at: $1) }
            }
        } catch let error as UnacceptableContents {
            for problem in error.problems { Terminal.complain("\(contents): \(input.text(of: problem))") }
            throw StartError("\(contents) cannot be signed. Nothing was changed.")
        } catch let error as DocumentRefusal {
            throw StartError("\(contents) cannot be signed: \(error.reason). Nothing was changed.")
        }
    }

    /// Signs contents that phones accept and can use from the document's issue time on.
    ///
    /// - Parameter findings: the findings of `check` on the contents at a time.
    private func sign<Contents: DocumentContents>(
        _ contents: Contents, _ signer: ConfigurationSigner, findings: (Contents, Int64) -> CheckFindings
    ) throws {
        let now = Int64(Date().timeIntervalSince1970)
        let start = issuedAt?.seconds ?? now
        let expiry = start + Int64(days) * 86_400
        guard expiry > now else { throw StartError("the document would have expired already. Nothing was changed.") }
        guard ahead || start <= now + DocumentClaims.leeway else {
            throw StartError("phones would accept the document only later; if that is intended, add --ahead. Nothing was changed.")
        }
        let problems = findings(contents, max(now, start)).problems
        guard problems.isEmpty else {
            for problem in problems { Terminal.complain("\(self.contents): \(problem)") }
            throw StartError("\(self.contents) cannot be signed. Nothing was changed.")
        }
        let document = try signer.sign(contents, version: version, issuedAt: start, expiresAt: expiry, to: output)
        let end = Instant(seconds: document.claims.expiresAt)?.text ?? ""
        Terminal.write("\(output)\tversion \(document.version)\tenvironment \(environment)\tkey \(document.keyID)\texpires \(end)")
    }
}
