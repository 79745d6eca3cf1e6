// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation

/// `wallet-issuer`: the issuer of PIDs that an operator runs, for test persons.
@main
struct WalletIssuerProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet-issuer", abstract: "Issues PIDs of persons who do not exist: serve, offer, revoke.",
        subcommands: [Serve.self, Offer.self, Revoke.self, Persons.self])
}

/// What a command says to the person, or the script, that ran it.
enum Terminal {
    /// Writes a line to the standard output.
    static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
