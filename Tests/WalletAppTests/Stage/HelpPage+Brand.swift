// SPDX-License-Identifier: EUPL-1.2

import Brands

@testable import WalletApp

extension HelpPage {
    /// The page with the brand's contacts, as long as the configuration gives none.
    init(topic: String) {
        self.init(topic: topic, support: Brand.nlWallet.support)
    }
}
