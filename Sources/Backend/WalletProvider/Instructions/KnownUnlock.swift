// SPDX-License-Identifier: EUPL-1.2

import HSM
import JSON
import ProviderProtocol

/// The part of an account that this process keeps from the last right PIN, so that the next unlock need not read the account.
///
/// It decides nothing: the database reserves an attempt only if the account still has this PIN (`AccountStore.reserveKnown`). The key stays
/// sealed, because with an opened key a copy of the memory could test PINs.
struct KnownPIN: Sendable {
    let pin: AccountPIN
    let deviceKind: DeviceKind
    /// The number of the message that gave the right PIN.
    let sequenceNumber: Int64
    /// The counter of that message; 0 for a device without a counter.
    let assertionCounter: UInt32

    /// - Parameter pin: the PIN in force when the attempt of this message was reserved.
    init(_ pin: AccountPIN, provenBy request: AuthenticatedRequest) {
        self.pin = pin
        deviceKind = request.deviceKind
        sequenceNumber = request.identity.sequenceNumber
        assertionCounter = request.identity.assertionCounter ?? 0
    }

    /// False for a message that the account would certainly reject or has answered before. Reading the account then yields the answer,
    /// without work of the HSM.
    func mayTake(_ request: AuthenticatedRequest) -> Bool {
        request.isFresh && request.claims.data.isEmpty && request.deviceKind == deviceKind
            && request.identity.sequenceNumber > sequenceNumber
            && request.identity.assertionCounter.map { $0 > assertionCounter } ?? true
    }
}

extension WalletProvider {
    /// `check_pin`, without reading the account if the account is known.
    ///
    /// Only a right PIN makes the account known. Any refusal or failure makes it unknown again, so that an account which rejects messages
    /// makes the HSM work once at most.
    func unlock(_ request: AuthenticatedRequest) async throws(ProviderProblem) -> [UInt8] {
        do throws(ProviderProblem) {
            if let known = request.known, known.mayTake(request) {
                if let answer = try await unlock(request, with: known) { return answer }
                certificates.note(nil, of: request.certificateDigest)
            }
            return try await perform(try await message(of: request))
        } catch {
            certificates.note(nil, of: request.certificateDigest)
            throw error
        }
    }

    /// Opens the known key before the reservation, as `withPIN` does, so that an unavailable HSM costs no attempt.
    ///
    /// - Returns: nil if no attempt could be reserved. Nothing was verified then, and the account tells the reason.
    private func unlock(_ request: AuthenticatedRequest, with known: KnownPIN) async throws(ProviderProblem) -> [UInt8]? {
        let (pinKey, mark) = try await openWithMark(known.pin.sealedKey, of: request.claims.walletID)
        guard isEqualInConstantTime(mark, request.certificate.pinKeyMark) else { return nil }
        let reservation = try await reserving { () async throws(AccountStoreError) in
            try await store.reserveKnown(request.identity, pin: known.pin, under: configuration.pinPolicy, atLeast: nil)
        }
        guard let reservation else { return nil }
        let attempt = ReservedAttempt(number: reservation.attempt, pin: known.pin, wrongPINs: reservation.wrongPINs)
        return try await settling(request, attempt, judging: { request.message.isSigned(by: pinKey) ? true : nil }) { _ in
            Execution(result: wrongPINReport(of: reservation.wrongPINs))
        }
    }
}
