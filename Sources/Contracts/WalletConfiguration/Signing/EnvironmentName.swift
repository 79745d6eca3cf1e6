// SPDX-License-Identifier: EUPL-1.2

/// The name of a deployment. Each deployment refuses the documents of other deployments (T-C3).
package struct EnvironmentName: Sendable, Hashable, CustomStringConvertible {
    /// 1 to 32 lower-case letters, digits and hyphens, starting with a letter.
    package let text: String

    /// A name; nil for any other text.
    package init?(_ text: String) {
        guard (1...32).contains(text.utf8.count), text.utf8.first.map(Character.isLowercase) == true,
            text.utf8.allSatisfy({ Character.isLowercase($0) || Character.isDigit($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        self.text = text
    }

    package var description: String { text }
}
