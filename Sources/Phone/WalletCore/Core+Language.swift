// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

extension Core {
    /// The user's own language (UC9.3); nil if the app uses the phone's language.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func language() throws(WalletCoreError) -> String? {
        try admitted(.language).store.value(.language)
    }

    /// Stores the user's own language, a tag of 2 to 8 lower-case letters and hyphens (BCP 47); nil restores the phone's language.
    ///
    /// - Throws: `platformMissing`, `notInitialized`; `unexpected` for any other text; a store error. The language is unchanged after an
    ///   error.
    package func setLanguage(_ language: String?) throws(WalletCoreError) {
        let wallet = try admitted(.setLanguage)
        guard language.map(Self.isTag) ?? true else { throw WalletCoreError(.unexpected, "the language has no tag") }
        try wallet.store.change { changes throws(WalletCoreError) in
            if let language { try changes.set(.language, to: language) } else { changes.remove(.language) }
        }
    }

    private static func isTag(_ text: String) -> Bool {
        (2...8).contains(text.utf8.count) && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    }
}
