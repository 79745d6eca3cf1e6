// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Registrar
import ServerCommands

/// `registrar revoke`: revokes a registration for good.
struct RegistrarRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a registration for good. For tests only.",
        discussion: "Wallets learn it from the next status list that is published. A repetition changes nothing.")

    @OptionGroup var place: RegistrarDirectory

    @Argument(help: "The number that registrar register printed.")
    var number: Int

    func run() async throws {
        try place.changeBook { book in try RegistrarRefusal.named { try book.revoke(number) } }
        Terminal.write("revoked\t\(number)")
    }
}
