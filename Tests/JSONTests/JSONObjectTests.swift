// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing

struct JSONObjectTests {
    @Test func `members are found by name and kept in order`() {
        let object: JSONObject = ["b": 1, "a": nil, "c": ["x"]]
        #expect(object["b"] == 1)
        #expect(object["a"] == .null)
        #expect(object["C"] == nil)
        #expect(object.members.map(\.name) == ["b", "a", "c"])
        #expect(String(decoding: object.encode(), as: UTF8.self) == #"{"b":1,"a":null,"c":["x"]}"#)
    }

    @Test func `set replaces a member in place or appends it, and append always appends`() {
        var object: JSONObject = ["a": 1, "b": 2]
        object.set("a", 3)
        object.set("c", 4)
        object.append("d", nil)
        #expect(object == ["a": 3, "b": 2, "c": 4, "d": nil])
    }

    @Test func `remove deletes a member, and a second remove does nothing`() {
        var object: JSONObject = ["a": 1, "b": 2]
        #expect(object.remove("a") == 1)
        #expect(object.remove("a") == nil)
        #expect(object == ["b": 2])
        #expect(object.count == 1)
        #expect(!object.isEmpty)
    }

    @Test func `two objects are equal only with the same members in the same order`() {
        #expect(JSONObject([("a", 1), ("b", 2)]) != JSONObject([("b", 2), ("a", 1)]))
        #expect(JSONValue.integer(1) != .decimal(1))
        #expect(JSONValue.null != false)
        #expect(JSONValue.string("1") != 1)
        #expect(Set<JSONValue>([1, .decimal(1), "1", [1], ["1": 1], nil, true, 1]).count == 7)
    }

    @Test func `names that are equal only by Unicode have different hashes`() {
        // With one hash for all of them, an object with thousands of such names would take minutes.
        #expect(JSONValue.string("\u{E9}").hashValue != JSONValue.string("e\u{301}").hashValue)
        #expect(JSONObject([("\u{E9}", 1)]).hashValue != JSONObject([("e\u{301}", 1)]).hashValue)
    }

    @Test func `a duplicate name in a literal stops the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = JSONObject([("a", 1), ("a", 2)])
        }
        await #expect(processExitsWith: .failure) {
            var object: JSONObject = ["a": 1]
            object.append("a", 2)
        }
        await #expect(processExitsWith: .failure) {
            let members = (0..<17).map { ("\($0)", JSONValue.integer(1)) }
            _ = JSONObject(members + [("16", JSONValue.integer(2))])
        }
    }

    @Test func `names that are equal only by Unicode may stand beside each other, in a small object and in a large one`() {
        let names = ["\u{E9}", "e\u{301}"]
        let more = names + (0..<20).map { "\($0)" }
        #expect(JSONObject(names.map { ($0, JSONValue.null) }).count == 2)
        #expect(JSONObject(more.map { ($0, JSONValue.null) }).count == 22)
    }
}
