// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletInterface

extension ObservedValue {
    /// Begins to observe; the core has one observer for each value.
    ///
    /// - Throws: `observerPresent` while another observer is there and was not cleared.
    func observe() throws(WalletCoreError) -> AsyncStream<Value> {
        guard let stream = exclusiveStream() else {
            throw WalletCoreError(.observerPresent, "another observer has the stream; clear it first")
        }
        return stream
    }
}
