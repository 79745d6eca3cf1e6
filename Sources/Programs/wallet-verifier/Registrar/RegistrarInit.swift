// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import JSON
import Registrar
import ServerCommands

/// `registrar init`: makes a registrar's directory.
struct RegistrarInit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a registrar for tests: a root for access certificates, a root for registrars, and the registrar's key.",
        discussion: """
            The two roots are independent: below the registrar's root a party could sign its own registration. The directory must be new or empty, and \
            appears only when it is complete. Only its owner may enter it; the keys in it are not encrypted. With --tls-root it has \
            configuration-part.json for wallet-config init.
            """)

    @Argument(help: "The directory, which is new or empty.")
    var directory: String

    @Option(
        help: ArgumentHelp(
            "The https address of the status list in which registrations can be revoked. Default: none, registrations end by their date.",
            valueName: "url"))
    var statusURI: String?

    @Option(
        name: .customLong("tls-root"),
        help: ArgumentHelp("The TLS roots of the verifiers and of the status list, for wallets.", valueName: "pem"))
    var tlsRoot: String?

    func run() async throws {
        let tlsRoots = try tlsRoot.map(SetupOptions.roots)
        let book = try RegistrarRefusal.named { try RegistrationBook(statusURI: statusURI) }
        let registrar = try DemoRegistrar(now: Date())
        let part = try tlsRoots.map { try SharingPart(of: registrar, tlsRoots: $0) }
        let place = SetupDirectory(directory)
        try await place.write {
            for file in try registrar.files() { try place.put(file.name, file.text) }
            try place.put(RegistrationBook.fileName, book.json.encode())
            if let part { try place.put("configuration-part.json", part.text) }
        }
        Terminal.write("For demo and tests only: every certificate of this registrar has the unit \"\(TestMark.unit)\".")
        if part != nil {
            Terminal.write("Wallets: wallet-config init --part \(place.path)/configuration-part.json")
        } else {
            Terminal.write("Wallets: the member \"sharing\" of the configuration needs, besides tls_roots (or: registrar part):")
            Terminal.write(try SharingPart.roots(of: registrar))
        }
        Terminal.write("Next: wallet-verifier registrar access \(place.path) --help")
    }
}
