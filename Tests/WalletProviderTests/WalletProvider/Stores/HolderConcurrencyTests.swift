// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// The revocation of a person while many wallets of this person act, on two replicas.
struct HolderConcurrencyTests {
    let holders = HolderRevocationStoreTests()

    /// The wallet's change under its only challenge. Half of the wallets have disclosed the code before.
    static func change(_ number: UInt8, _ mark: [UInt8], on stage: StoreStage) -> AccountChange {
        switch number % 5 {
        case 0: .addKeys([stage.key(number + 100)])
        case 1: .beginRecovery(sealedPINKey: [1], keys: [stage.key(number + 100, .recovery)], lifetime: 60_000)
        case 2: .completeRecovery
        case 3: .rememberRecoveryCode(mark: mark)
        default: .deregister
        }
    }

    @Test(arguments: StoreKind.installed)
    func `in any order, no wallet with the code stays active or keeps keys`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let concurrency = StoreConcurrencyTests()
        let numbers = Array(10..<40 as Range<UInt8>)
        for number in numbers {
            // These wallets disclose their recovery code during the concurrent acts, so they must not have disclosed it before.
            let tells = number % 5 == 3
            let walletID = try await holders.wallet(number, disclosing: tells ? nil : holders.mark, on: stage)
            if number % 5 == 2 {
                #expect(try await holders.take(6, .beginRecovery(sealedPINKey: [1], keys: [], lifetime: 60_000), of: walletID, on: stage))
            }
        }
        let bystander = try await holders.wallet(1, disclosing: holders.otherMark, on: stage)
        // Every seventh act is a revocation.
        let acts: [UInt8?] = numbers.indices.flatMap { $0 % 7 == 3 ? [nil, numbers[$0]] : [numbers[$0]] }
        let left = try await concurrency.many(acts.count, on: stage) { [holders] number, store -> UInt8? in
            guard let mine = acts[number] else {
                _ = try await store.revokeWallets(withRecoveryCodeMark: holders.mark)
                return nil
            }
            let walletID = WalletID { [UInt8](repeating: mine, count: $0) }
            let isDone = try await store.accept(
                holders.message(21, of: walletID), evenIfRevoked: false, pinVersion: nil,
                change: Self.change(mine, holders.mark, on: stage), answer: stage.answer)
            return isDone && mine % 5 == 4 ? mine : nil
        }
        let gone = Set(left.compactMap { $0 })
        for number in numbers {
            let walletID = WalletID { [UInt8](repeating: number, count: $0) }
            let state = try await holders.state(walletID, on: stage)
            if gone.contains(number) {
                #expect(state == .deregistered)
            } else {
                guard case .revoked(let revocation)? = state else {
                    Issue.record("wallet \(number) is \(String(describing: state))")
                    continue
                }
                #expect(revocation.reason == .recoveryCode)
            }
            for purpose in [WalletKeyPurpose.credential, .recovery] {
                #expect(try await stage.store.keys(of: walletID, for: purpose).isEmpty, "\(number)")
            }
        }
        // Includes the wallets that disclosed the code after the first revocation.
        #expect(try await stage.store.wallets(withRecoveryCodeMark: holders.mark).count == numbers.count - gone.count)
        #expect(try await holders.state(bystander, on: stage) == .active)
    }
}
