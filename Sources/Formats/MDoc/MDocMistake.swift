// SPDX-License-Identifier: EUPL-1.2

/// The reason why an mdoc cannot be made or presented as requested: an error of the caller, not of a document.
@nonexhaustive public enum MDocMistake: String, Error, Hashable, Sendable {
    /// There are no data elements, or a name is empty.
    case noElement
    /// A duplicate element in a name space.
    case elementDoubled
    /// An element to disclose is not in the document.
    case noSuchElement
    /// More elements than ``MDocLimits`` allow; verifiers would refuse the document.
    case tooLarge
    /// The times are in the wrong order.
    case validity
    /// The source of random bytes returned a wrong number of bytes.
    case random
    /// No certificate, or more than the maximum number.
    case certificates
}
