// SPDX-License-Identifier: EUPL-1.2

/// A path from the payload to a claim, like OpenID4VP's claims path pointer (OpenID4VP 1.0 §7).
///
/// Written as `["address", "locality"]` or `["nationalities", 0]`; `["nationalities", nil]` selects every element of the array. Names are
/// compared code point by code point.
public struct ClaimPath: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// A step into an object or an array. The cases are complete.
    public enum Step: Sendable {
        /// The member with this name.
        case name(String)
        /// The element at this index, from 0.
        case index(Int)
        /// Every element of an array.
        case everyElement
    }

    /// The steps; empty for the payload itself.
    public let steps: [Step]

    /// A path of these steps; none for the payload itself.
    public init(_ steps: [Step]) { self.steps = steps }

    /// A path of the literal's steps.
    public init(arrayLiteral elements: Step...) { steps = elements }

    /// The path extended by a step.
    func appending(_ step: Step) -> ClaimPath { ClaimPath(steps + [step]) }

    /// True if both paths are the same or one path is an ancestor of the other. Both consist of names and indexes.
    func isInLine(with other: ClaimPath) -> Bool { zip(steps, other.steps).allSatisfy { $0 == $1 } }
}

extension ClaimPath.Step {
    /// True if this step selects `other`, which is a name or an index.
    func covers(_ other: ClaimPath.Step) -> Bool {
        switch (self, other) {
        case (.everyElement, .index): true
        default: self == other
        }
    }
}

extension ClaimPath.Step: Hashable {
    /// True if both steps are the same; names are compared code point by code point.
    public static func == (left: ClaimPath.Step, right: ClaimPath.Step) -> Bool {
        switch (left, right) {
        case (.name(let left), .name(let right)): left.utf8.elementsEqual(right.utf8)
        case (.index(let left), .index(let right)): left == right
        case (.everyElement, .everyElement): true
        default: false
        }
    }

    /// Hashes the same parts that equality compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .name(let name): for byte in name.utf8 { hasher.combine(byte) }
        case .index(let index): hasher.combine(index)
        case .everyElement: hasher.combine(-1)
        }
    }
}

extension ClaimPath.Step: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
    /// The member with this name.
    public init(stringLiteral value: String) { self = .name(value) }
    /// The element at this index, from 0.
    public init(integerLiteral value: Int) { self = .index(value) }
    /// Every element.
    public init(nilLiteral: ()) { self = .everyElement }
}
