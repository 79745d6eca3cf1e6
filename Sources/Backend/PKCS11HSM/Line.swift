// SPDX-License-Identifier: EUPL-1.2

/// First in, first out; each in constant time, taken over many.
struct Line<Element> {
    private var front: [Element] = []
    private var back: [Element] = []

    var count: Int { front.count + back.count }

    var first: Element? { front.last ?? back.first }

    mutating func append(_ element: Element) { back.append(element) }

    mutating func popFirst() -> Element? {
        if front.isEmpty {
            front = back.reversed()
            back.removeAll(keepingCapacity: true)
        }
        return front.popLast()
    }

    /// Takes out all, in their order.
    mutating func removeAll() -> [Element] {
        defer { (front, back) = ([], []) }
        return front.reversed() + back
    }
}
