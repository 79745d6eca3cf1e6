// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import DurableFiles
import Foundation
import OAuthMessages
import OpenID4VP
import ServerCommands
import ServerState
import WalletVerifier

/// `wallet-verifier party add`: makes the folder of a new party.
struct PartyAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make the folder of a new party, and its API key.",
        discussion: """
            Prints the API key and, with --webhook, the key that authenticates webhooks, one per line; the key of the HMAC is this text itself, \
            not decoded. The API key is shown this once: only its hash is stored. Certificate, key and registration are copied. For further uses, edit the party's party.json.
            """)

    @OptionGroup var place: PartyPlace

    @Argument(help: "The party's name: 1 to 64 letters, digits, - and _.")
    var name: String

    @Option(help: ArgumentHelp("The access certificate and its chain, without the root.", valueName: "pem"))
    var certificate: String

    @Option(help: ArgumentHelp("The key of the access certificate (P-256).", valueName: "pem"))
    var key: String

    @Option(help: ArgumentHelp("The registration certificate, a compact JWS.", valueName: "file"))
    var registration: String?

    @Option(
        name: .customLong("client-id"),
        help: ArgumentHelp("x509_san_dns: and a name of the certificate. Default: x509_hash: and the certificate's hash.", valueName: "id"))
    var clientID: String?

    @Option(help: "The name of the party's use.")
    var use = "default"

    @Option(
        name: .customLong("session-type"),
        help: ArgumentHelp("same_device or cross_device; may be repeated. Default: both.", valueName: "type"))
    var sessionTypes: [String] = []

    @Option(
        name: .customLong("return-url"),
        help: ArgumentHelp("Addresses that begin so may be the return_url of a session; may be repeated.", valueName: "url"))
    var returnURLs: [String] = []

    @Flag(help: "Accept credentials whose status cannot be found out.")
    var acceptUnknownStatus = false

    @Option(help: ArgumentHelp("Where the party is told of ended sessions.", valueName: "url"))
    var webhook: String?

    func validate() throws {
        guard PartyDescription.isName(name), PartyDescription.isName(use) else {
            throw ValidationError("the names of a party and of a use are 1 to 64 letters, digits, - and _")
        }
        guard sessionTypes.allSatisfy({ SessionType(rawValue: $0) != nil }) else {
            throw ValidationError("--session-type is same_device or cross_device")
        }
        guard (returnURLs + (webhook.map { [$0] } ?? [])).allSatisfy({ HTTPSURL($0) != nil }) else {
            throw ValidationError("--return-url and --webhook are https addresses")
        }
        if let clientID, (try? ClientIdentifier(clientID)) == nil {
            throw ValidationError("--client-id is x509_san_dns:NAME or x509_hash:HASH")
        }
    }

    func run() async throws {
        let folder = try place.folder(name)
        guard !FileManager.default.fileExists(atPath: folder.path) else {
            throw StartError("\(folder.path) exists. Nothing was changed.")
        }
        // Read everything before anything is made.
        let given = NewParty.Given(
            certificate: certificate, key: key, registration: registration, clientID: clientID, webhook: webhook.flatMap { HTTPSURL($0) })
        let party = try NewParty(name, given, use: firstUse)
        umask(0o077)
        do throws(FileError) {
            try LockedDirectory.make(place.state)
            try LockedDirectory.make(place.directory)
            try LockedDirectory.make(folder.path)
        } catch {
            throw StartError(error.reason)
        }
        for file in party.files { try StateFile.replace(folder.file(file.name), with: file.bytes) }
        Terminal.write(party.apiKey)
        if let webhookKey = party.webhookKey { Terminal.write(webhookKey) }
    }

    private var firstUse: PartyUse {
        let types = sessionTypes.isEmpty ? [.sameDevice, .crossDevice] : sessionTypes.compactMap(SessionType.init(rawValue:))
        return PartyUse(
            name: use, sessionTypes: Set(types), returnURLs: returnURLs.compactMap { HTTPSURL($0) },
            acceptsUnknownStatus: acceptUnknownStatus)
    }
}
