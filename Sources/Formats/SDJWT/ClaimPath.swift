// SPDX-License-Identifier: EUPL-1.2

/// Where a claim stands: the steps from the payload down to it, as in OpenID4VP's claims path pointer (OpenID4VP 1.0 §7).
///
/// Written as `["address", "locality"]`, `["nationalities", 0]`, or `["nationalities", nil]` for each of an array's elements. Names are
/// compared code point by code point.
package struct ClaimPath: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// A step into an object or an array.
    package enum Step: Sendable {
        /// The member with that name.
        case name(String)
        /// The element at that index, from 0.
        case index(Int)
        /// Each element of an array.
        case everyElement
    }

    /// The steps; none for the payload itself.
    package let steps: [Step]

    /// A path of these steps.
    package init(_ steps: [Step]) { self.steps = steps }

    /// A path of these steps.
    package init(arrayLiteral elements: Step...) { steps = elements }

    /// The path to a member of what this path leads to.
    func appending(_ step: Step) -> ClaimPath { ClaimPath(steps + [step]) }

    /// Whether one of two paths of names and indexes is the other, lies on the way to it or beneath it.
    func isInLine(with other: ClaimPath) -> Bool { zip(steps, other.steps).allSatisfy { $0 == $1 } }
}

extension ClaimPath.Step {
    /// Whether this step leads to where `other`, a name or an index, leads.
    func covers(_ other: ClaimPath.Step) -> Bool {
        switch (self, other) {
        case (.everyElement, .index): true
        default: self == other
        }
    }
}

extension ClaimPath.Step: Hashable {
    /// True for the same step; names are compared code point by code point.
    package static func == (left: ClaimPath.Step, right: ClaimPath.Step) -> Bool {
        switch (left, right) {
        case (.name(let left), .name(let right)): left.utf8.elementsEqual(right.utf8)
        case (.index(let left), .index(let right)): left == right
        case (.everyElement, .everyElement): true
        default: false
        }
    }

    /// Hashes what equality compares.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .name(let name): for byte in name.utf8 { hasher.combine(byte) }
        case .index(let index): hasher.combine(index)
        case .everyElement: hasher.combine(-1)
        }
    }
}

extension ClaimPath.Step: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
    /// The member with that name.
    package init(stringLiteral value: String) { self = .name(value) }
    /// The element at that index.
    package init(integerLiteral value: Int) { self = .index(value) }
    /// Each element.
    package init(nilLiteral: ()) { self = .everyElement }
}
