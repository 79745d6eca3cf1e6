// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing

/// Line numbers for messages about files that people edit.
struct JSONLinesTests {
    private static let text = """
        {
          "available": ["1.3.0",
            "1.4.0"],
          "services": {"pid_issuer": {
              "url": "https:\\/\\/a \\" }{][,"
          }},
          "rules": [{"from": 1}, {
            "from": 2}]
        }
        """

    @Test(arguments: [
        ("available", 2), ("available[0]", 2), ("available[1]", 3), ("services.pid_issuer", 4), ("services.pid_issuer.url", 5),
        ("rules[0].from", 7), ("rules[1]", 7), ("rules[1].from", 8), ("", 1),
    ])
    func `every member and element has the number of the line on which it begins`(path: String, line: Int) {
        #expect(JSONLines(Array(Self.text.utf8)).place(of: path).line == line)
    }

    @Test func `a missing member has the line number of its enclosing element`() {
        let lines = JSONLines(Array(Self.text.utf8))
        #expect(lines.place(of: "services.pid_issuer.tls_roots[0]").line == 4 && lines.place(of: "rules[1].state").line == 7)
        #expect(lines.place(of: "nowhere").description == "line 1, at nowhere")
    }

    @Test(arguments: [
        ("{\n \"a\": 1,\n}", 2, "a"), ("{\"a\": {\n\"b\": [1, 2,\n }", 2, "a.b[2]"), ("{\"a\": 1,\n\"b\": 2,\n\"a\": 3}", 3, "a"),
        ("", 1, ""),
        ("{\"a\": tru}", 1, "a"), ("{} {}", 1, ""), ("{\"a\": \"\n\"}", 1, "a"),
    ])
    func `the first syntax error is reported with its line and path`(text: String, line: Int, path: String) throws {
        let found = try #require(JSONLines.firstError(in: Array(text.utf8)))
        #expect(found.place.line == line && found.place.path == path, "\(found)")
    }

    @Test func `valid JSON has no error, and an error's place contains no control characters`() {
        #expect(JSONLines.firstError(in: Array(Self.text.utf8)) == nil)
        let name = String(repeating: "\u{1B}é", count: 100)
        #expect(JSONLines([]).place(of: name).description == "line 1, at " + String(repeating: "?", count: 64))
    }
}
