// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import WalletInterface

extension PendingLink {
    /// A link that expires five minutes after the tests' start time.
    static func sample(_ kind: UniversalLinkKind, name: String = "1", hasReplaced: Bool = false) -> PendingLink {
        PendingLink(
            ticket: Ticket(name: name), kind: kind, receivedAt: PhoneClock.start, expiresAt: PhoneClock.start.addingTimeInterval(300),
            hasReplaced: hasReplaced)
    }
}

extension UniversalLink {
    /// A link that the wallet recognises.
    static func sample(_ kind: UniversalLinkKind) throws -> UniversalLink {
        let pattern = try #require(UniversalLinkPattern(kind: kind, scheme: "https", host: "app.example", segments: [kind.rawValue]))
        return try #require(UniversalLink(recognising: "https://app.example/\(kind.rawValue)", by: [pattern]))
    }
}
