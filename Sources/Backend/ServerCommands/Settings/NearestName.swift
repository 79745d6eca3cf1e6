// SPDX-License-Identifier: EUPL-1.2

/// Finds the known name nearest to a misspelt name.
enum NearestName {
    /// Returns the known name with the smallest edit distance; nil when more than half of the characters differ and neither name is a
    /// prefix of the other name.
    static func name(for text: String, among known: [String]) -> String? {
        let distances = known.map { (name: $0, distance: distance(Array(text), Array($0))) }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }), nearest.distance * 2 <= max(text.count, 2) else {
            return known.first { text.count > 2 && ($0.hasPrefix(text) || text.hasPrefix($0)) }
        }
        return nearest.name
    }

    /// Levenshtein distance: characters to insert, leave out or replace.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var next = [index + 1]
            for (column, other) in right.enumerated() {
                next.append(min(next[column] + 1, row[column + 1] + 1, row[column] + (character == other ? 0 : 1)))
            }
            row = next
        }
        return row[right.count]
    }
}
