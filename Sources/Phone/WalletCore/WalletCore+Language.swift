// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

extension WalletCore {
    /// The user's own language (UC9.3); nil while the app speaks the phone's.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func language() throws(WalletCoreError) -> String? {
        try admitted(.language).store.value(.language)
    }

    /// Keeps the user's own language, a tag of 2 to 8 lower-case letters and hyphens (BCP 47); nil goes back to the phone's.
    ///
    /// - Throws: `platformMissing`, `notInitialized`; `unexpected` for another text; a store error. Nothing is changed then.
    package func setLanguage(_ language: String?) throws(WalletCoreError) {
        let running = try admitted(.setLanguage)
        guard language.map(Self.isTag) ?? true else { throw WalletCoreError(.unexpected, "the language has no tag") }
        try running.store.change { changes throws(WalletCoreError) in
            if let language { try changes.set(.language, to: language) } else { changes.remove(.language) }
        }
    }

    private static func isTag(_ text: String) -> Bool {
        (2...8).contains(text.utf8.count) && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    }
}
