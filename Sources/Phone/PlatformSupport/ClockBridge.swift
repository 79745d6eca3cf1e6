// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The phone's time. It counts through sleep, and on a simulated phone it can be moved forward.
package protocol ClockBridge: Sendable {
    /// The present instant.
    var now: Date { get }

    /// Waits until an instant has come; returns at once when it has passed.
    ///
    /// - Throws: `CancellationError`.
    func sleep(until deadline: Date) async throws
}
