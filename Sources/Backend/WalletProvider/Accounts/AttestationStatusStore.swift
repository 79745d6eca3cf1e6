// SPDX-License-Identifier: EUPL-1.2

/// Which entries of the status lists stand for which wallet's attestations. All times are judged by the store's clock.
package protocol AttestationStatusStore: Sendable {
    /// Takes an entry that is free, for one attestation of a wallet, if the message that asks for it fits its account and the wallet has not
    /// too many already: one decision, whatever runs at the same time. When the newest list is so full that the first eight candidates are
    /// taken, another list is begun.
    ///
    /// The entry is pending until a message is accepted with `AccountChange.handOutAttestation`. A wallet that has a pending one gets that one
    /// again, with a new lifetime, whatever message it asks with: nobody has seen an attestation with it, and nobody will. The message it
    /// was pending for is not accepted any more, or has the same challenge, which is spent once.
    func takeStatusEntry(_ request: StatusEntryRequest) async throws(AccountStoreError) -> StatusEntryOutcome

    /// What a list says now; nil for one that is not there.
    func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses?
}

/// What a wallet's message asks for that needs an entry of a status list.
package struct StatusEntryRequest: Sendable, Hashable {
    /// The message.
    package let message: MessageIdentity
    /// The challenge that it answers.
    package let challenge: InstructionChallenge
    /// Milliseconds until the entry may be given to somebody else.
    package let lifetime: Int64
    /// The most entries that a wallet has at a time, 1 or more.
    package let maximum: Int64
    /// Random numbers, 0 or more; the first one whose entry is free, modulo the list's size, is taken.
    package let candidates: [Int64]

    /// A wish.
    package init(message: MessageIdentity, challenge: InstructionChallenge, lifetime: Int64, maximum: Int64, candidates: [Int64]) {
        self.message = message
        self.challenge = challenge
        self.lifetime = lifetime
        self.maximum = maximum
        self.candidates = candidates
    }
}

/// What comes of it.
package enum StatusEntryOutcome: Sendable, Hashable {
    /// The entry is the wallet's, and pending.
    case taken(AttestationStatusEntry)
    /// The message does not fit its account, or not any more.
    case unfit
    /// The wallet has as many as it may have.
    case tooMany
    /// None of the candidates was free.
    case noneFree
}

/// Where the status of one attestation stands.
package struct AttestationStatusEntry: Sendable, Hashable {
    /// The list's number, from 1.
    package let list: Int64
    /// The entry in it, from 0.
    package let entry: Int64

    /// An entry.
    package init(list: Int64, entry: Int64) {
        self.list = list
        self.entry = entry
    }
}

/// What a status list says of its attestations.
package struct AttestationStatuses: Sendable, Hashable {
    /// How many entries the list has.
    package let size: Int64
    /// The entries of wallets that are revoked, deregistered or gone, in no particular order.
    package let revoked: [Int64]
    /// Whether the whole solution was revoked, so that every entry is, whatever `revoked` says.
    package let isSolutionRevoked: Bool

    /// Statuses as they were read.
    package init(size: Int64, revoked: [Int64], isSolutionRevoked: Bool) {
        self.size = size
        self.revoked = revoked
        self.isSolutionRevoked = isSolutionRevoked
    }

    /// How many entries a list has: enough that nobody stands out, few enough that it is read in one go.
    package static let listSize: Int64 = 32_768
    /// How many candidates are tried in a list before another one is begun: a list is left when about three quarters of it are taken.
    package static let tries = 8
}
