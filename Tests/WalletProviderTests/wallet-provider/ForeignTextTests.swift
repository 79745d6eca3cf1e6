// SPDX-License-Identifier: EUPL-1.2

import ServerCommands
import Testing

/// Texts of other parties in the output of a command.
struct ForeignTextTests {
    @Test(arguments: ["pid", "eu.europa.ec.eudi.pid.1", "carte d’identité", "卡 (2)", "a: b", "ιδ", "\"quoted\""])
    func `an ordinary text stays as it is`(text: String) {
        #expect(Terminal.escaped(text) == text)
    }

    @Test(arguments: [
        ("a\nb", #"a\u{A}b"#), ("a\r\nb", #"a\u{D}\u{A}b"#), ("a\u{2028}b\u{85}c", #"a\u{2028}b\u{85}c"#), ("\u{1B}[2J", #"\u{1B}[2J"#),
        ("\u{0}\u{7F}\u{9B}", #"\u{0}\u{7F}\u{9B}"#), ("a\u{202E}b\u{2066}", #"a\u{202E}b\u{2066}"#),
        ("a\u{200B}\u{200D}b", #"a\u{200B}\u{200D}b"#),
        ("a\u{A0}b\u{3000}", #"a\u{A0}b\u{3000}"#), ("\u{E000}\u{E0001}", #"\u{E000}\u{E0001}"#), (#"\u{A}"#, #"\\u{A}"#), ("", #""""#),
    ]) func `a text cannot begin a line, move the cursor, change the direction or look like an escape`(text: String, line: String) {
        #expect(Terminal.escaped(text) == line)
    }

    @Test func `a long text is cut`() {
        #expect(Terminal.escaped(String(repeating: "a", count: 256)) == String(repeating: "a", count: 256))
        #expect(Terminal.escaped(String(repeating: "a", count: 257)) == String(repeating: "a", count: 256) + "…")
        #expect(Terminal.escaped("\n\n\n", maximum: 2) == #"\u{A}\u{A}…"#)
    }
}
