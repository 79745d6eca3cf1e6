// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What happens to a wallet at one point of its work.
package struct Fault: Codable, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of faults.
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// SIGKILL: nothing of the process runs any more.
        case kill
        /// SIGKILL, and the wallet is started an hour later only.
        case lateKill
        /// The act fails: before it, it was not done; after it, it was done and said to have failed.
        case error
        /// Time passes: longer than challenges, answers and unlocked wallets live.
        case delay
    }

    /// Where it happens.
    package enum Place: Codable, Sendable, Hashable, CustomStringConvertible {
        /// At the n-th point of that name, n from 1.
        case point(String, Int)
        /// At the n-th point, whatever its name, n from 1.
        case ordinal(Int)

        /// Each point in the place that it has among those of its name.
        package static func all(_ names: [String]) -> [Place] {
            var occurrences: [String: Int] = [:]
            return names.map { name in
                occurrences[name, default: 0] += 1
                return .point(name, occurrences[name, default: 1])
            }
        }

        /// Whether nothing of the wallet is done yet.
        package var isBefore: Bool {
            if case .point(let name, _) = self { name.hasPrefix("before") } else { false }
        }

        /// `before write account.registration #1`.
        package var description: String {
            switch self {
            case .point(let name, let occurrence): "\(name) #\(occurrence)"
            case .ordinal(let number): "at point \(number)"
            }
        }

        /// Whether it is before or after a write of a card, or of a PIN change that may be in force.
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
    /// How long a delay is, in seconds.
    package let seconds: TimeInterval

    /// - Parameter seconds: more than a challenge for a registration (5 minutes), a kept answer (10) and an unlocked wallet (5) live.
    package init(_ kind: Kind, _ place: Place, seconds: TimeInterval = 3700) {
        self.kind = kind
        self.place = place
        self.seconds = seconds
    }

    /// Whether the process dies of it.
    package var isKill: Bool { kind == .kill || kind == .lateKill }

    /// Whether an hour has passed afterwards.
    package var isLate: Bool { kind == .lateKill || kind == .delay }

    /// `kill before write account.registration #1`.
    package var description: String { "\(kind.rawValue) \(place)" }
}
