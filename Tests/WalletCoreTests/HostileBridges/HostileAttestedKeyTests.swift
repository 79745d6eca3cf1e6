// SPDX-License-Identifier: EUPL-1.2

import Crypto
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// Attested keys that break a promise: the core names the error before it sends anything, or the provider refuses the evidence.
@Suite(.timeLimit(.minutes(20)))
struct HostileAttestedKeyTests {
    typealias Row = BrokenPromise<HostileAttestedKeys>

    private let phone: Phone

    init() throws {
        phone = try Phone()
        let keys = phone.attestedKeys
        phone.provider.state.withLock { $0.hardware = keys }
    }

    private func hostile(_ row: Row) -> HostileAttestedKeys {
        row.broken(by: HostileAttestedKeys(keys: phone.attestedKeys))
    }

    private static func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x30, count: count) }

    // MARK: Registration

    static let unusable = [
        Row("a key without a name", .hardwareFailed) { $0.name = { _ in "" } },
        Row("a key with an enormous name", .hardwareFailed) { $0.name = { _ in String(repeating: "k", count: 100_000) } },
        Row("an empty attestation", .hardwareFailed) { $0.attestation = { _ in .apple(object: []) } },
        Row("an enormous attestation", .hardwareFailed) { $0.attestation = { _ in .apple(object: bytes(100_000)) } },
        Row("a chain without certificates", .hardwareFailed) { $0.attestation = { _ in .android(chain: []) } },
        Row("a chain with an empty certificate", .hardwareFailed) { $0.attestation = { _ in .android(chain: [bytes(9), []]) } },
        Row("an enormous chain", .hardwareFailed) { $0.attestation = { _ in .android(chain: [bytes(30_000), bytes(30_000)]) } },
        Row("a chain of very many certificates", .hardwareFailed) {
            $0.attestation = { _ in .android(chain: [[UInt8]](repeating: [0x30], count: 100_000)) }
        },
        Row("an empty proof", .hardwareFailed) { $0.proof = { _ in .appleAssertion([]) } },
        Row("an enormous proof", .hardwareFailed) { $0.proof = { _ in .appleAssertion(bytes(100_000)) } },
        Row("a proof of another platform", .unexpected) { $0.proof = { _ in .androidSignature(bytes(70)) } },
    ]

    @Test(arguments: unusable)
    func `evidence that cannot be used is not sent, and the next registration succeeds`(row: Row) async throws {
        let core = try await phone.start(phone.replacing(attestedKey: hostile(row)))
        await expect(row.error) { try await core.register(pin: Phone.pin()) }
        #expect(phone.provider.bodies(to: .createWallet).isEmpty)
        #expect(try await !core.hasRemotePIN())
        _ = try await phone.registered()
        try await phone.expectWhole()
        #expect(phone.provider.accountCount == 1)
    }

    static let unsigned = [
        Row("an empty signature (ATT-03)", .hardwareFailed) { $0.proof = { _ in .androidSignature([]) } },
        Row("a signature of one byte", .hardwareFailed) { $0.proof = { _ in .androidSignature([0]) } },
        Row("a signature of 64 zeros", .hardwareFailed) {
            $0.proof = { _ in .androidSignature([UInt8](repeating: 0, count: 64)) }
        },
        Row("a signature of 72 bytes that are no DER", .hardwareFailed) { $0.proof = { _ in .androidSignature(bytes(72)) } },
        Row("an enormous signature", .hardwareFailed) { $0.proof = { _ in .androidSignature(bytes(100_000)) } },
    ]

    @Test(arguments: unsigned)
    func `an Android key's proof that is no DER signature is not sent`(row: Row) async throws {
        phone.attestedKeys.state.withLock { $0.kind = .android }
        let core = try await phone.start(phone.replacing(attestedKey: hostile(row)))
        await expect(row.error) { try await core.register(pin: Phone.pin()) }
        #expect(phone.provider.bodies(to: .createWallet).isEmpty)
        _ = try await phone.registered()
        try await phone.expectWhole()
    }

    static let refused = [
        Row("an attestation of another key (ATT-02)", .deviceInsecure(.attestationRejected)) {
            $0.attestation = { .apple(object: Array("key-9".utf8) + object($0).suffix(32)) }
        },
        Row("an attestation for another challenge (ATT-02)", .deviceInsecure(.attestationRejected)) {
            $0.attestation = { .apple(object: object($0).dropLast(32) + bytes(32)) }
        },
        Row("a proof over another payload (ATT-06)", .unexpected) { $0.payload = { $0 + [0] } },
        Row("a proof over an empty payload (ATT-06)", .unexpected) { $0.payload = { _ in [] } },
        Row("a proof by another key (ATT-06)", .unexpected) { $0.proof = { _ in stranger() } },
        Row("a proof that was cut", .unexpected) { $0.proof = { .appleAssertion(Array(assertion($0).dropLast())) } },
    ]

    private static func object(_ attestation: PlatformAttestation) -> [UInt8] {
        if case .apple(let object) = attestation { object } else { [] }
    }

    private static func assertion(_ proof: PlatformKeyProof) -> [UInt8] {
        if case .appleAssertion(let bytes) = proof { bytes } else { [] }
    }

    /// A proof by a key that no one attested.
    private static func stranger() -> PlatformKeyProof {
        let signature = try? P256.Signing.PrivateKey().signature(for: [UInt8](repeating: 1, count: 32))
        return .appleAssertion(signature.map { Array($0.derRepresentation) } ?? [])
    }

    @Test(arguments: refused)
    func `false evidence is refused by the provider, and the next registration succeeds`(row: Row) async throws {
        let core = try await phone.start(phone.replacing(attestedKey: hostile(row)))
        await expect(row.error) { try await core.register(pin: Phone.pin()) }
        #expect(phone.provider.accountCount == 0)
        // The key was spent on this registration.
        #expect(phone.attestedKeys.state.withLock { $0.keys.isEmpty })
        _ = try await phone.registered()
        try await phone.expectWhole()
    }

    // MARK: A registered wallet

    @Test(arguments: [0, 100_000])
    func `a proof that cannot be used costs neither a request nor an attempt`(length: Int) async throws {
        _ = try await phone.registered()
        let proof = PlatformKeyProof.appleAssertion(Self.bytes(length))
        let core = try await phone.start(
            phone.replacing(attestedKey: HostileAttestedKeys(keys: phone.attestedKeys, proof: { _ in proof })))
        let number = try await core.store().value(.sequenceNumber)
        for pin in [try Phone.pin(), try Phone.otherPIN()] { await expect(.hardwareFailed) { try await core.unlock(pin: pin) } }
        #expect(try await !core.isUnlocked())
        #expect(try await core.store().value(.sequenceNumber) == number)
        #expect(phone.provider.count(of: .checkPIN) == 0)
        try await phone.expectWhole()
    }

    @Test(arguments: refused.dropFirst(2))
    func `with a false proof no PIN is judged, neither a right one nor a wrong one`(row: Row) async throws {
        _ = try await phone.registered()
        let core = try await phone.start(phone.replacing(attestedKey: hostile(row)))
        #expect(try await core.unlock(pin: Phone.pin()) == .outcomeUnknown)
        #expect(try await !core.isUnlocked())
        let next = try await phone.start(phone.replacing(attestedKey: hostile(row)))
        #expect(try await next.unlock(pin: Phone.otherPIN()) == .outcomeUnknown)
        try await phone.expectWhole()
    }

    @Test func `a proof that was made before unlocks nothing`() async throws {
        _ = try await phone.registered()
        let first = Mutex<PlatformKeyProof?>(nil)
        let core = try await phone.start(
            phone.replacing(
                attestedKey: HostileAttestedKeys(
                    keys: phone.attestedKeys,
                    proof: { proof in
                        first.withLock { first in
                            first = first ?? proof
                            return first ?? proof
                        }
                    })))
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        await core.lock()
        #expect(try await core.unlock(pin: Phone.pin()) == .outcomeUnknown)
        #expect(try await !core.isUnlocked())
        try await phone.expectWhole()
    }

    @Test(arguments: SignatureForm.allCases)
    func `an Android key's proof with a low or a high s registers and unlocks`(form: SignatureForm) async throws {
        phone.attestedKeys.state.withLock { $0.kind = .android }
        let keys = HostileAttestedKeys(keys: phone.attestedKeys, proof: { .androidSignature(form.of(Self.signature($0))) })
        let core = try await phone.start(phone.replacing(attestedKey: keys))
        try await core.register(pin: Phone.pin())
        await core.lock()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        try await phone.expectWhole()
    }

    private static func signature(_ proof: PlatformKeyProof) -> [UInt8] {
        if case .androidSignature(let bytes) = proof { bytes } else { [] }
    }

    // MARK: Names and deletion

    @Test func `a new key with an erased wallet's name is refused, and that wallet's account still ends`() async throws {
        let first = try await phone.registered()
        phone.provider.goOffline()
        try await first.wipe()
        phone.provider.goOnline()
        let core = try await phone.start(
            phone.replacing(attestedKey: HostileAttestedKeys(keys: phone.attestedKeys, name: { _ in "key-1" })))
        for _ in 0..<2 { await expect(.hardwareFailed) { try await core.register(pin: Phone.pin()) } }
        #expect(phone.attestedKeys.state.withLock { $0.keys["key-1"] != nil })
        let last = try await phone.registered()
        try await phone.whileRunning(last) {
            try await eventually { try await last.store().value(.pendingDeregistrations) == nil }
        }
        #expect(phone.provider.accountCount == 1)
        try await phone.expectWhole()
    }

    @Test func `keys that are never deleted hinder neither a wipe nor the next wallet`() async throws {
        _ = try await phone.registered()
        let core = try await phone.start(
            phone.replacing(attestedKey: HostileAttestedKeys(keys: phone.attestedKeys, deletes: false)))
        try await core.wipe()
        #expect(try await core.state() == .empty)
        try await core.register(pin: Phone.pin())
        try await phone.expectWhole()
    }

    @Test func `without an erased wallet's key nothing waits for its account, and the next wallet is not affected`() async throws {
        _ = try await phone.registered()
        phone.provider.goOffline()
        let core = try await phone.start(
            phone.replacing(attestedKey: HostileAttestedKeys(keys: phone.attestedKeys, keepsExceptions: false)))
        try await core.wipe()
        phone.provider.goOnline()
        try await phone.whileRunning(core) {
            try await eventually { try await core.store().value(.pendingDeregistrations) == nil }
        }
        #expect(phone.provider.count(of: .deregister) == 0)
        try await core.register(pin: Phone.pin())
        try await phone.expectWhole()
    }
}
