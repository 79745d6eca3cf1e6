// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// Counts the codes that are tried. Replicas that share the counts share the limits.
package protocol TryLimiter: Sendable {
    /// Takes one try, if there is one left. Whether the code then turns out right makes no difference.
    ///
    /// - Parameters:
    ///   - address: who tries: an IPv4 address, or an IPv6 address' first 64 bits.
    ///   - now: the present time. It may be earlier than at the call before.
    /// - Throws: when the counts cannot be reached; then nothing is tried.
    func take(_ address: String, now: Date) async throws -> Allowance
}

/// Whether a code may be tried now.
package enum Allowance: Sendable, Hashable {
    /// It may, and that is counted.
    case allowed
    /// It may not, and that is not counted. After that time, above zero, there is a try again unless others take it.
    case refused(retryAfter: Duration)
}
