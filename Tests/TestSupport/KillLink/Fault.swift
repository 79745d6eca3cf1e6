// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The fault of a wallet at one point of its work.
package struct Fault: Codable, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// SIGKILL: the process stops at once.
        case kill
        /// SIGKILL, and the wallet is started an hour later.
        case lateKill
        /// The act fails: before it, nothing was done; after it, it was done and reported as failed.
        case error
        /// Time passes: longer than the lifetimes of beacons, stored responses and unlocked wallets.
        case delay
    }

    /// The place of a fault.
    package enum Place: Codable, Sendable, Hashable, CustomStringConvertible {
        /// The n-th point of that name, n from 1.
        case point(String, Int)
        /// The n-th point of any name, n from 1.
        case ordinal(Int)

        /// Returns each point with its number among the points of that name.
        package static func all(_ names: [String]) -> [Place] {
            var occurrences: [String: Int] = [:]
            return names.map { name in
                occurrences[name, default: 0] += 1
                return .point(name, occurrences[name, default: 1])
            }
        }

        /// True before the first act of the wallet.
        package var isBefore: Bool {
            if case .point(let name, _) = self { name.hasPrefix("before") } else { false }
        }

        /// Such as `before write account.registration #1`.
        package var description: String {
            switch self {
            case .point(let name, let occurrence): "\(name) #\(occurrence)"
            case .ordinal(let number): "at point \(number)"
            }
        }

        /// True before or after a write of a card, or of a PIN change that may be active.
        package var isCommit: Bool {
            if case .point(let name, _) = self {
                name.contains("write") && (name.contains("card") || name.contains("pin_change"))
            } else {
                false
            }
        }
    }

    package let kind: Kind
    package let place: Place
    /// The duration of a delay, in seconds.
    package let seconds: TimeInterval

    /// - Parameter seconds: longer than the lifetimes of a registration challenge (1 minute), a beacon (5), a stored response (10) and an unlocked
    ///   wallet (5).
    package init(_ kind: Kind, _ place: Place, seconds: TimeInterval = 3700) {
        self.kind = kind
        self.place = place
        self.seconds = seconds
    }

    /// True if the process dies.
    package var isKill: Bool { kind == .kill || kind == .lateKill }

    /// True if an hour passes afterwards.
    package var isLate: Bool { kind == .lateKill || kind == .delay }

    /// Such as `kill before write account.registration #1`.
    package var description: String { "\(kind.rawValue) \(place)" }
}
