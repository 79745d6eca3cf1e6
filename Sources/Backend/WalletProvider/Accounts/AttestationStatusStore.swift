// SPDX-License-Identifier: EUPL-1.2

/// The assignment of status list entries to the wallets' attestations. All times are judged by the store's clock.
package protocol AttestationStatusStore: Sendable {
    /// Takes a free entry for one attestation of a wallet. The message must fit the account, and the wallet must be below its maximum of
    /// entries. The decision is atomic. If the first eight candidates are taken in the newest list, a new list is started.
    ///
    /// The entry stays pending until a message is accepted with `AccountChange.handOutAttestation`. A wallet that has a pending entry gets
    /// the same entry again with a new lifetime, whatever message requests it: no attestation with this entry has left the provider. The
    /// account's sequence number becomes the message's number minus 1, so that no message with a smaller number, for which the entry was
    /// pending, can be accepted any more.
    func takeStatusEntry(_ request: StatusEntryRequest) async throws(AccountStoreError) -> StatusEntryOutcome

    /// Returns the current content of a list, or nil if the list does not exist.
    func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses?
}

/// A request for a status list entry, on behalf of a wallet's message.
package struct StatusEntryRequest: Sendable, Hashable {
    package let message: MessageIdentity
    /// Milliseconds until the entry may be given to a different wallet.
    package let lifetime: Int64
    /// The maximum number of entries per wallet, 1 or more.
    package let maximum: Int64
    /// Random numbers, 0 or more. The first number whose entry (modulo the list's size) is free determines the entry.
    package let candidates: [Int64]

    package init(message: MessageIdentity, lifetime: Int64, maximum: Int64, candidates: [Int64]) {
        self.message = message
        self.lifetime = lifetime
        self.maximum = maximum
        self.candidates = candidates
    }
}

/// The outcome of a `StatusEntryRequest`.
package enum StatusEntryOutcome: Sendable, Hashable {
    /// The entry belongs to the wallet and is pending.
    case taken(AttestationStatusEntry)
    /// The message does not fit its account, or no longer fits.
    case unfit
    /// The wallet already has the maximum number of entries.
    case tooMany
    /// All candidates were taken.
    case noneFree
}

/// The position of one attestation's status.
package struct AttestationStatusEntry: Sendable, Hashable {
    /// The list's number, from 1.
    package let list: Int64
    /// The index in the list, from 0.
    package let entry: Int64

    package init(list: Int64, entry: Int64) {
        self.list = list
        self.entry = entry
    }
}

/// The content of a status list of attestations.
package struct AttestationStatuses: Sendable, Hashable {
    /// The number of entries in the list.
    package let size: Int64
    /// The entries of wallets that are revoked, deregistered or removed, in no particular order.
    package let revoked: [Int64]
    /// True if the whole solution was revoked. Every entry is then revoked, whatever `revoked` contains.
    package let isSolutionRevoked: Bool

    package init(size: Int64, revoked: [Int64], isSolutionRevoked: Bool) {
        self.size = size
        self.revoked = revoked
        self.isSolutionRevoked = isSolutionRevoked
    }

    /// The number of entries in a list: large enough to hide a single wallet, small enough to read in one query.
    package static let listSize: Int64 = 32_768
    /// The number of candidates tried in a list before a new list is started. With this number, a new list starts when about three quarters
    /// of the entries are taken.
    package static let tries = 8
}
