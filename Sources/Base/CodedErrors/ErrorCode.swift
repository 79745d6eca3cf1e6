// SPDX-License-Identifier: EUPL-1.2

/// The code of a `CodedError`: an enum whose raw values are names suitable for logs and metrics.
public protocol ErrorCode: Hashable, Sendable, CustomStringConvertible, RawRepresentable<String> {
    /// The further information of the error.
    associatedtype Detail: Sendable = String

    /// Returns the text of an error with this code.
    func message(_ detail: Detail) -> String
}

extension ErrorCode {
    public var description: String { rawValue }
}
