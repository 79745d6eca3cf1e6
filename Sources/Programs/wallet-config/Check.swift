// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import JSON
import ServerCommands
import ServerState
import WalletConfiguration

/// `wallet-config check`: reports every problem in contents or in a signed document.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Report every problem in contents or a signed document.",
        discussion: """
            Exit code 0: phones accept the document. 1: they refuse it; each line says where and why. 2: the command line is wrong, or a file \
            cannot be read. Lines that begin with `note:` report values that are allowed but may be a mistake; they do not change the exit code.
            """)

    @Argument(help: "Contents in JSON, or a signed document.", completion: .file())
    var file: String

    @Option(help: "The kind of document: configuration or update-policy. Default: detected.")
    var kind: DocumentKind?

    @Option(help: ArgumentHelp("The public keys that phones trust; required for a signed document.", valueName: "signers"))
    var signers: String?

    @Option(help: ArgumentHelp("The time of the check. Default: now.", valueName: "time"))
    var time: Instant?

    func run() async throws {
        let input: DocumentInput
        let trust: DocumentTrust?
        do {
            input = try DocumentInput(path: file, kind: kind)
            trust = try signers.map { try DocumentTrust(file: $0) }
            if input.token != nil, trust == nil {
                throw StartError("\(file) is signed; give --signers to check the signature")
            }
        } catch {
            Terminal.complain("Error: \(error)")
            throw Exit.unusable
        }
        let now = time?.seconds ?? Int64(Date().timeIntervalSince1970)
        let report: CheckReport =
            switch input.kind {
            case .configuration: CheckReport(of: ConfigurationDocument.self, input, trust, at: now) { $0.findings(at: now) }
            case .updatePolicy: CheckReport(of: UpdatePolicy.self, input, trust, at: now) { $0.findings(at: now) }
            }
        report.lines.forEach { Terminal.write("\(file): \($0)") }
        guard report.isAccepted else { throw Exit.finding }
    }
}

/// The report on one file.
struct CheckReport {
    private(set) var lines: [String] = []
    private(set) var isAccepted = true

    init<Contents: DocumentContents>(
        of _: Contents.Type, _ input: DocumentInput, _ trust: DocumentTrust?, at now: Int64, findings: (Contents) -> CheckFindings
    ) {
        var claims: DocumentClaims?
        if let token = input.token, let trust {
            do throws(DocumentRefusal) {
                claims = try SignedDocument<Contents>(verifying: token, trusting: trust, at: now).claims
            } catch {
                // The problems in the contents are reported below, also for an unverified document.
                if error.code != .unacceptableContents { lines.append("\(error.reason)") }
                isAccepted = false
            }
        }
        do throws(UnacceptableContents) {
            let found = findings(try Contents(json: input.contents))
            lines += found.problems
            isAccepted = isAccepted && found.problems.isEmpty
            lines += found.notes.map { "note: " + $0 }
        } catch {
            lines += error.problems.map(input.text)
            isAccepted = false
        }
        guard isAccepted else { return }
        if let claims {
            let end = Instant(seconds: claims.expiresAt)?.text ?? ""
            if claims.expiresAt - now < 7 * 86_400 { lines.append("note: it expires within a week") }
            lines.append("good: version \(claims.version), environment \(claims.environment), expires \(end)")
        } else {
            lines.append("good")
        }
    }
}

/// The findings that only the operator's tool reports.
struct CheckFindings {
    var problems: [String] = []
    var notes: [String] = []
}
