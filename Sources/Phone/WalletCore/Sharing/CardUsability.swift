// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import WalletInterface

/// The fitness of a card for sharing in one format, apart from any query (UC5.1/1.3).
enum CardUsability: String, Sendable, Hashable, CaseIterable {
    case usable
    /// Can be shared, with a warning: its revocation status is unknown or too old.
    case statusUnknown
    case revoked
    case suspended
    case expired
    case notYetValid
    /// Every copy was disclosed.
    case noCopy

    /// True if the card can be shared.
    var isUsable: Bool { missingCause == nil }

    /// The cause that the person is told if the card would have answered; nil if the card can be shared.
    var missingCause: MissingCause? {
        switch self {
        case .usable, .statusUnknown: nil
        case .revoked: .revoked
        case .suspended: .suspended
        case .expired: .expired
        case .notYetValid: .notYetValid
        case .noCopy: .noCopy
        }
    }
}

extension CardEntry {
    /// The fitness of the card for sharing in a format at a time.
    ///
    /// A card that is not valid is called so even if it has no copies left, because other copies would not help.
    ///
    /// - Parameters:
    ///   - now: the true time.
    ///   - maximumAge: the longest accepted age of the known status, in seconds.
    func usability(as format: QueriedFormat, at now: Date, maximumAge: TimeInterval) -> CardUsability {
        let hasCopy = nextCopy(as: format) != nil
        switch status(at: now, maximumAge: maximumAge) {
        case .revoked: return .revoked
        case .suspended: return .suspended
        case .expired: return .expired
        case .notYetValid: return .notYetValid
        case .valid, .expiresSoon: return hasCopy ? .usable : .noCopy
        case .unknown: return hasCopy ? .statusUnknown : .noCopy
        // No status of an entry: damage is found in the rows. Without readable rows there is no copy.
        case .corrupted: return .noCopy
        }
    }
}
