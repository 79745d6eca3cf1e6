// SPDX-License-Identifier: EUPL-1.2

import JSON

/// Reads an object's members one by one like `JSONReader`, but continues after a problem and collects all problems.
struct ContentsReader {
    /// Reads one value; the string is its path.
    typealias Read<Value> = (JSONValue, String) throws(UnacceptableContents) -> Value

    private var rest: JSONObject
    private let path: String
    private var problems: [ContentsProblem] = []

    /// True if a problem has been found.
    var hasProblems: Bool { !problems.isEmpty }

    /// A reader of the object at a path.
    ///
    /// - Throws: `UnacceptableContents` if the value is not an object.
    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        guard case .object(let object) = value else { throw UnacceptableContents(path, "not an object") }
        rest = object
        self.path = path
    }

    /// Reads a required member; nil after a problem.
    mutating func required<Value>(_ name: String, _ read: Read<Value>) -> Value? {
        guard rest[name] != nil else {
            report(place(name), "missing")
            return nil
        }
        return optional(name, read)
    }

    /// Reads an optional member; nil if it is missing, and after a problem.
    mutating func optional<Value>(_ name: String, _ read: Read<Value>) -> Value? {
        guard let value = rest.remove(name) else { return nil }
        do throws(UnacceptableContents) {
            return try read(value, place(name))
        } catch {
            problems += error.problems
            return nil
        }
    }

    /// Reports a problem with a member, or with the object itself.
    mutating func report(_ name: String? = nil, problem: String) {
        report(name.map(place) ?? path, problem)
    }

    /// Checks that every member was read without a problem, and returns the value.
    ///
    /// - Parameter value: nil if a required member is missing.
    /// - Throws: `UnacceptableContents` with every problem.
    consuming func finish<Value>(_ value: Value?) throws(UnacceptableContents) -> Value {
        for (name, _) in rest.members {
            report(Self.isPlain(name) ? place(name) : path, "a member that does not belong there")
        }
        guard problems.isEmpty, let value else {
            throw UnacceptableContents(problems.isEmpty ? [ContentsProblem(path: path, "incomplete")] : problems)
        }
        return value
    }

    private mutating func report(_ path: String, _ reason: String) {
        problems.append(ContentsProblem(path: path, reason))
    }

    private func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// True if an unknown member's name may appear in a problem.
    private static func isPlain(_ name: String) -> Bool {
        (1...40).contains(name.utf8.count)
            && name.utf8.allSatisfy { Character.isWord($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    }
}
