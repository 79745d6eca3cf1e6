// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

extension IssuancePreview {
    /// A PID with every kind of value.
    static let sample: IssuancePreview = {
        func texts(_ english: String, _ dutch: String) -> LocalizedText {
            LocalizedText([.init(locale: "en", text: english), .init(locale: "nl", text: dutch)])
        }
        let claims = [
            CardClaim(path: ["family_name"], name: texts("Surname", "Achternaam"), value: .text("Van der Berg")),
            CardClaim(path: ["birthdate"], name: texts("Date of birth", "Geboortedatum"), value: .text("2000-02-29")),
            CardClaim(path: ["nationalities"], name: texts("Nationality", "Nationaliteit"), value: .list([.text("NL"), .text("BE")])),
            CardClaim(path: ["age_over_18"], name: texts("Over 18", "Ouder dan 18"), value: .truth(true)),
            CardClaim(path: ["age_over_65"], name: LocalizedText([]), value: .truth(false)),
            CardClaim(path: ["sex"], name: texts("Sex", "Geslacht"), value: .number("2")),
            CardClaim(path: ["picture"], name: texts("Picture", "Foto"), value: .picture("data:image/png;base64,AA")),
            CardClaim(
                path: ["address"], name: texts("Address", "Adres"),
                value: .group([.init(name: "house_number", value: .text("2000")), .init(name: "country", value: .text("NL"))])),
            CardClaim(
                path: ["residence_permit"], name: texts("Residence permit", "Verblijfsvergunning"),
                value: .group([.init(name: "kind", value: .text("II")), .init(name: "country", value: .text("NL"))])),
        ]
        let issuer = texts("The Registry", "Het Register")
        let summary = CardSummary(
            id: CardID("pid"), isPID: true,
            styles: [CardStyle(locale: "en", name: "Identity card"), CardStyle(locale: "nl", name: "Identiteitskaart")], issuerName: issuer,
            issuedAt: PhoneClock.start, validFrom: nil, expiresAt: nil, status: .valid)
        return IssuancePreview(
            card: CardDetails(
                summary: summary, pictures: [], claims: claims,
                issuer: CardIssuer(identifier: "https://issuer.test", name: issuer, logo: nil, certifiedName: nil)))
    }()
}
