// SPDX-License-Identifier: EUPL-1.2

/// The rules for ids of document signing keys.
package enum KeyID {
    /// True for 1 to 64 visible ASCII characters.
    package static func isAcceptable(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
