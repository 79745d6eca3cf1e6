// SPDX-License-Identifier: EUPL-1.2

/// Which of the encodings of one item are accepted. Whatever the strictness, input must be well-formed, its texts must be UTF-8, and its maps
/// must not have a key twice.
package struct CBORStrictness: Hashable, Sendable {
    /// Whether integers, lengths, tags and floats must be as short as they can be, and lengths definite.
    package let requiresShortestForm: Bool
    /// Whether map keys must stand in the bytewise order of their encodings.
    package let requiresKeyOrder: Bool
    /// Whether an embedded encoding (tag 24 around a byte string) that is not in its shortest form is read as `CBOR.verbatim`, so that a digest
    /// over it can be checked and it can be sent on.
    package let keepsEmbeddedForm: Bool

    private init(requiresShortestForm: Bool, requiresKeyOrder: Bool, keepsEmbeddedForm: Bool = false) {
        self.requiresShortestForm = requiresShortestForm
        self.requiresKeyOrder = requiresKeyOrder
        self.keepsEmbeddedForm = keepsEmbeddedForm
    }

    /// Everything that RFC 8949 calls well-formed, indefinite lengths included.
    package static let wellFormed = CBORStrictness(requiresShortestForm: false, requiresKeyOrder: false)
    /// Everything that is well-formed; what is embedded keeps the form in which it came.
    package static let asReceived = CBORStrictness(requiresShortestForm: false, requiresKeyOrder: false, keepsEmbeddedForm: true)
    /// RFC 8949, section 4.2.1, apart from the order of keys.
    package static let deterministic = CBORStrictness(requiresShortestForm: true, requiresKeyOrder: false)
    /// RFC 8949, section 4.2.1, with the order of keys: each value has exactly one encoding that is accepted.
    package static let coreDeterministic = CBORStrictness(requiresShortestForm: true, requiresKeyOrder: true)
}
