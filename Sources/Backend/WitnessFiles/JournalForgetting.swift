// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import WalletProvider

/// The rules for snapshots: the wallets they omit, and when they are made.
struct JournalForgetting: Sendable {
    /// Wallets that were never used and registered before this time are omitted; nil omits none.
    let unusedLimit: @Sendable () -> Timestamp?
    /// The deregistered wallets according to all journals.
    let deregistrations: Deregistrations
    let clock: @Sendable () -> Date

    /// Returns true if a snapshot is due: the slot has none, or its snapshot is a day old. Its age is the age of its file, so that restarts
    /// do not delay it. A file time in the future is ignored.
    func isDue(_ files: JournalNames.Slot, of slot: Int, in names: JournalNames) -> Bool {
        guard files.snapshot > 0 else { return true }
        let attributes = try? FileManager.default.attributesOfItem(atPath: names.snapshot(slot, files.snapshot))
        guard let made = attributes?[.modificationDate] as? Date else { return false }
        let age = clock().timeIntervalSince(made)
        return age >= Self.day || age < -Self.hour
    }

    /// Sets the file time of a snapshot made now.
    func date(_ path: String) {
        try? FileManager.default.setAttributes([.modificationDate: clock()], ofItemAtPath: path)
    }

    private static let hour = 3600.0
    private static let day = 86_400.0
}
