// SPDX-License-Identifier: EUPL-1.2

/// What was received does not have the shape that the protocol page fixes.
///
/// The reason names the member or rule, never a received value.
package struct ProtocolViolation: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, for a developer, without any received value.
    package let reason: String

    /// The reason, for a developer.
    package var description: String { "protocol violation: \(reason)" }

    /// - Parameter reason: the rule that was broken; never a received value.
    package init(_ reason: String) {
        self.reason = reason
    }

    /// A token that names a key which is not among those that are accepted.
    package static let unknownSigningKey = ProtocolViolation("an unknown signing key")

    /// Runs a parser and turns whatever it throws into a violation.
    ///
    /// - Throws: `ProtocolViolation`, the inner one unchanged or one that describes the inner error.
    static func catching<Value>(_ body: () throws -> Value) throws(ProtocolViolation) -> Value {
        do {
            return try body()
        } catch let violation as ProtocolViolation {
            throw violation
        } catch {
            throw ProtocolViolation(String(describing: error))
        }
    }
}
