// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import ProviderProtocol
import Testing
import WalletProvider

/// An unlock, by its PIN and by what the provider knows of the wallet.
struct UnlockKind: Sendable, CaseIterable, CustomTestStringConvertible {
    let isRight: Bool
    /// True if this provider knows the wallet's PIN key, from an earlier unlock with the same certificate. It then reads no account.
    let isWarm: Bool

    static let allCases = [false, true].flatMap { isWarm in [true, false].map { UnlockKind(isRight: $0, isWarm: isWarm) } }

    /// The calls of the store by an unlock whose PIN is judged.
    var calls: [FlakyStore.Call] { isWarm ? [.reserveKnown, .settle] : [.account, .reserve, .settle] }

    var testDescription: String { "\(isRight ? "right" : "wrong") PIN, \(isWarm ? "known" : "unknown") key" }
}

extension TestProvider {
    /// A second provider on the same store and HSM, like a replica. It knows no PIN key.
    var replica: TestProvider { TestProvider(self, on: store) }

    /// Registers a phone; a warm phone has unlocked, so that this provider knows its PIN key.
    func registeredPhone(_ kind: PhoneKind = .iPhone, isWarm: Bool) async throws -> TestPhone {
        var phone = try await registeredPhone(kind)
        if isWarm { try await warmUp(&phone) }
        return phone
    }

    /// Unlocks, so that this provider knows the wallet's PIN key, and again to prove that it does.
    func warmUp(_ phone: inout TestPhone) async throws {
        try #require(try await tryPIN(&phone, right: true) == nil)
        store.forgetCalls()
        try #require(try await tryPIN(&phone, right: true) == nil)
        try #require(store.calls == UnlockKind(isRight: true, isWarm: true).calls)
        store.forgetCalls()
    }
}
