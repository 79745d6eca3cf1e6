// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM

/// Concurrent operations of every kind. Each result is checked, signatures against the public keys.
struct MixedOperations {
    /// The outcome of the operations.
    struct Outcome: Equatable {
        var right = 0
        var wrong = 0
        var unavailable = 0
    }

    fileprivate enum Ending {
        case right
        case wrong
        case unavailable
    }

    private let hsm: any HSM
    private let keys: [SigningPurpose: HSMPublicKey]
    private let code: [UInt8]
    private let walletKey: WrappedKey

    init(_ hsm: any HSM) async throws {
        self.hsm = hsm
        var keys: [SigningPurpose: HSMPublicKey] = [:]
        for purpose in SigningPurpose.allCases { keys[purpose] = try await hsm.publicKeys(for: purpose).first }
        self.keys = keys
        code = try await hsm.authenticationCode(over: [1], for: .revocationCode)
        walletKey = try await hsm.makeWalletKey(boundTo: [7])
    }

    /// Runs this number of operations, 64 at a time; `after` receives the number completed.
    func run(_ count: Int, after: (Int) -> Void = { _ in }) async throws -> Outcome {
        try await withThrowingTaskGroup(of: Ending.self) { group in
            var outcome = Outcome()
            for number in 0..<count {
                if number >= 64, let ending = try await group.next() { outcome.count(ending) }
                after(number)
                group.addTask { try await one(number) }
            }
            for try await ending in group { outcome.count(ending) }
            return outcome
        }
    }

    private func one(_ number: Int) async throws -> Ending {
        do throws(HSMError) {
            return try await isRight(number) ? .right : .wrong
        } catch {
            guard error.code == .unavailable else { throw error }
            return .unavailable
        }
    }

    private func isRight(_ number: Int) async throws(HSMError) -> Bool {
        let bytes = withBytes(of: number)
        switch number % 8 {
        case 0, 1:
            let purpose: SigningPurpose = number % 8 == 0 ? .certificate : .result
            guard let key = keys[purpose] else { return false }
            return key.key.verifies(try await hsm.sign(bytes, with: key.keyID, for: purpose), over: bytes)
        case 2, 3:
            let sealed = try await hsm.seal(bytes, for: .pinKeyEncryption, associatedData: bytes)
            return try await hsm.open(sealed, for: .pinKeyEncryption, associatedData: bytes) == bytes
        case 4:
            let key = try await hsm.makeWalletKey(boundTo: bytes)
            return key.publicKey.verifies(try await hsm.sign(bytes, withWrapped: key.wrapped, boundTo: bytes), over: bytes)
        case 5:
            let signature = try await hsm.sign(bytes, withWrapped: walletKey.wrapped, boundTo: [7])
            return walletKey.publicKey.verifies(signature, over: bytes)
        case 6:
            return try await isRefused(boundTo: bytes)
        default:
            return try await hsm.authenticationCode(over: [1], for: .revocationCode) == code
        }
    }

    private func isRefused(boundTo binding: [UInt8]) async throws(HSMError) -> Bool {
        do throws(HSMError) {
            _ = try await hsm.sign([1], withWrapped: walletKey.wrapped, boundTo: binding)
            return false
        } catch {
            guard error.code == .notAuthentic else { throw error }
            return true
        }
    }

    private func withBytes(of number: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
}

extension MixedOperations.Outcome {
    fileprivate mutating func count(_ ending: MixedOperations.Ending) {
        switch ending {
        case .right: right += 1
        case .wrong: wrong += 1
        case .unavailable: unavailable += 1
        }
    }
}
