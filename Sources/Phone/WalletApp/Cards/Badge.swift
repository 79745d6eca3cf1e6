// SPDX-License-Identifier: EUPL-1.2

import CalendarDays
package import WalletInterface

/// The status of a card, as an icon and a few words (UC7.2/1.1).
package struct Badge: Sendable, Hashable {
    /// The severity, which determines icon and colour.
    package typealias Kind = CardSeverity

    package let kind: Kind
    package let text: Text

    /// The badge for a card's status.
    package init(_ card: CardSummary) {
        func dated(_ key: String, _ day: CalendarDay?) -> Text {
            day.map { Text("cardStatus.\(key).on", .day(WrittenDate($0).unbroken)) } ?? Text("cardStatus.\(key)")
        }
        (kind, text) =
            switch card.status {
            case .valid: (.ok, dated("valid", card.lastDay))
            case .expiresSoon: (.warn, dated("expiresSoon", card.lastDay))
            case .expired: (.danger, dated("expired", card.lastDay))
            case .revoked: (.danger, "cardStatus.revoked")
            case .suspended: (.warn, "cardStatus.suspended")
            case .notYetValid: (.info, dated("notYetValid", card.firstDay))
            case .corrupted: (.danger, "cardStatus.corrupted")
            case .unknown: (.warn, "cardStatus.unknown")
            }
    }
}

extension CardSummary {
    /// True if the card should be obtained again and can be: UC3.1 obtains the PID, and no flow obtains other cards yet.
    var canBeObtainedAgain: Bool { isPID && [.expired, .expiresSoon, .corrupted].contains(status) }

    /// True if the card need not be obtained again, but can be, for example because the holder's data changed. UC3.1 keeps the present card
    /// until the new one is stored.
    var canBeObtainedAgainEarly: Bool { isPID && status == .valid }

    /// The explanation and advice for the user; nil for a valid card. It says *get it again* only where the user can.
    var advice: (kind: BannerKind, text: Text)? {
        func again(_ key: String) -> Text { Text(canBeObtainedAgain ? key : key + ".other") }
        return switch status {
        case .valid: nil
        case .expiresSoon: (.warn, again("cardAdvice.expiresSoon"))
        case .expired: (.danger, again("cardAdvice.expired"))
        case .revoked: (.danger, "cardAdvice.revoked")
        case .suspended: (.warn, "cardAdvice.suspended")
        case .notYetValid: (.info, "cardAdvice.notYetValid")
        case .corrupted: (.danger, again("cardAdvice.corrupted"))
        case .unknown: (.warn, "cardAdvice.unknown")
        }
    }
}
