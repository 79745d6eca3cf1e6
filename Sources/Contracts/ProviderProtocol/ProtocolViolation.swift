// SPDX-License-Identifier: EUPL-1.2

/// Received data that does not have the shape in the protocol specification (ProviderProtocol.docc).
///
/// The reason names the member or rule and contains no received value.
package struct ProtocolViolation: Error, Equatable, Sendable, CustomStringConvertible {
    /// The broken rule, for developers; contains no received value.
    package let reason: String

    package var description: String { "protocol violation: \(reason)" }

    /// - Parameter reason: the broken rule; never a received value.
    package init(_ reason: String) {
        self.reason = reason
    }

    /// A token signed with a key that is not accepted.
    package static let unknownSigningKey = ProtocolViolation("an unknown signing key")

    /// Runs a parser and converts its errors to violations.
    ///
    /// - Throws: `ProtocolViolation`: the parser's own, or a violation that describes any other error.
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
