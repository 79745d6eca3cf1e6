// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// The core on hardware of either kind: it reports what the hardware states, and keeps the kind with which it registered.
struct DeviceKindTests {
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    private func become(_ kind: AttestedKeyKind) { phone.attestedKeys.state.withLock { $0.kind = kind } }

    private func kind(of proof: DeviceProof) -> AttestedKeyKind {
        switch proof {
        case .appleAssertion: .apple
        case .androidSignature: .android
        }
    }

    @Test(arguments: AttestedKeyKind.allCases)
    func `a wallet registers and communicates as its hardware's kind, even after restarts`(kind: AttestedKeyKind) async throws {
        become(kind)
        _ = try await phone.registered()
        let core = try await phone.launch()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.store().value(.registration)?.deviceKey == DeviceKey(identifier: "key-1", kind: kind))

        let requests = try [Endpoint.createWallet, .instruction(.walletStatus), .instruction(.checkPIN)].flatMap { endpoint in
            try phone.provider.bodies(to: endpoint).map { try ProviderRequest(parsing: $0) }
        }
        #expect(requests.count >= 3)
        for request in requests { #expect(self.kind(of: request.device) == kind) }
        switch try RegistrationData(requests[0].message.claims.data).attestation {
        case .apple(let object): #expect(kind == .apple && object.starts(with: Array("key-1".utf8)))
        case .android(let chain): #expect(kind == .android && chain.count == 2 && chain[0].starts(with: Array("key-1".utf8)))
        }
    }

    @Test func `after a lost answer an Android registration is repeated with the same bytes by the next process`() async throws {
        become(.android)
        phone.provider.add(.loseReply, to: .createWallet)
        let first = try await phone.launch()
        await expect(.serverUnreachable) { try await first.register(pin: Phone.pin()) }
        let core = try await phone.launch()
        try await core.register(pin: Phone.pin())
        let bodies = phone.provider.bodies(to: .createWallet)
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
        #expect(try await core.store().value(.registration)?.deviceKeyKind == .android)
    }

    @Test(arguments: AttestedKeyKind.allCases)
    func `a wallet on hardware of a different kind sends nothing to the provider`(kind: AttestedKeyKind) async throws {
        become(kind)
        _ = try await phone.registered()
        let core = try await phone.launch()
        await core.prepareUnlock()
        become(kind == .apple ? .android : .apple)
        phone.provider.forgetRequests()
        await expect(.unexpected) { try await core.unlock(pin: Phone.pin()) }
        #expect(phone.provider.requestCount == 0)
        #expect(try await !core.isUnlocked())
        become(kind)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
    }

    @Test func `hardware that changes its kind between attesting and signing registers no wallet`() async throws {
        let core = try await phone.launch()
        let bridge = ChangingKeys(keys: phone.attestedKeys)
        let other = Core(embedded: phone.provider.embedded)
        let bridges = phone.bridges
        try await other.initPlatformSupport(
            PlatformBridges(
                attestedKey: bridge, encryptionKey: bridges.encryptionKey, biometrics: bridges.biometrics, camera: bridges.camera,
                network: bridges.network, clock: bridges.clock, utilities: bridges.utilities), limitsBy: phone.limitClock)
        try await other.initialize()
        await expect(.unexpected) { try await other.register(pin: Phone.pin()) }
        #expect(phone.provider.bodies(to: .createWallet).isEmpty)
        become(.apple)
        try await core.register(pin: Phone.pin())
    }

    @Test func `a stored registration contains its device kind`() throws {
        let unnamed = #"{"walletID":"w","deviceKeyID":"k","certificate":"c","salt":"AAAA"}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Registration.self, from: Data(unnamed.utf8)) }
        for kind in AttestedKeyKind.allCases {
            let written = Registration(walletID: "w", deviceKeyID: "k", deviceKeyKind: kind, certificate: "c", salt: Data())
            #expect(try JSONDecoder().decode(Registration.self, from: JSONEncoder().encode(written)) == written)
        }
        let unknown = #"{"walletID":"w","deviceKeyID":"k","deviceKeyKind":"windows","certificate":"c","salt":"AAAA"}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Registration.self, from: Data(unknown.utf8)) }
    }

    @Test func `a provider that cannot verify attestations counts as unreachable, and the device is not blamed`() async throws {
        become(.android)
        let core = try await phone.launch()
        phone.provider.add(.refuse(.attestationRejected(reason: "revocation_unknown")), to: .createWallet)
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        #expect(phone.attestedKeys.state.withLock { $0.keys.isEmpty })
        phone.provider.add(.refuse(.attestationRejected(reason: "revoked")), to: .createWallet)
        await expect(.deviceInsecure(.attestationRejected)) { try await core.register(pin: Phone.pin()) }
        try await core.register(pin: Phone.pin())
    }
}

/// Keys of Apple's kind that change after their attestation.
private struct ChangingKeys: AttestedKeyBridge {
    let keys: FakeAttestedKeys

    func generate() async throws(AttestedKeyError) -> String { try await keys.generate() }

    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation {
        let attestation = try await keys.attest(identifier, challengeHash: challengeHash)
        keys.state.withLock { $0.kind = .android }
        return attestation
    }

    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof {
        try await keys.sign(payload, with: identifier)
    }

    func delete(_ identifier: String) async { await keys.delete(identifier) }

    func deleteAll(except identifiers: Set<String>) async { await keys.deleteAll(except: identifiers) }
}
