// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The party that a report is about (UC5.1/8, UC6.3/4, UC7.2/5).
enum ReportedParty: Sendable, Hashable {
    /// An organization that asks or asked; nil if it is not known.
    case organization(SharingOrganization?)
    /// The issuer of a card.
    case issuer(CardIssuer)

    /// The party of an activity.
    init(_ event: WalletEvent) {
        self = event.issuer.map { .issuer($0) } ?? .organization(event.sharing?.organization)
    }

    /// The problems that can be reported about it. An issuer has asked for nothing.
    var problems: [SharingReport] {
        switch self {
        case .organization: SharingReport.allCases
        case .issuer: [.stranger, .impostor, .suspicious, .unreasonable, .wrongData]
        }
    }
}
