// SPDX-License-Identifier: EUPL-1.2

/// The encodings that a decoder accepts. Every strictness requires well-formed input, valid UTF-8 and unique map keys.
public struct CBORStrictness: Hashable, Sendable {
    /// True if integers, lengths, tags and floats must have their shortest form, and lengths must be definite.
    let requiresShortestForm: Bool
    /// True if map keys must be sorted by their encoded bytes.
    let requiresKeyOrder: Bool
    /// True if an embedded encoding (tag 24 around a byte string) that is not in its shortest form is decoded as `CBORItem.verbatim`, so
    /// that its digest can be checked and its bytes can be forwarded.
    let keepsEmbeddedForm: Bool

    private init(requiresShortestForm: Bool, requiresKeyOrder: Bool, keepsEmbeddedForm: Bool = false) {
        self.requiresShortestForm = requiresShortestForm
        self.requiresKeyOrder = requiresKeyOrder
        self.keepsEmbeddedForm = keepsEmbeddedForm
    }

    /// Everything that RFC 8949 calls well-formed, including indefinite lengths.
    public static let wellFormed = CBORStrictness(requiresShortestForm: false, requiresKeyOrder: false)
    /// Everything well-formed; embedded encodings keep the form in which they were received.
    public static let asReceived = CBORStrictness(requiresShortestForm: false, requiresKeyOrder: false, keepsEmbeddedForm: true)
    /// RFC 8949, section 4.2.1, with keys in any order.
    public static let deterministic = CBORStrictness(requiresShortestForm: true, requiresKeyOrder: false)
    /// RFC 8949, section 4.2.1, with sorted keys: each value has exactly one accepted encoding.
    public static let coreDeterministic = CBORStrictness(requiresShortestForm: true, requiresKeyOrder: true)
}
