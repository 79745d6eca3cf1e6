// SPDX-License-Identifier: EUPL-1.2

extension Terminal {
    /// Returns a text of another party as a part of one line that a terminal shows as it is.
    ///
    /// Control and format characters, among them line breaks, escape sequences and changes of direction, unusual spaces, and private or
    /// unassigned characters are written like `\u{202E}`, and a backslash is written twice. An empty text is `""`.
    ///
    /// - Parameter maximum: the number of characters (Unicode scalars) after which the text ends in `…`.
    package static func escaped(_ foreign: String, maximum: Int = 256) -> String {
        guard !foreign.isEmpty else { return #""""# }
        var line = ""
        for (count, scalar) in foreign.unicodeScalars.enumerated() {
            guard count < maximum else { return line + "…" }
            if scalar == "\\" {
                line += #"\\"#
            } else if isShowable(scalar) {
                line.unicodeScalars.append(scalar)
            } else {
                line += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
        return line
    }

    private static func isShowable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .spaceSeparator: scalar == " "
        default: true
        }
    }
}
