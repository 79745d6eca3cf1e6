// SPDX-License-Identifier: EUPL-1.2

/// An error in the settings that prevents the provider from starting.
package struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The violated rule, for the operator.
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { reason }
}
