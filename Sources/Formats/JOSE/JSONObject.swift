// SPDX-License-Identifier: EUPL-1.2

/// A JSON object (RFC 8259 §4): members in an order, each name once. Names are compared code point by code point.
///
/// Two objects are equal when they have the same members in the same order.
package struct JSONObject: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    fileprivate struct Member: Sendable, Hashable {
        let name: JSONName
        var value: JSONValue
    }

    private var storage: [Member]

    /// An object with these members in this order. A name that comes twice is a programming error and stops the program; parse what was
    /// received.
    package init(_ members: [(String, JSONValue)] = []) {
        storage = []
        storage.reserveCapacity(members.count)
        var names: Set<JSONName> = []
        for (name, value) in members {
            precondition(names.insert(JSONName(name)).inserted, "a JSON object was given the same name twice")
            storage.append(Member(name: JSONName(name), value: value))
        }
    }

    /// An object with the literal's members in their order; a name written twice is a programming error and stops the program.
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }

    /// The object that `bytes` hold, by the rules of ``JSONValue/init(parsing:limits:)``.
    ///
    /// - Throws: what that throws, and ``JSONError/Code/wrongType`` for any other JSON value.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        guard case .object(let object) = try JSONValue(parsing: bytes, limits: limits) else {
            throw JSONError(.wrongType, "not a JSON object")
        }
        self = object
    }

    /// The value of the member with that name, nil without one. A member that is `null` gives ``JSONValue/null``, not nil.
    package subscript(_ name: String) -> JSONValue? {
        index(of: name).map { storage[$0].value }
    }

    /// All members in their order.
    package var members: Members { Members(storage) }

    /// Members in their order.
    package struct Members: Sendable, RandomAccessCollection {
        private let storage: [Member]

        fileprivate init(_ storage: [Member]) { self.storage = storage }

        /// 0.
        package var startIndex: Int { 0 }
        /// How many there are.
        package var endIndex: Int { storage.count }

        /// The member at a place.
        package subscript(index: Int) -> (name: String, value: JSONValue) { (storage[index].name.text, storage[index].value) }
    }

    /// Whether there is a member with that name.
    package func has(_ name: String) -> Bool { index(of: name) != nil }

    /// Sets memory aside for so many members.
    package mutating func reserveCapacity(_ count: Int) { storage.reserveCapacity(count) }

    /// The number of members.
    package var count: Int { storage.count }

    /// True without members.
    package var isEmpty: Bool { storage.isEmpty }

    /// Gives the member with that name another value at its place, or adds it at the end.
    package mutating func set(_ name: String, _ value: JSONValue) {
        if let index = index(of: name) {
            storage[index].value = value
        } else {
            storage.append(Member(name: JSONName(name), value: value))
        }
    }

    /// Adds a member at the end. A name that is there already is a programming error and stops the program.
    package mutating func append(_ name: String, _ value: JSONValue) {
        precondition(index(of: name) == nil, "a JSON object was given the same name twice")
        storage.append(Member(name: JSONName(name), value: value))
    }

    /// Adds a member at the end, of whose name the caller knows that no other one has it.
    package mutating func append(unique name: String, _ value: JSONValue) {
        storage.append(Member(name: JSONName(name), value: value))
    }

    /// Takes the member with that name out and returns its value; nil without one.
    package mutating func remove(_ name: String) -> JSONValue? {
        index(of: name).map { storage.remove(at: $0).value }
    }

    /// Compact UTF-8, members in their order; see ``JSONValue/encode()``.
    package func encode() -> [UInt8] { JSONValue.object(self).encode() }

    private func index(of name: String) -> Int? {
        let name = JSONName(name)
        return storage.firstIndex { $0.name == name }
    }
}
