// SPDX-License-Identifier: EUPL-1.2

/// Which elements and attributes markup may be made of: two closed lists. What is not in them cannot be written, by whatever mistake.
package protocol HTMLVocabulary: Sendable {
    /// The elements.
    associatedtype Tag: HTMLTag
    /// The attributes.
    associatedtype Attribute: HTMLAttribute
}

/// A list of elements; the raw value is the element's name.
package protocol HTMLTag: RawRepresentable<String>, Sendable, Hashable {
    /// Whether it holds nothing and has no end tag.
    var isVoid: Bool { get }
}

/// An attribute with its value. Types that conform make attributes in functions that stand in the source, one for each name, and let nobody
/// else bring a name.
package protocol HTMLAttribute: Sendable, Hashable {
    /// The name, as it is written.
    var name: String { get }
    /// The value before escaping; nil for one that is a name alone.
    var value: String? { get }
}
