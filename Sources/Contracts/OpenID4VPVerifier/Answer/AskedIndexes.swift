// SPDX-License-Identifier: EUPL-1.2

import SDJWT

/// The indexes in the paths of a set of claims, by array.
struct AskedIndexes {
    /// The indexes in each array, in ascending order. Arrays that are asked for whole, or of which nothing can be withheld, are not in it:
    /// all their elements have a place.
    private let indexes: [ClaimPath: [Int]]

    /// True if no path has an index.
    var isEmpty: Bool { indexes.isEmpty }

    init(_ paths: [ClaimPath], isWhole: (ClaimPath) -> Bool) {
        var found: [ClaimPath: Set<Int>] = [:]
        var whole = Set(paths)
        for path in paths {
            for (place, step) in path.steps.enumerated() {
                switch step {
                case .index(let index): found[path.first(place), default: []].insert(index)
                case .everyElement: whole.insert(path.first(place))
                case .name: break
                }
            }
        }
        indexes = found.filter { !whole.contains($0.key) && !isWhole($0.key) }.mapValues { $0.sorted() }
    }

    /// The path with the rank of each index among those in its array.
    func ranked(_ path: ClaimPath) -> ClaimPath {
        changing(path) { array, index in rank(of: index, in: array) }
    }

    /// As ``ranked(_:)``, with every element in the place of the only index in an array.
    func loosened(_ path: ClaimPath) -> ClaimPath {
        changing(path) { array, index in isLoose(array) ? ClaimPath.Step.everyElement : rank(of: index, in: array) }
    }

    /// The arrays, on the loosened path, of which one element is asked for.
    func arrays(_ path: ClaimPath) -> [ClaimPath] {
        let changed = loosened(path)
        return path.steps.indices.compactMap { place in
            path.steps[place] != .everyElement && changed.steps[place] == .everyElement ? changed.first(place) : nil
        }
    }

    /// True if one element of the array is asked for, and it is one array.
    private func isLoose(_ array: ClaimPath) -> Bool { indexes[array]?.count == 1 && !array.steps.contains(.everyElement) }

    private func rank(of index: Int, in array: ClaimPath) -> ClaimPath.Step? {
        guard let rank = indexes[array]?.firstIndex(of: index) else { return Optional.none }
        return ClaimPath.Step.index(rank)
    }

    private func changing(_ path: ClaimPath, _ change: (_ array: ClaimPath, _ index: Int) -> ClaimPath.Step?) -> ClaimPath {
        ClaimPath(
            path.steps.enumerated().map { place, step -> ClaimPath.Step in
                guard case .index(let index) = step else { return step }
                return change(path.first(place), index) ?? step
            })
    }
}

extension ClaimPath {
    /// The path of its first steps.
    fileprivate func first(_ count: Int) -> ClaimPath { ClaimPath(Array(steps.prefix(count))) }
}
