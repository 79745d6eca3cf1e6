// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletApp
import WebPages

@testable import PhoneWeb

struct DrawingTests {
    @Test(arguments: Illustration.allCases)
    func `every illustration of the app has a drawing`(illustration: Illustration) throws {
        #expect(try TestPhone().artwork.illustration(illustration).markup.hasPrefix("<svg"))
    }
}
