// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import SDJWT
import Testing

/// Claims path pointers as JSON (OpenID4VP 1.0 §7), and which of them covers which.
struct MatchClaimPathTests {
    @Test(arguments: [["a"], ["a", 0, nil, "b"], [nil], [0], [""]] as [JSONValue])
    func `a pointer reads and is written the same`(pointer: JSONValue) throws {
        #expect(try #require(ClaimPath(claimsPath: pointer)).claimsPath == pointer)
    }

    @Test(
        arguments: [
            [], ["a", -1], ["a", .decimal(1.0)], ["a", true], ["a", ["b"]], ["a", [:]], "a", nil, 0, ["a": "b"],
        ] as [JSONValue])
    func `what is no pointer is refused`(value: JSONValue) {
        #expect(ClaimPath(claimsPath: value) == nil)
    }

    @Test(
        arguments: [
            (["a"], ["a"]), (["a"], ["a", "b"]), (["a"], ["a", 0]), (["a"], ["a", nil]), (["a", nil], ["a", 3]),
            (["a", nil], ["a", nil, "b"]),
            (["a", nil, "b"], ["a", 0, "b", "c"]),
        ] as [(ClaimPath, ClaimPath)])
    func `a path covers itself and what lies in it`(path: ClaimPath, other: ClaimPath) {
        #expect(path.covers(other))
    }

    @Test(
        arguments: [
            (["a"], ["b"]), (["a", "b"], ["a"]), (["a", 3], ["a", nil]), (["a", 3], ["a", 2]), (["a", nil], ["a", "b"]),
            (["a", nil], ["a"]),
            (["\u{E9}"], ["e\u{301}"]), (["a", "0"], ["a", 0]),
        ] as [(ClaimPath, ClaimPath)])
    func `a path does not cover its parent, its neighbours or every element`(path: ClaimPath, other: ClaimPath) {
        #expect(!path.covers(other))
    }
}
