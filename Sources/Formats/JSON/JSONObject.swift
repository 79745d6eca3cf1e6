// SPDX-License-Identifier: EUPL-1.2

/// A JSON object (RFC 8259 §4): ordered members with unique names, compared code point by code point.
///
/// Two objects are equal if they have the same members in the same order.
public struct JSONObject: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    fileprivate struct Member: Sendable, Hashable {
        let name: JSONName
        var value: JSONValue
    }

    private var storage: [Member]

    /// An object with these members in this order. A duplicate name is a programming error and traps; parse received data with
    /// ``init(parsing:limits:)``.
    public init(_ members: [(String, JSONValue)] = []) {
        storage = []
        storage.reserveCapacity(members.count)
        // A set of the names is needed only for many members; comparing a few is faster.
        var names: Set<JSONName>? = members.count > 16 ? [] : nil
        for (name, value) in members {
            let isNew = names?.insert(JSONName(name)).inserted ?? (index(of: name) == nil)
            precondition(isNew, "a JSON object was given the same name twice")
            storage.append(Member(name: JSONName(name), value: value))
        }
    }

    /// An object with the literal's members in their order. A duplicate name is a programming error and traps.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }

    /// Parses an object by the rules of ``JSONValue/init(parsing:limits:)``.
    ///
    /// - Throws: errors of that initialiser, and ``JSONErrorCode/wrongType`` for any other JSON value.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        guard case .object(let object) = try JSONValue(parsing: bytes, limits: limits) else {
            throw JSONError(.wrongType, "not a JSON object")
        }
        self = object
    }

    /// The value of a member; nil if it is absent. A member that is `null` gives ``JSONValue/null``, not nil.
    public subscript(_ name: String) -> JSONValue? {
        index(of: name).map { storage[$0].value }
    }

    /// The members in their order.
    public var members: Members { Members(storage) }

    /// The members of an object in their order.
    public struct Members: Sendable, RandomAccessCollection {
        private let storage: [Member]

        fileprivate init(_ storage: [Member]) { self.storage = storage }

        /// 0.
        public var startIndex: Int { 0 }
        /// The number of members.
        public var endIndex: Int { storage.count }

        /// The member at an index, from 0.
        public subscript(index: Int) -> (name: String, value: JSONValue) { (storage[index].name.text, storage[index].value) }
    }

    /// True if the object has a member with this name.
    public func has(_ name: String) -> Bool { index(of: name) != nil }

    /// Reserves memory for this number of members.
    package mutating func reserveCapacity(_ count: Int) { storage.reserveCapacity(count) }

    /// The number of members.
    public var count: Int { storage.count }

    /// True if the object has no member.
    public var isEmpty: Bool { storage.isEmpty }

    /// Replaces the value of a member in its place, or appends the member.
    public mutating func set(_ name: String, _ value: JSONValue) {
        if let index = index(of: name) {
            storage[index].value = value
        } else {
            storage.append(Member(name: JSONName(name), value: value))
        }
    }

    /// Appends a member. A duplicate name is a programming error and traps.
    public mutating func append(_ name: String, _ value: JSONValue) {
        precondition(index(of: name) == nil, "a JSON object was given the same name twice")
        storage.append(Member(name: JSONName(name), value: value))
    }

    /// Appends a member whose name the caller knows to be unique.
    package mutating func append(unique name: String, _ value: JSONValue) {
        storage.append(Member(name: JSONName(name), value: value))
    }

    /// Removes a member and returns its value; nil if it is absent.
    public mutating func remove(_ name: String) -> JSONValue? {
        index(of: name).map { storage.remove(at: $0).value }
    }

    /// Encodes the object as compact UTF-8, members in their order; see ``JSONValue/encode()``.
    public func encode() -> [UInt8] { JSONValue.object(self).encode() }

    private func index(of name: String) -> Int? {
        let name = JSONName(name)
        return storage.firstIndex { $0.name == name }
    }
}
