// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// An action that an activity may offer (UC6.3/1.1).
enum ActivityAction: Sendable, Hashable, CaseIterable {
    /// Look at the names of the data.
    case data
    /// Read the agreement.
    case agreement
    /// Look at the organization or the issuer.
    case about
    /// Report a problem.
    case report
    /// Ask the organization to delete data.
    case askToDelete

    /// Returns the actions that apply to an activity, in the order in which they are shown.
    static func all(of event: WalletEvent) -> [ActivityAction] { allCases.filter { $0.applies(to: event) } }

    private func applies(to event: WalletEvent) -> Bool {
        let sharing = event.sharing
        return switch self {
        case .data: event.kind == .shared && sharing.map { !$0.cards.isEmpty || !$0.asked.isEmpty } ?? false
        case .agreement: event.kind == .shared && sharing?.organization != nil
        case .about: sharing.map { $0.organization != nil } ?? (event.issuer != nil)
        case .report: event.isAboutOthers
        case .askToDelete: event.kind == .shared && sharing.map { $0.outcome.hasLeft } ?? false
        }
    }
}

extension WalletEvent {
    /// The issuer of the card; nil if a request of an organization is told, and if the issuer has no name.
    var issuer: CardIssuer? { sharing == nil && kind != .shared ? card.map(\.issuer).flatMap { $0.name.words == nil ? nil : $0 } : nil }

    /// True if another party took part, which can be reported.
    var isAboutOthers: Bool {
        switch kind {
        case .issued, .renewed, .revoked, .deleted, .shared, .problemReported, .deletionAsked: true
        case .pinChanged, .newPIN, .biometricsOn, .biometricsOff, .historyErased, .historyOff, .historyOn: false
        }
    }
}
