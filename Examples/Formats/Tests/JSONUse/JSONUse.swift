// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing

struct JSONUse {
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
