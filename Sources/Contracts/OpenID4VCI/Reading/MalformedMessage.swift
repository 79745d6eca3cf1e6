// SPDX-License-Identifier: EUPL-1.2

/// What was received is not the message that it should be.
///
/// Two are equal when their reasons are. The reason names the member or the rule, never a received value, so it may be logged.
package struct MalformedMessage: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, for a developer.
    package let reason: String

    /// - Parameter reason: the rule that was broken; never a received value.
    package init(_ reason: String) { self.reason = reason }

    /// The reason.
    package var description: String { "malformed message: \(reason)" }
}
