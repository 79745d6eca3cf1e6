// SPDX-License-Identifier: EUPL-1.2

import Brands
import PIDIssuer
import Testing
import WalletApp

@testable import wallet

/// The demo's issuer beside each brand.
struct DemoIssuerTests {
    @Test func `only the first brand's cards have the crown`() {
        #expect(Brand.all.filter { DemoIssuer.emblem(for: $0) == .crown }.map(\.identifier) == [Brand.nlWallet.identifier])
    }
}
