// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import PhoneSimulator

/// `store-card`: adds a second card to the wallet of a demo phone that is switched off. No issuer of the demo gives such a card yet, and
/// without one nothing can be deleted (UC7.4).
@main
struct StoreCard: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store-card",
        abstract: "Add a library card to the wallet of a demo that does not run. The wallet must hold an identity card.")

    @Argument(help: "The state directory of the demo.")
    var directory: String

    @Option(help: "The number of times that data of the card was shared, for a history of more than one page.")
    var shares = 1

    @Option(help: "The number of copies in each format that were not disclosed.")
    var copies = LibraryCard.mostCopies

    func validate() throws {
        guard (1...1_000).contains(shares) else { throw ValidationError("--shares takes 1 to 1000.") }
        guard (0...LibraryCard.mostCopies).contains(copies) else { throw ValidationError("--copies takes 0 to \(LibraryCard.mostCopies).") }
    }

    func run() throws {
        guard FileManager.default.fileExists(atPath: directory + "/phone/app/wallet.db") else {
            throw StoreCardError("no phone with a wallet is in \(directory)")
        }
        // A running demo has locked the directory.
        let state = try StateDirectory(directory)
        try withExtendedLifetime(state) {
            try SwitchedOffStore(ofPhoneIn: state.path + "/phone").change {
                try LibraryCard(in: $0, shares: shares, copies: copies).write()
            }
        }
    }
}

/// The reason why no card was added, in one sentence.
struct StoreCardError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
