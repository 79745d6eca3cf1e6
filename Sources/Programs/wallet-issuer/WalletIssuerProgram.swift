// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation

/// `wallet-issuer`: the PID issuer for test persons, run by an operator.
@main
struct WalletIssuerProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet-issuer", abstract: "Issues PIDs of persons who do not exist: serve, offer, revoke.",
        subcommands: [Serve.self, Offer.self, Revoke.self, Persons.self])
}

/// The command's output for the operator or a script.
enum Terminal {
    /// Writes a line to standard output.
    static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
