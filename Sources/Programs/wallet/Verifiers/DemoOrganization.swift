// SPDX-License-Identifier: EUPL-1.2

import DemoSites
import JSON
import OpenID4VP
import Registrar

/// The organisation behind a site, as its certificate and its registration say it.
struct DemoOrganization: Sendable {
    let site: DemoSite

    /// The country of all organisations.
    private static let country = "NL"

    /// The legal name.
    private var legalName: String {
        switch site {
        case .shop: "De Kurk Wijnimport B.V."
        case .town: "Gemeente Waterbeek"
        case .portal: "Stichting Pensioenfonds Horizon"
        case .raffle: "Gouden Ticket Acties B.V."
        }
    }

    private var identifier: String {
        switch site {
        case .shop: "NTRNL-90000001"
        case .town: "NTRNL-90000002"
        case .portal: "NTRNL-90000003"
        case .raffle: "NTRNL-90000004"
        }
    }

    /// The purpose for which the organisation asks for data, by language.
    private var purposes: [(language: String, text: String)] {
        switch site {
        case .shop:
            [
                ("nl", "Controleren dat u 18 jaar of ouder bent"), ("en", "Check that you are 18 or older"),
                ("de", "Prüfen, ob Sie mindestens 18 Jahre alt sind"),
            ]
        case .town:
            [
                ("nl", "Uw verhuizing verwerken"), ("en", "Process your move"), ("de", "Ihren Umzug bearbeiten"),
            ]
        case .portal:
            [
                ("nl", "Inloggen bij uw pensioen"), ("en", "Log in to your pension"), ("de", "Anmelden bei Ihrer Pensionskasse"),
            ]
        case .raffle:
            [
                ("nl", "Uw naam op uw lot zetten"), ("en", "Put your name on your ticket"), ("de", "Ihren Namen auf Ihr Los schreiben"),
            ]
        }
    }

    /// The subject of the access certificate, with the host to which wallets send answers.
    ///
    /// - Throws: `UnacceptableMember`.
    func subject() throws(UnacceptableMember) -> AccessSubject {
        try AccessSubject(
            tradeName: site.name, legalName: legalName, identifier: identifier, country: Self.country, dnsNames: [site.verifierHost])
    }

    /// The registration of the party with this certificate.
    ///
    /// - Parameter type: the `vct` of PIDs.
    /// - Throws: `UnacceptableMember`.
    func registration(of identity: VerifierIdentity, type: String) throws(UnacceptableMember) -> RegistrationDraft {
        let claims = site.registered.map { $0.joined(separator: "/") }.joined(separator: ",")
        let members: JSONObject = [
            "purpose": .array(purposes.map { .object(["lang": .string($0.language), "value": .string($0.text)]) }),
            "privacy_policy": .string(site.address + "/privacy"), "support_uri": .string(site.address + "/"),
            "supervisory_authority": [
                "name": "Toezicht op gegevens", "email": "melden@toezicht.example", "uri": "https://toezicht.example/",
            ],
            "entitlements": [.string(RegistrationDraft.serviceProvider)],
            "credentials": [try AskedCredential.sdJWT("\(type)=\(claims)")],
        ]
        return try RegistrationDraft(RegistrationDraft.members(members, of: identity))
    }
}
