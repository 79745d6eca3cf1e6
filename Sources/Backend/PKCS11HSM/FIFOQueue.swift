// SPDX-License-Identifier: EUPL-1.2

/// First in, first out; each in constant time, taken over many.
struct FIFOQueue<Element> {
    private var front: [Element] = []
    private var back: [Element] = []

    var count: Int { front.count + back.count }

    mutating func append(_ element: Element) { back.append(element) }

    mutating func popFirst() -> Element? {
        if front.isEmpty {
            front = back.reversed()
            back.removeAll(keepingCapacity: true)
        }
        return front.popLast()
    }

    /// Takes out those of which that is true, in their order.
    mutating func takeOut(where isWanted: (Element) -> Bool) -> [Element] {
        guard front.contains(where: isWanted) || back.contains(where: isWanted) else { return [] }
        let all = removeAll()
        back = all.filter { !isWanted($0) }
        return all.filter(isWanted)
    }

    /// Takes out all, in their order.
    mutating func removeAll() -> [Element] {
        defer { (front, back) = ([], []) }
        return front.reversed() + back
    }
}
