// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

@testable import WalletApp

/// The calls of the history, and the deletion of a card. Events that the core writes are put before the script's events.
extension FakeWallet {
    func noteReport(_ subject: ReportSubject, to contact: EventContact) async throws {
        try await enter(.noteReport, .noteReport(subject, contact)) { script -> Result<Void, WalletCoreError> in
            switch subject {
            case .event(let number): script.note(.problemReported, about: number, contact)
            case .session:
                guard script.sharing != .none else { return .failure(WalletCoreError(.sharing(.noSession), "scripted")) }
                script.add(.problemReported, sharing: script.sharing.organization.map(SharingEvent.init(of:)), contact: contact)
            case .card(let id):
                guard let card = script.cards.first(where: { $0.summary.id == id }) else { break }
                let subject = EventCard(id: id, name: card.summary.localizedName, issuer: card.issuer)
                script.add(.problemReported, card: subject, contact: contact)
            }
            return .success(())
        }.get()
    }
    func noteDeletionAsked(of event: Int64, by contact: EventContact) async throws {
        try await enter(.noteDeletionAsked, .noteDeletionAsked(event, contact)) { $0.note(.deletionAsked, about: event, contact) }
    }
    func deleteEvent(_ number: Int64) async throws {
        try await enter(.deleteEvent, .deleteEvent(number)) { script -> Result<Void, WalletCoreError> in
            guard script.sharing.event != number else { return .failure(WalletCoreError(.sharing(.busy), "scripted")) }
            script.remove { $0.number == number && $0.kind.isDeletable }
            return .success(())
        }.get()
    }
    func deleteHistory() async throws {
        try await enter(.deleteHistory, .deleteHistory) { script -> Result<Void, WalletCoreError> in
            guard script.takeRightPIN() else { return .failure(Self.noPIN) }
            let unsettled = script.sharing.event
            script.remove { $0.number != unsettled }
            script.unreadableEvents = 0
            script.add(.historyErased)
            return .success(())
        }.get()
    }
    func isHistoryKept() async throws -> Bool { try await enter(.isHistoryKept) { $0.isHistoryKept } }
    func keepHistory(_ isKept: Bool) async throws {
        try await enter(.keepHistory, .keepHistory(isKept)) { script -> Result<Void, WalletCoreError> in
            guard isKept != script.isHistoryKept else { return .success(()) }
            guard isKept || script.takeRightPIN() else { return .failure(Self.noPIN) }
            script.isHistoryKept = isKept
            script.add(isKept ? .historyOn : .historyOff)
            return .success(())
        }.get()
    }
    func exportHistory(in language: String, text: @escaping @Sendable (WalletEvent) -> String) async throws -> [UInt8] {
        try await enter(.exportHistory, .exportHistory(language: language)) { script -> Result<[UInt8], WalletCoreError> in
            guard script.takeRightPIN() else { return .failure(Self.noPIN) }
            script.exportedTexts = script.events.map(text)
            return .success(script.export)
        }.get()
    }
    func deleteCard(_ id: CardID) async throws {
        try await enter(.deleteCard, .deleteCard(id)) { script -> Result<Void, WalletCoreError> in
            guard let card = script.cards.first(where: { $0.summary.id == id }) else { return .success(()) }
            guard !card.summary.isPID else { return .failure(WalletCoreError(.unexpected, "the PID cannot be deleted")) }
            guard script.takeRightPIN() else { return .failure(Self.noPIN) }
            script.cards.removeAll { $0.summary.id == id }
            script.add(.deleted, card: EventCard(id: id, name: card.summary.localizedName, issuer: card.issuer))
            return .success(())
        }.get()
        tellCards()
    }

    private static let noPIN = WalletCoreError(.unexpected, "the right PIN was not entered")
}

extension FakeWallet.Script {
    /// The date of each event that a call writes: a minute after the newest of the samples.
    static let eventDate = Date(timeIntervalSince1970: 1_800_000_000 + 10 * 86_400)

    /// The number of the next event.
    var nextEvent: Int64 { max(eventCount, events.map(\.number).max() ?? 0) + 1 }

