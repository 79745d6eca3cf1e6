// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import OpenID4VCI
import PIDIssuer
import ServerCommands
import ServerState

/// `wallet-issuer offer`: makes an offer of a PID for a person who has been identified.
struct Offer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make an offer of a PID for a test person; the link contains a secret.",
        discussion: "Prints the link by value, the link by reference and the transaction code, one per line.")

    @OptionGroup var backend: StateOptions

    @Option(help: "The issuer's address as wallets see it: https://host[:port].")
    var publicURL: String

    @Option(help: ArgumentHelp("The person's citizen service number; see wallet-issuer persons.", valueName: "bsn"))
    var person: String

    @Flag(help: "Without a transaction code: anyone with the link can get the PID.")
    var withoutCode = false

    @Option(help: "The validity of the offer in minutes: 1 to 1440.")
    var minutes: Int64 = 10

    func validate() throws {
        guard (1...1440).contains(minutes) else { throw ValidationError("--minutes must be 1 to 1440") }
        guard HTTPSURL(publicURL) != nil else { throw ValidationError("--public-url must be https://host[:port]") }
    }

    func run() async throws {
        guard let issuer = HTTPSURL(publicURL) else { throw StartError("--public-url must be https://host[:port]") }
        guard try await TestPersons().person(withCitizenServiceNumber: person) != nil else {
            throw StartError("There is no such test person.")
        }
        let offer = try await backend.withStore { store in
            try await OfferDesk(issuer: issuer, store: store, random: systemRandomBytes)
                .offer(to: person, hasTransactionCode: !withoutCode, lifetime: minutes * 60)
        }
        Terminal.write(offer.link)
        Terminal.write(offer.reference)
        if let code = offer.transactionCode { Terminal.write(code) }
    }
}

/// `wallet-issuer persons`: lists the test persons.
struct Persons: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the test persons: number and name.")

    func run() throws {
        for person in TestPersons().all { Terminal.write("\(person.citizenServiceNumber)\t\(person.displayName)") }
    }
}
