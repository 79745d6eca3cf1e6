// SPDX-License-Identifier: EUPL-1.2

/// A first-in, first-out queue with amortised constant time per operation.
struct FIFOQueue<Element> {
    private var front: [Element] = []
    private var back: [Element] = []

    var count: Int { front.count + back.count }

    mutating func append(_ element: Element) { back.append(element) }

    /// Inserts an element before all others.
    mutating func prepend(_ element: Element) { front.append(element) }

    mutating func popFirst() -> Element? {
        if front.isEmpty {
            front = back.reversed()
            back.removeAll(keepingCapacity: true)
        }
        return front.popLast()
    }

    /// Removes and returns the matching elements in order.
    mutating func takeOut(where isWanted: (Element) -> Bool) -> [Element] {
        guard front.contains(where: isWanted) || back.contains(where: isWanted) else { return [] }
        let all = removeAll()
        back = all.filter { !isWanted($0) }
        return all.filter(isWanted)
    }

    /// Removes and returns all elements in order.
    mutating func removeAll() -> [Element] {
        defer { (front, back) = ([], []) }
        return front.reversed() + back
    }
}
