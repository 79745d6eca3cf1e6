// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import OpenID4VCI
import ServerCommands

/// `wallet-issuer check`: names the entries of an issuer's metadata that wallets leave out.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Name the odd entries in the metadata of an issuer, as wallets see them.",
        discussion: """
            Prints a line `identifier: reason` for each kind of credential whose entry breaks a rule, and the counts at the end. Wallets cannot get \
            such a kind; the others are not affected.

            Exit code 0: no entry is odd. 1: an entry is odd, or wallets refuse the whole metadata; the lines say why. 2: the command line is \
            wrong, or the metadata cannot be fetched or read.
            """)

    /// Exit codes besides 0.
    enum Exit {
        static let refused = ExitCode(1)
        static let unusable = ExitCode(2)
    }

    @Argument(
        help: ArgumentHelp(
            "A file; the http or https address of metadata, which has /.well-known/ in its path; or an issuer's identifier.",
            valueName: "metadata"), completion: .file())
    var source: String

    @Option(help: ArgumentHelp("The roots of the TLS certificate of an https address. Default: the system's.", valueName: "pem"))
    var root: String?

    @Option(help: "How many seconds the complete answer of an address may take: 1 to 60.")
    var seconds = Timeouts.production.login.wholeSeconds

    func validate() throws {
        try TimeLimitOption.check([("seconds", seconds)], in: 1...60)
        guard try MetadataSource(source).isTLS || root == nil else { throw ValidationError("--root is for an https address") }
    }

    func run() async throws {
        let report: MetadataReport
        do {
            let roots = try root.map { try WalletOptions.documents(in: $0).map(\.der) }
            report = MetadataReport(try await MetadataSource(source).read(roots: roots, within: .seconds(seconds)))
        } catch {
            Terminal.complain("Error: " + Terminal.escaped("\(error)", maximum: 1000))
            throw Exit.unusable
        }
        report.lines.forEach(Terminal.write)
        guard report.isAccepted else { throw Exit.refused }
    }
}

/// The report on an issuer's metadata.
struct MetadataReport {
    /// The faults, and the counts at the end.
    private(set) var lines: [String]
    /// True if wallets read every entry in a supported format.
    private(set) var isAccepted = false

    init(_ found: FoundMetadata) {
        lines = found.faults
        do throws(MalformedMessage) {
            let metadata = try CredentialIssuerMetadata(parsing: found.bytes)
            if let issuer = found.issuer, metadata.issuer != issuer { lines.append("credential_issuer is not the given identifier") }
            lines += metadata.oddConfigurations.map { "\(Terminal.escaped($0.identifier)): \($0.fault.reason)" }
            lines += metadata.oddDisplays.map { "the issuer's display, entry \($0.number): \($0.fault.reason)" }
            isAccepted = lines.isEmpty
            let (odd, read) = (metadata.oddConfigurations.count, metadata.configurations.count)
            lines.append("kinds of credentials: \(odd) odd, \(read) read, \(metadata.unsupportedCount) of other formats")
        } catch {
            lines.append("wallets refuse the whole metadata: \(error.reason)")
        }
    }
}
