// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import WalletInterface

/// Reports and wishes for deletion. Each is an event of its own, because a row is written once; it keeps what it needs of the event that it
/// is about.
extension Core {
    /// Records that a report was begun (UC5.1/8.2b, UC6.3/4.2b, UC7.2/5), before the app opens the contact. An event that does not exist or
    /// cannot be read, and a card that does not exist, is no error: nothing is recorded. The same while the history is switched off.
    ///
    /// - Throws: `sharing(.noSession)` for `session` without one; `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store
    ///   error: nothing is recorded.
    package func noteReport(_ subject: ReportSubject, to contact: EventContact) throws(WalletCoreError) {
        let wallet = try admitted(.noteReport)
        switch subject {
        case .event(let number): try note(.problemReported, about: number, contact, in: wallet)
        case .session:
            if let stored = try wallet.store.value(.sharing) {
                return try note(.problemReported, about: stored.number, contact, in: wallet)
            }
            guard let live = wallet.sharing.live else { throw Sharing.noSession }
            let told = try wallet.sharing.event(of: live, .stopped, because: nil)
            try wallet.context.write(told.noted(.problemReported, about: nil, contact, at: wallet.context.trueNow))
        case .card(let id):
            guard let entry = try wallet.cards.entry(id) else { return }
            // A card that cannot be read is reported about nevertheless.
            let issuer = try? wallet.store.value(.card(id))?.issuer
            let told = entry.event(.problemReported, at: wallet.context.trueNow, issuer: issuer)
            try wallet.context.write(told.noted(.problemReported, about: nil, contact, at: wallet.context.trueNow))
        }
    }

    /// Records that the person asks the organization of an event to delete data (UC6.3/7.1a), before the app opens the contact. An event that
    /// does not exist or cannot be read is no error: nothing is recorded. The same while the history is switched off.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error: nothing is recorded.
    package func noteDeletionAsked(of event: Int64, by contact: EventContact) throws(WalletCoreError) {
        try note(.deletionAsked, about: event, contact, in: admitted(.noteDeletionAsked))
    }

    private func note(
        _ kind: WalletEvent.Kind, about number: Int64, _ contact: EventContact, in wallet: OpenWallet
    ) throws(WalletCoreError) {
        guard let told = try visible(number, in: wallet) else { return }
        try wallet.context.write(told.noted(kind, about: number, contact, at: wallet.context.trueNow))
    }

    /// An event that the person can see; nil if there is none.
    private func visible(_ number: Int64, in wallet: OpenWallet) throws(WalletCoreError) -> StoredEvent? {
        let reader = try HistoryReader(wallet.store)
        guard reader.counts(number) else { return nil }
        let reading = try reader.read(number)
        return reading.event == nil ? nil : reading.stored
    }
}

extension StoredEvent {
    /// The event of a report or a wish for deletion about this one: with its card and organization, without the names of data.
    fileprivate func noted(_ kind: WalletEvent.Kind, about number: Int64?, _ contact: EventContact, at date: Date) -> StoredEvent {
        var about = sharing
        about?.cards = []
        about?.details?.asked = []
        about?.details?.warnings = []
        let name = contact.name.map(StoredText.shortened)
        return StoredEvent(
            kind: kind.rawValue, date: date, card: card, cardName: cardName, issuerName: issuerName, issuer: issuer, sharing: about,
            about: number, contact: StoredContact(EventContact(body: contact.body, way: contact.way, name: name)))
    }
}
