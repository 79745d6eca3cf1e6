// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

extension IssuancePreview {
    /// The issuer's name: its own, else its certificate's, else its address.
    var issuer: LocalizedText {
        guard card.issuer.name.entries.isEmpty else { return card.issuer.name }
        return LocalizedText([LocalizedText.Entry(locale: nil, text: card.issuer.certifiedName ?? card.issuer.identifier)])
    }
}
