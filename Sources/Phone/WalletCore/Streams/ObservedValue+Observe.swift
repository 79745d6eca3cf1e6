// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletInterface

extension ObservedValue {
    /// Starts to observe. Each value of the core has at most one observer.
    ///
    /// - Throws: `observerPresent` while another observer exists that was not cleared.
    func observe() throws(WalletCoreError) -> AsyncStream<Value> {
        guard let stream = exclusiveStream() else {
            throw WalletCoreError(.observerPresent, "another observer has the stream; clear it first")
        }
        return stream
    }
}
