// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import WalletProvider

/// What a snapshot leaves out, and when it is made.
struct JournalForgetting: Sendable {
    /// Wallets that were never used and registered before that time are forgotten; nil forgets none.
    let unusedLimit: @Sendable () -> Timestamp?
    /// Those that have left, by all journals.
    let deregistrations: Deregistrations
    let clock: @Sendable () -> Date

    /// Whether a snapshot is to be made: there is none, or it is a day old. When it was made is the time of its file, so that no restart puts it off;
    /// a time to come is not believed.
    func isDue(_ files: JournalNames.Slot, of slot: Int, in names: JournalNames) -> Bool {
        guard files.snapshot > 0 else { return true }
        let attributes = try? FileManager.default.attributesOfItem(atPath: names.snapshot(slot, files.snapshot))
        guard let made = attributes?[.modificationDate] as? Date else { return false }
        let age = clock().timeIntervalSince(made)
        return age >= Self.day || age < -Self.hour
    }

    /// A snapshot was made now.
    func date(_ path: String) {
        try? FileManager.default.setAttributes([.modificationDate: clock()], ofItemAtPath: path)
    }

    private static let hour = 3600.0
    private static let day = 86_400.0
}
