// SPDX-License-Identifier: EUPL-1.2

/// The elements and attributes that markup may contain: two closed lists. Nothing else can be written, even by mistake.
package protocol HTMLVocabulary: Sendable {
    associatedtype Tag: HTMLTag
    associatedtype Attribute: HTMLAttribute
}

/// An element; the raw value is its name.
package protocol HTMLTag: RawRepresentable<String>, Sendable, Hashable {
    /// True for a void element, which has no content and no end tag.
    var isVoid: Bool { get }
}

/// An attribute with its value. Conforming types create attributes only in functions with fixed names, one function for each name, so
/// callers cannot supply a name.
package protocol HTMLAttribute: Sendable, Hashable {
    var name: String { get }
    /// The value before escaping; nil for an attribute without value.
    var value: String? { get }
}
