// SPDX-License-Identifier: EUPL-1.2

/// The code of a `CodedError`: an enum whose raw values are names that are fit for logs and metrics.
package protocol ErrorCode: Hashable, Sendable, CustomStringConvertible, RawRepresentable<String> {
    /// What the error says besides its code.
    associatedtype Detail: Sendable = String

    /// The text of an error with this code.
    func message(_ detail: Detail) -> String
}

extension ErrorCode {
    /// The raw value.
    package var description: String { rawValue }
}
