// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import ServerCommands
import WalletVerifier

/// `wallet-verifier check`: checks a signed presentation that a party has kept.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check a signed presentation that was kept as evidence, without a network.",
        discussion: """
            Prints a line for each check, as of the time at which the answer was received: ok or FAULT, the check, what was found. No claims \
            of the person are printed.

            Exit code 0: every check holds. 1: one does not. 2: the command line is wrong, or a file cannot be read.
            """)

    @Argument(help: "The member evidence of a result, as it was, in a file.", completion: .file())
    var file: String

    @Option(name: .customLong("access-root"), help: ArgumentHelp("Roots of access certificates; may be repeated.", valueName: "pem"))
    var accessRoots: [String]

    @OptionGroup var trust: TrustOptions

    func run() async throws {
        let verdict: EvidenceVerdict
        do {
            let roots = try trust.roots()
            let check = EvidenceCheck(
                accessRoots: try TrustOptions.certificates(in: accessRoots), sdJWTRoots: roots.sdJWT, mdocRoots: roots.mdoc,
                mdocProfile: trust.profile)
            verdict = await check.verdict(on: try InputFile(path: file).bytes())
        } catch {
            Terminal.complain("Error: " + Terminal.escaped("\(error)", maximum: 1000))
            throw ExitCode(2)
        }
        for line in verdict.lines {
            Terminal.write("\(line.isGood ? "ok" : "FAULT")\t\(Terminal.escaped(line.name))\t\(Terminal.escaped(line.detail))")
        }
        guard verdict.isGood else { throw ExitCode(1) }
    }
}
