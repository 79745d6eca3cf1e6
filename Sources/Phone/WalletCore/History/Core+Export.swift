// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import WalletInterface

/// The history as a file.
extension Core {
    /// The events that are read at a time; other calls run in between.
    private static let page = 50

    /// Returns all events as a file, newest first: JSON (RFC 8259) in UTF-8, with names and no values. It is not protected any more.
    ///
    /// - Parameters:
    ///   - language: of the names (BCP 47); names without a text in it are in English, else in their first language.
    ///   - text: returns an event in that language, for the person who reads the file. It is called for every event.
    /// - Throws: `unexpected` unless the right PIN was entered at most 60 seconds ago; one PIN serves one file. `locked`, also if the wallet
    ///   was locked during the call; `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func exportHistory(
        in language: String, text: @escaping @Sendable (WalletEvent) -> String
    ) async throws(WalletCoreError) -> [UInt8] {
        let wallet = try admitted(.exportHistory)
        try wallet.attempts.takeRightPIN(within: PINAttempts.longestPINAge)
        let epoch = lockKeeper.epoch
        var events: [WalletEvent] = []
        var unreadable = 0
        while true {
            let page = try admitted(.exportHistory).cards.events(of: nil, before: events.last?.number, limit: Self.page)
            try requireUnlocked(since: epoch)
            events += page.readable
            unreadable += page.unreadableCount
            guard page.count == Self.page else { break }
            await Task.yield()
        }
        return try HistoryExport(
            events, unreadable: unreadable, language: language, zone: .autoupdatingCurrent, at: wallet.context.trueNow, text: text
        ).bytes()
    }
}
