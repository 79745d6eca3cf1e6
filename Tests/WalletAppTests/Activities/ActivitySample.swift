// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

@testable import WalletApp

/// Activities of every kind and outcome, for the gallery and the tests of screens.
enum ActivitySample {
    static let card = EventCard(
        id: CardID("pid"), name: CardDetails.pid().summary.localizedName, issuer: CardDetails.pid().issuer)
    /// The names of data that left with a card.
    static let shared = SharingEvent.Card(
        id: card.id, name: card.name, issuerName: card.issuer.name, claims: [SharingSample.asked, SharingSample.unnamed])
    /// Stands for cards that the core left out of a large event.
    static let others = SharingEvent.Card(
        id: CardID(""), name: LocalizedText([LocalizedText.Entry(locale: nil, text: "…")]),
        claims: [AskedClaim(path: ["…"], name: LocalizedText([]))])
    static let asked = [
        AskedData(types: ["urn:eudi:pid:1"], claims: [SharingSample.asked, SharingSample.unnamed]), AskedData(types: [], claims: []),
    ]

    /// A day of each number: activity 1 is of 15 January 2027 in Greenwich.
    static func date(_ number: Int64) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + Double(number - 1) * 86_400) }

    /// A request of an organization and its outcome.
    static func request(
        _ outcome: SharingEvent.Outcome, number: Int64 = 1, isLogin: Bool = false,
        of organization: SharingOrganization? = SharingSample.organization, cards: [SharingEvent.Card] = [shared],
        asked: [AskedData] = asked, warnings: [SharingWarning] = [], reason: String? = nil, refusedAddress: String? = nil,
        isWhole: Bool = true, leavesOutRegistration: Bool = false
    ) -> WalletEvent {
        WalletEvent(
            number: number, kind: .shared, date: date(number), card: cards.isEmpty ? nil : card,
            sharing: SharingEvent(
                organizationName: organization?.name ?? "", organizationID: organization?.identifier, isLogin: isLogin, outcome: outcome,
                cards: cards, refusedAddress: refusedAddress, organization: isWhole ? organization : nil, isWhole: isWhole,
                arrival: isWhole ? .crossDevice : nil, asked: isWhole ? asked : [], warnings: warnings, reason: reason,
                leavesOutRegistration: leavesOutRegistration))
    }

    /// An event of another kind, with what such an event has.
    static func event(_ kind: WalletEvent.Kind, number: Int64 = 1, contact: EventContact? = nil) -> WalletEvent {
        switch kind {
        case .shared: request(.delivered, number: number)
        case .issued, .renewed, .revoked, .deleted: WalletEvent(number: number, kind: kind, date: date(number), card: card)
        case .problemReported, .deletionAsked:
            WalletEvent(
                number: number, kind: kind, date: date(number), card: card, sharing: request(.delivered).sharing, about: 1,
                contact: contact ?? EventContact(body: .organization, way: .mail, name: SharingSample.organization.name))
        case .pinChanged, .newPIN, .biometricsOn, .biometricsOff, .historyErased, .historyOff, .historyOn:
            WalletEvent(number: number, kind: kind, date: date(number), card: nil)
        }
    }

    /// A request that an earlier version of the app wrote: of the organization it has the name only.
    static func early(_ outcome: SharingEvent.Outcome = .delivered) -> WalletEvent { request(outcome, isWhole: false) }

    /// A request that was refused before it was known who asks.
    static let unknown = request(.refusedByWallet, of: nil, cards: [], asked: [], reason: "untrusted_certificate")

    /// The report of an issuer.
    static let issuerReport = WalletEvent(
        number: 1, kind: .problemReported, date: date(1), card: card, contact: EventContact(body: .issuer, way: .phone, name: nil))

    /// Every kind and every outcome, shared and logged in, newest first.
    static let all: [WalletEvent] = {
        let kinds = WalletEvent.Kind.allCases.map { event($0) }
        let requests = [false, true].flatMap { isLogin in SharingEvent.Outcome.allCases.map { request($0, isLogin: isLogin) } }
        let events = kinds + requests + [unknown, early(), issuerReport]
        return events.enumerated().map { index, event in event.numbered(Int64(events.count - index)) }
    }()
}

extension WalletEvent {
    /// The same event with another number, and the date of that number.
    fileprivate func numbered(_ number: Int64) -> WalletEvent {
        WalletEvent(
            number: number, kind: kind, date: ActivitySample.date(number), card: card, sharing: sharing, about: about, contact: contact)
    }
}
