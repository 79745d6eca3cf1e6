// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

@testable import WalletApp

extension WalletEvent {
    /// An answer to the shop with a name of the identity card and of the library pass, a day for each number.
    static func sample(
        _ number: Int64, _ outcome: SharingEvent.Outcome = .delivered, of organization: SharingOrganization? = .shop,
        cards: [CardDetails] = [.pid(), .other(.valid)]
    ) -> WalletEvent {
        WalletEvent(
            number: number, kind: .shared, date: day(number), card: nil,
            sharing: SharingEvent(
                organizationName: organization?.name ?? "", organizationID: organization?.identifier, isLogin: false, outcome: outcome,
                cards: cards.map { card in
                    SharingEvent.Card(
                        id: card.summary.id, name: card.summary.localizedName, issuerName: card.summary.issuerName, claims: [.age])
                }, organization: organization, isWhole: true, arrival: .sameDevice,
                asked: [AskedData(types: ["urn:eudi:pid:1"], claims: [.age])]))
    }

    /// An event of the identity card itself, a day for each number.
    static func sample(_ number: Int64, _ kind: Kind) -> WalletEvent {
        let pid = CardDetails.pid()
        return WalletEvent(
            number: number, kind: kind, date: day(number),
            card: EventCard(id: pid.summary.id, name: pid.summary.localizedName, issuer: pid.issuer))
    }

    private static func day(_ number: Int64) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + Double(number) * 86_400) }
}
