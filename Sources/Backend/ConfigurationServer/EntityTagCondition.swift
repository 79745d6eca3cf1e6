// SPDX-License-Identifier: EUPL-1.2

/// The `If-None-Match` condition of a request (RFC 9110 §13.1.2).
struct EntityTagCondition {
    private let tags: Set<Substring>
    private let isAny: Bool

    /// - Parameter values: the values of all headers with this name. A malformed list matches nothing, so the complete document is sent.
    init(_ values: [String]) {
        isAny = values.count == 1 && values[0] == "*"
        var tags: Set<Substring> = []
        for entry in values.flatMap({ $0.split(separator: ",") }) {
            let tag = entry.drop { $0 == " " || $0 == "\t" }
            // The standard requires weak comparison here.
            tags.insert((tag.hasPrefix("W/") ? tag.dropFirst(2) : tag).prefix { $0 != " " && $0 != "\t" })
        }
        self.tags = tags
    }

    /// Returns true if the condition matches this entity tag.
    func names(_ tag: String) -> Bool { isAny || tags.contains(tag[...]) }
}
