// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Testing
import WalletInterface

@testable import WalletCore

struct ObserveTests {
    @Test func `a second observer is refused until the first is cleared`() async throws {
        let value = ObservedValue(1)
        let first = try value.observe()
        #expect(throws: WalletCoreError(.observerPresent, "")) { try value.observe() }
        value.clear()
        var second = try value.observe().makeAsyncIterator()
        #expect(await second.next() == 1)
        withExtendedLifetime(first) {}
    }
}
