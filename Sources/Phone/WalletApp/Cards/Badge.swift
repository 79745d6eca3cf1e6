// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import WalletInterface

/// The status of a card, as an icon and a few words (UC7.2/1.1).
package struct Badge: Sendable, Hashable {
    /// The severity, which determines icon and colour.
    package typealias Kind = CardSeverity

    package let kind: Kind
    package let text: Text

    /// The badge for a card's status.
    package init(_ card: CardSummary) {
        func dated(_ key: String, _ date: Date?) -> Text {
            date.map { Text("cardStatus.\(key).on", .day(CalendarDay($0))) } ?? Text("cardStatus.\(key)")
        }
        (kind, text) =
            switch card.status {
            case .valid: (.ok, dated("valid", card.expiresAt))
            case .expiresSoon: (.warn, dated("expiresSoon", card.expiresAt))
            case .expired: (.danger, dated("expired", card.expiresAt))
            case .revoked: (.danger, "cardStatus.revoked")
            case .suspended: (.warn, "cardStatus.suspended")
            case .notYetValid: (.info, dated("notYetValid", card.validFrom))
            case .corrupted: (.danger, "cardStatus.corrupted")
            case .unknown: (.warn, "cardStatus.unknown")
            }
    }
}

extension CardStatus {
    /// The explanation and advice for the user; nil for a valid card.
    var advice: (kind: BannerKind, text: Text)? {
        switch self {
        case .valid: nil
        case .expiresSoon: (.warn, "cardAdvice.expiresSoon")
        case .expired: (.danger, "cardAdvice.expired")
        case .revoked: (.danger, "cardAdvice.revoked")
        case .suspended: (.warn, "cardAdvice.suspended")
        case .notYetValid: (.info, "cardAdvice.notYetValid")
        case .corrupted: (.danger, "cardAdvice.corrupted")
        case .unknown: (.warn, "cardAdvice.unknown")
        }
    }
}
