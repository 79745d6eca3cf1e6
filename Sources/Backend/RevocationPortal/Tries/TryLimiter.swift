// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A counter of the codes that are tried. Replicas that share the counts share the limits.
package protocol TryLimiter: Sendable {
    /// Takes a try if the address has any left. Right and wrong codes count alike.
    ///
    /// - Parameters:
    ///   - address: the client's address: an IPv4 address, or the first 64 bits of an IPv6 address.
    ///   - now: the current time. It may be earlier than at the previous call.
    /// - Throws: if the counts are unavailable; after an error the code must not be tried.
    func take(_ address: String, now: Date) async throws -> Allowance
}

/// The decision on a try.
package enum Allowance: Sendable, Hashable {
    /// The code may be tried; the try was counted.
    case allowed
    /// The code may not be tried; the try was not counted. After `retryAfter`, which is above zero, a try is available unless other clients
    /// take it.
    case refused(retryAfter: Duration)
}
