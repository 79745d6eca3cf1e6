// SPDX-License-Identifier: EUPL-1.2

/// A decoder for HTML character references (HTML §13.5): numbers, and the names that pages in Western languages use.
enum CharacterReferences {
    /// Replaces character references; unknown references stay as they are.
    static func decode(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var decoded = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            decoded += rest[..<ampersand]
            rest = rest[ampersand...].dropFirst()
            // The longest known name has far fewer characters.
            if let end = rest.prefix(12).firstIndex(of: ";"), let character = character(rest[..<end]) {
                decoded.unicodeScalars.append(character)
                rest = rest[rest.index(after: end)...]
            } else {
                decoded += "&"
            }
        }
        return decoded + rest
    }

    private static func character(_ name: Substring) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return names[String(name)] }
        let digits = name.dropFirst()
        let number =
            digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        guard let number, number != 0 else { return "\u{FFFD}" }
        return Unicode.Scalar(number) ?? "\u{FFFD}"
    }

    private static let names: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "shy": "\u{AD}", "copy": "©", "reg": "®",
        "euro": "€", "sect": "§", "middot": "·", "bull": "•", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’",
        "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»", "larr": "←", "rarr": "→", "times": "×", "eacute": "é", "egrave": "è",
        "euml": "ë", "iuml": "ï", "ouml": "ö", "uuml": "ü", "auml": "ä", "ccedil": "ç", "szlig": "ß", "aacute": "á", "agrave": "à",
        "oacute": "ó", "uacute": "ú", "iacute": "í", "ntilde": "ñ", "aring": "å", "oslash": "ø",
    ]
}
