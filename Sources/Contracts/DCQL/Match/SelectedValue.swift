// SPDX-License-Identifier: EUPL-1.2

import JSON
import SDJWT

/// A value that a path selects in a credential.
struct SelectedValue {
    /// The indexes chosen at the path's steps for every element, in their order.
    let elements: [Int]
    let value: JSONValue
}

extension ClaimPath {
    /// The values that the path selects (OpenID4VP 1.0 §7.1.1); empty if it selects nothing.
    ///
    /// A step into a value of another kind ends the whole path, even if other selected values could be followed. A value that lacks the
    /// member or index is dropped.
    ///
    /// - Parameter steps: is increased by 1 for each value visited; none is visited twice.
    func selection(in claims: JSONObject, steps work: inout Int) -> [SelectedValue] {
        var selection = [SelectedValue(elements: [], value: .object(claims))]
        work += 1
        for step in steps {
            var next: [SelectedValue] = []
            for selected in selection {
                switch (selected.value, step) {
                case (.object(let members), .name(let name)):
                    if let value = members[name] { next.append(SelectedValue(elements: selected.elements, value: value)) }
                case (.array(let values), .index(let index)):
                    if values.indices.contains(index) {
                        next.append(SelectedValue(elements: selected.elements, value: values[index]))
                    }
                case (.array(let values), .everyElement):
                    for (index, value) in values.enumerated() {
                        next.append(SelectedValue(elements: selected.elements + [index], value: value))
                    }
                default: return []
                }
            }
            selection = next
            work += next.count
        }
        return selection
    }

    /// This path with these indexes in place of its steps for every element.
    func choosing(_ elements: [Int]) -> ClaimPath {
        var rest = elements[...]
        return ClaimPath(steps.map { step in step == .everyElement ? rest.popFirst().map { Step.index($0) } ?? step : step })
    }
}
