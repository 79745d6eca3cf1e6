// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing

// snippet.read
/// The name of a member of a club, out of at most 4 KiB of JSON; nil if the text is too long, is not strict JSON, or has no name.
func name(in text: [UInt8]) -> String? {
    let member = try? JSONObject(parsing: text, limits: JSONLimits(maximumBytes: 4096))
    guard case .string(let name)? = member?["name"] else { return nil }
    return name
}
// snippet.end

struct JSONUse {
    @Test func `a member is read, and text that is not strict JSON has none`() {
        #expect(name(in: Array(#"{"name":"Zoë"}"#.utf8)) == "Zoë")
        #expect(name(in: Array(#"{"name":"Zoë","name":"Max"}"#.utf8)) == nil)
        #expect(name(in: Array(#"{"name":1}"#.utf8)) == nil)
    }

    @Test func `an object keeps the order of its members through text`() throws {
        let claims: JSONObject = ["sub": "someone", "exp": 1_800_000_000, "roles": ["reader", nil]]
        let read = try JSONObject(parsing: claims.encode(), limits: JSONLimits(maximumBytes: 4096))
        #expect(read == claims)
        #expect(read["exp"] == 1_800_000_000)
    }

    @Test func `refused text has a code`() throws {
        let json = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(#"{"a":1,"a":2}"#.utf8)) }
        #expect(json?.code == .duplicateMember)
        let base64 = #expect(throws: JSONError.self) { try Base64URL.decode("ab=") }
        #expect(base64?.code == .notBase64URL)
    }
}
