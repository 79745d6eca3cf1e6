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
        // The zone stays the same in the whole file.
        let texts = ExportedTexts(language: language, zone: .current)
        var activities: [HistoryExport.Activity] = []
        var last: Int64?
        var unreadable = 0
        while true {
            let page = try admitted(.exportHistory).cards.events(of: nil, before: last, limit: Self.page)
            try requireUnlocked(since: epoch)
            activities += page.map { HistoryExport.Activity($0, texts, text: text($0)) }
            last = page.last?.number
            unreadable += page.unreadableCount
            guard page.count == Self.page else { break }
            await Task.yield()
        }
        let bytes = try await HistoryExport(activities, unreadable: unreadable, texts, at: wallet.context.trueNow).encoded()
        try requireUnlocked(since: epoch)
        return bytes
    }
}
