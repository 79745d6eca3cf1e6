// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import Registrar
import ServerCommands

/// `registrar status-list`: signs the status list of the registrations.
struct RegistrarStatusList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status-list",
        abstract: "Print the signed status list of the registrations. For tests only.",
        discussion: """
            Serve it at the address of --status-uri with the media type application/statuslist+jwt, and print it anew before its end and after \
            each revocation.
            """)

    @OptionGroup var place: RegistrarDirectory

    @Option(help: "The validity in hours, 1 to 744.")
    var hours = 24

    func validate() throws {
        guard (1...744).contains(hours) else { throw ValidationError("--hours must be 1 to 744") }
    }

    func run() async throws {
        let registrar = try place.registrar()
        let list = try RegistrarRefusal.named {
            try place.book().statusList(issuedAt: Int64(Date().timeIntervalSince1970), lifetime: Int64(hours) * 3600)
        }
        Terminal.write(try await registrar.sign(list))
    }
}
