// SPDX-License-Identifier: EUPL-1.2

public import JSON
public import SDJWT

extension ClaimPath {
    /// Reads a claims path pointer: a non-empty array of strings, indexes from 0, and null for every element (OpenID4VP 1.0 §7).
    ///
    /// nil for any other value. The caller limits the number of steps and the length of names.
    public init?(claimsPath: JSONValue) {
        guard case .array(let elements) = claimsPath, !elements.isEmpty else { return nil }
        var steps: [Step] = []
        for element in elements {
            switch element {
            case .string(let name): steps.append(.name(name))
            case .integer(let number):
                guard number >= 0, let index = Int(exactly: number) else { return nil }
                steps.append(.index(index))
            case .null: steps.append(.everyElement)
            default: return nil
            }
        }
        self.init(steps)
    }

    /// The claims path pointer, as it is written in a query or in metadata.
    public var claimsPath: JSONValue {
        .array(
            steps.map { step -> JSONValue in
                switch step {
                case .name(let name): .string(name)
                case .index(let index): .integer(Int64(index))
                case .everyElement: .null
                }
            })
    }

    /// True if everything that `other` can select lies in what this path selects: both are the same, or this path is an ancestor of
    /// `other`. Every element covers an index, an index does not cover every element.
    public func covers(_ other: ClaimPath) -> Bool {
        steps.count <= other.steps.count
            && zip(steps, other.steps).allSatisfy { own, other in
                switch (own, other) {
                case (.everyElement, .index): true
                default: own == other
                }
            }
    }
}
