// SPDX-License-Identifier: EUPL-1.2

/// An error with a code for the program and a detail for the reader of the log.
///
/// Errors with equal codes are equal, so that a test names only the code. The detail never contains a received value, a secret or personal
/// data. A module declares its error as `typealias HSMError = CodedError<HSMErrorCode>`.
///
/// Not used for `WalletCoreError`, whose codes carry the reason that a screen shows, so they have no raw value, nor for the rejections of
/// the formats (`…Rejection`), whose reasons are structs because later versions of a public library may add reasons.
public struct CodedError<Kind: ErrorCode>: Error, Hashable, CustomStringConvertible {
    /// The kinds of this error.
    public typealias Code = Kind

    /// The kind of failure.
    public let code: Code
    /// Further information; for most errors a reason in words.
    public let detail: Kind.Detail

    package init(_ code: Code, detail: Kind.Detail) {
        self.code = code
        self.detail = detail
    }

    /// Code and detail, suitable for a log.
    public var description: String { code.message(detail) }

    /// Compares the codes.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the code, consistent with equality.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension CodedError where Kind.Detail == String {
    /// - Parameter reason: a short description: constant text, or text with names and numbers that this program chose itself.
    package init(_ code: Code, _ reason: String) { self.init(code, detail: reason) }

    /// A short description for developers and operators.
    public var reason: String { detail }
}
