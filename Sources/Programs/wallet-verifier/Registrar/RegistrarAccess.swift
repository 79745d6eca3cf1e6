// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Crypto
import Foundation
import Registrar
import ServerCommands

/// `registrar access`: certifies a party's key.
struct RegistrarAccess: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access",
        abstract: "Certify a party for tests: the access certificate by which wallets know who asks.",
        discussion: """
            Writes OUTPUT.pem and prints the party's client_id. Without --public-key and --request it also makes the party's key, OUTPUT-key.pem, \
            which only its owner may read. Wallets send answers only to the hosts of --dns-name.
            """)

    @OptionGroup var place: RegistrarDirectory

    @Option(help: "The name that wallets show (CN), 1 to 64 characters.")
    var name: String

    @Option(help: "The legal name (O), 1 to 64 characters. Default: --name.")
    var legalName: String?

    @Option(help: "The identifier (organizationIdentifier), such as NTRNL-12345678.")
    var identifier: String

    @Option(help: "The country (C), two capital letters.")
    var country: String

    @Option(
        name: .customLong("dns-name"),
        help: ArgumentHelp("A host to which wallets may send answers; may be repeated.", valueName: "host"))
    var dnsNames: [String]

    @Option(help: ArgumentHelp("The party's public key (P-256).", valueName: "pem"))
    var publicKey: String?

    @Option(help: ArgumentHelp("The party's certificate signing request; only its key is used.", valueName: "csr"))
    var request: String?

    @Option(help: "The validity in days, 1 to 366.")
    var days = 365

    @Option(help: ArgumentHelp("The new files without their ending .pem.", valueName: "output"))
    var output: String

    func validate() throws {
        guard publicKey == nil || request == nil else { throw ValidationError("give either --public-key or --request") }
    }

    func run() async throws {
        let registrar = try place.registrar()
        var files = NewFiles()
        let certificate = try RegistrarRefusal.named {
            let subject = try AccessSubject(
                tradeName: name, legalName: legalName ?? name, identifier: identifier, country: country, dnsNames: dnsNames)
            let key: P256.Signing.PublicKey
            if let given = try givenKey() {
                key = given
            } else {
                let new = P256.Signing.PrivateKey()
                files.add(output + "-key.pem", new.pemRepresentation + "\n", isSecret: true)
                key = new.publicKey
            }
            return try registrar.certify(key, of: subject, days: days, now: Date())
        }
        files.add(output + ".pem", certificate.pem, isSecret: false)
        try RegistrarRefusal.write(files)
        Terminal.write(certificate.clientID)
    }

    /// The key of the options; nil without one.
    private func givenKey() throws -> P256.Signing.PublicKey? {
        if let publicKey { return try AccessCertificate.publicKey(pem: text(publicKey)) }
        if let request { return try AccessCertificate.publicKey(requestPEM: text(request)) }
        return nil
    }

    private func text(_ path: String) throws -> String { String(decoding: try InputFile(path: path).bytes(), as: UTF8.self) }
}
