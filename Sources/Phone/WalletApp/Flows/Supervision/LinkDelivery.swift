// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletInterface

/// The delivery of links: from the operating system to the core, and from there to the glass.
final class LinkDelivery: Sendable {
    /// The number of requests to give the core the links that the operating system keeps.
    let requests = ObservedValue(0)
    /// The newest request that was carried out.
    let answered = ObservedValue(0)
    /// The reason why the core could not take the oldest link, which stays with the operating system; nil when it could, and after the user
    /// has seen the reason.
    let failure = ObservedValue<WalletCoreError?>(nil)
    /// True when the app must look at the pending link (PF2.7).
    let isDue = ObservedValue(false)
    /// The number of links that have arrived. The lock screen shows the newest.
    let arrivals = ObservedValue(0)

    /// Requests a delivery: a link may have been opened, or an obstacle may have been removed.
    func request() { requests.change { $0 += 1 } }

    /// Requests a delivery and waits until it was carried out.
    ///
    /// - Throws: `CancellationError`.
    func deliver() async throws {
        let wanted = requests.change { requests in
            requests += 1
            return requests
        }
        var done = answered.value
        while done < wanted { done = try await answered.next(otherThan: done) }
    }

    /// Records that the core has taken a link, which is now pending.
    func noteArrival() {
        arrivals.change { $0 += 1 }
        isDue.set(true)
    }

    /// Records that the core could not take a link, so that the user sees an error.
    func noteFailure(_ error: WalletCoreError) {
        failure.set(error)
        isDue.set(true)
    }
}
