// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM

/// Operations of every kind, many at once; each result is checked, signatures against the public keys.
struct MixedOperations {
    /// How the operations ended.
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

    init(_ hsm: any HSM) async throws {
        self.hsm = hsm
        var keys: [SigningPurpose: HSMPublicKey] = [:]
        for purpose in SigningPurpose.allCases { keys[purpose] = try await hsm.publicKeys(for: purpose).first }
        self.keys = keys
        code = try await hsm.authenticationCode(over: [1], for: .revocationCode)
    }

    /// Does that many, 64 at a time; `after` is told how many are done.
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
        let bytes = withBytes(of: number)
        do {
            switch number % 4 {
            case 0, 1:
                let purpose: SigningPurpose = number % 4 == 0 ? .certificate : .result
                guard let key = keys[purpose] else { return .wrong }
                let signature = try await hsm.sign(bytes, with: key.keyID, for: purpose)
                return key.key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: bytes) ? .right : .wrong
            case 2:
                let sealed = try await hsm.seal(bytes, for: .pinKeyEncryption, associatedData: bytes)
                return try await hsm.open(sealed, for: .pinKeyEncryption, associatedData: bytes) == bytes ? .right : .wrong
            default:
                return try await hsm.authenticationCode(over: [1], for: .revocationCode) == code ? .right : .wrong
            }
        } catch let error as HSMError where error.code == .unavailable {
            return .unavailable
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
