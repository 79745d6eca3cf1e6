// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import JSON
import Registrar
import ServerCommands
import ServerState

/// `registrar register`: signs a registration certificate.
struct RegistrarRegister: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Register a party for tests: the certificate that says what it may ask for.",
        discussion: """
            The members (ETSI TS 119 475 v1.2.1) come from --file, from the party's access certificate, and from the options, which must not \
            repeat one another. policy_id, iat, exp and status are the registrar's. Prints the number, by which it can be revoked.
            """)

    @OptionGroup var place: RegistrarDirectory

    @OptionGroup(title: "What is registered") var members: RegistrationOptions

    @Option(
        help: ArgumentHelp("The party's access certificate, which gives name, sub_ln, sub and country.", valueName: "pem"))
    var access: String?

    @Option(help: "The validity in days, 1 to 366.")
    var days = 365

    @Option(help: ArgumentHelp("The new file of the certificate, a compact JWS.", valueName: "jwt"))
    var output: String

    func run() async throws {
        let registrar = try place.registrar()
        let draft = try RegistrarRefusal.named {
            var registered = try members.object()
            if let access {
                let pem = String(decoding: try InputFile(path: access).bytes(), as: UTF8.self)
                registered = try RegistrationDraft.members(registered, of: AccessCertificate(pem: pem).identity)
            }
            return try RegistrationDraft(registered)
        }
        let now = Date()
        var (number, files) = (0, NewFiles())
        try place.changeBook { book in
            try RegistrarRefusal.named {
                let end = Int64(now.timeIntervalSince1970) + Int64(max(0, min(days, RegistrationDraft.maximumDays))) * 86_400
                let entry = try book.add(subject: draft.subject, expiresAt: end)
                number = entry.number
                files.add(output, try registrar.register(draft, days: days, status: entry.status, now: now) + "\n", isSecret: false)
            }
        } commit: {
            try RegistrarRefusal.write(files)
        }
        Terminal.write("\(number)\t\(output)")
    }
}
