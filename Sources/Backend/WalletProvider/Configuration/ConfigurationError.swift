// SPDX-License-Identifier: EUPL-1.2

/// Settings with which the provider does not start.
package struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which rule is broken, for the operator.
    package let reason: String

    /// An error for that rule.
    package init(_ reason: String) {
        self.reason = reason
    }

    /// The reason.
    package var description: String { reason }
}
