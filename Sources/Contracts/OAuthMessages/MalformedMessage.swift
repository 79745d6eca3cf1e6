// SPDX-License-Identifier: EUPL-1.2

/// Input that is not the expected message.
///
/// The reason names the member or the rule and contains no part of the input, so it may be logged. Errors are equal if their reasons are.
public struct MalformedMessage: Error, Hashable, Sendable, CustomStringConvertible {
    /// The broken rule, for developers.
    public let reason: String

    /// - Parameter reason: the broken rule; never a part of the input.
    public init(_ reason: String) { self.reason = reason }

    /// The reason, in a sentence for the log.
    public var description: String { "malformed message: \(reason)" }
}
