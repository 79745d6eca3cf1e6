// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// Which entries of the status lists stand for which wallet's attestations. All times are judged by the store's clock.
package protocol AttestationStatusStore: Sendable {
    /// Takes an entry that is free, for one attestation of a wallet. When the newest list is so full that the first eight candidates are
    /// taken, another list is begun.
    ///
    /// - Parameters:
    ///   - lifetime: milliseconds until the entry may be given to somebody else.
    ///   - candidates: random numbers, 0 or more; the first one whose entry is free, modulo the list's size, is taken.
    /// - Returns: nil when none was free.
    func takeStatusEntry(
        for walletID: WalletID, lifetime: Int64, candidates: [Int64]
    ) async throws(AccountStoreError) -> AttestationStatusEntry?

    /// What a list says now; nil for one that is not there.
    func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses?
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
