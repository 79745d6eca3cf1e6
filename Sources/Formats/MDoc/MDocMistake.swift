// SPDX-License-Identifier: EUPL-1.2

/// Why an mdoc cannot be made or presented as asked for: the caller's mistake, not a document's.
package enum MDocMistake: Error, Hashable, Sendable {
    /// There is no data element, or a name is empty.
    case noElement
    /// A name space has an element twice.
    case elementDoubled
    /// An element that is to be disclosed is not in the document.
    case noSuchElement
    /// More elements than ``MDocLimits`` allow, so nobody here would accept the document.
    case tooLarge
    /// The times are in the wrong order.
    case validity
    /// The source of random bytes gave another number of bytes than asked for.
    case random
    /// There is no certificate, or there are more than are read.
    case certificates
}
