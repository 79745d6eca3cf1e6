// SPDX-License-Identifier: EUPL-1.2

// Re-exported, because the error's members are part of this module's interface.
@_exported public import CodedErrors

/// An error that prevents the portal from starting. The reason quotes no address and no key.
package typealias PortalError = CodedError<PortalErrorCode>

/// The kinds of ``PortalError``.
package enum PortalErrorCode: String, ErrorCode {
    /// An unusable address, limit, lifetime or key.
    case badConfiguration
    /// A file that ships with the portal is missing or unreadable.
    case incompleteProgram
    /// The machine lacks time zone data.
    case noTimeZone

    /// The reason alone, because the program prints it after its own name.
    package func message(_ reason: String) -> String { reason }
}
