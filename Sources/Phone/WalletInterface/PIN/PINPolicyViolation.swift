// SPDX-License-Identifier: EUPL-1.2

/// The reason that a new PIN is too simple (PF2.9/1.2).
package enum PINPolicyViolation: String, Sendable, Hashable, CaseIterable {
    /// All digits are the same.
    case oneDigit
    /// The digits run straight up or down.
    case run
    /// A pair or a triple of digits is repeated.
    case repetition
    /// The PIN is one of the most popular PINs.
    case common
}