    /// Removes events. Their numbers are not given again.
    fileprivate mutating func remove(_ isGone: (WalletEvent) -> Bool) {
        eventCount = nextEvent - 1
        events.removeAll(where: isGone)
    }

    /// Writes the event of an answer that was made and has not left the phone.
    mutating func record(_ offer: SharingOffer, as number: Int64) {
        guard isHistoryKept else { return }
        let cards = offer.cards(of: offer.standardChoice).map { card in
            SharingEvent.Card(
                id: card.summary.id, name: card.summary.localizedName, issuerName: card.summary.issuerName,
                claims: card.claims.map { AskedClaim(path: $0.claim.path, name: $0.claim.name) })
        }
        let sharing = SharingEvent(
            organizationName: offer.organization.name, organizationID: offer.organization.identifier, isLogin: offer.isLogin,
            outcome: .notSent, cards: cards, organization: offer.organization, isWhole: true, arrival: offer.arrival,
            warnings: offer.warnings)
        events.insert(WalletEvent(number: number, kind: .shared, date: Self.eventDate, card: nil, sharing: sharing), at: 0)
    }

    /// Changes the outcome of an answer's event, if there is one.
    mutating func settle(_ number: Int64, _ outcome: SharingEvent.Outcome) {
        guard let index = events.firstIndex(where: { $0.number == number }), let sharing = events[index].sharing else { return }
        let event = events[index]
        events[index] = WalletEvent(
            number: number, kind: event.kind, date: event.date, card: event.card, sharing: sharing.ending(outcome))
    }

    /// Takes the right PIN: it counts for one call.
    fileprivate mutating func takeRightPIN() -> Bool {
        defer { hasRightPIN = false }
        return hasRightPIN
    }

    /// Writes an event about another, with a copy of its organization and card; if there is such an event.
    fileprivate mutating func note(_ kind: WalletEvent.Kind, about number: Int64, _ contact: EventContact) {
        guard let event = events.first(where: { $0.number == number }) else { return }
        add(kind, card: event.card, sharing: event.sharing, about: number, contact: contact)
    }

    /// Writes an event, unless the history is switched off and the event is not about the history itself.
    fileprivate mutating func add(
        _ kind: WalletEvent.Kind, card: EventCard? = nil, sharing: SharingEvent? = nil, about: Int64? = nil, contact: EventContact? = nil
    ) {
        guard isHistoryKept || [.historyErased, .historyOff, .historyOn].contains(kind) else { return }
        let event = WalletEvent(
            number: nextEvent, kind: kind, date: Self.eventDate, card: card, sharing: sharing, about: about, contact: contact)
        events.insert(event, at: 0)
    }
}

extension SharingState {
    /// The organization of the session; nil if it is not known.
    fileprivate var organization: SharingOrganization? {
        switch self {
        case .offered(let offer): offer.organization
        case .missing(let missing): missing.organization
        case .refused(let refusal): refusal.organization
        case .none, .answered: nil
        }
    }

    /// The number of the answer that is not settled.
    fileprivate var event: Int64? { if case .answered(let sent) = self { sent.event } else { nil } }
}

extension SharingEvent {
    /// The organization of a report during a session, which has no outcome yet.
    fileprivate init(of organization: SharingOrganization) {
        self.init(
            organizationName: organization.name, organizationID: organization.identifier, isLogin: false, outcome: .stopped, cards: [],
            organization: organization, isWhole: true)
    }

    /// The same answer with another outcome.
    fileprivate func ending(_ outcome: Outcome) -> SharingEvent {
        SharingEvent(
            organizationName: organizationName, organizationID: organizationID, isLogin: isLogin, outcome: outcome, cards: cards,
            refusedAddress: refusedAddress, organization: organization, isWhole: isWhole, arrival: arrival, asked: asked,
            warnings: warnings, reason: reason, leavesOutRegistration: leavesOutRegistration)
    }
}

extension WalletEvent {
    /// True if the event belongs to the history of a card.
    func isAbout(_ card: CardID?) -> Bool { self.card?.id == card || (sharing?.cards.contains { $0.id == card } ?? false) }
}
