// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport

/// Device keys of the simulated phone in the real formats: App Attest or Android key attestation, certified by a development authority in
/// the maker's place.
struct SimulatedAttestedKeys: AttestedKeyBridge {
    let device: SimulatedDevice
    let clock: VirtualClock
    /// Certifies under the root that the demo's provider trusts.
    let maker: PhoneMaker
    /// The makers of other kinds of phones.
    var others: [PhoneMaker] = []
    /// The same phone under an untrusted root; nil creates a maker for each key with a foreign attestation.
    var pretender: PhoneMaker?

    /// The maker for the phone's present kind.
    private var present: PhoneMaker { ([maker] + others).first { $0.kind == device.kind } ?? maker }

    func generate() async throws(AttestedKeyError) -> String {
        try requireSupport()
        let privateKey = P256.Signing.PrivateKey()
        let identifier = present.name(of: privateKey)
        try update { hardware in
            // Without this, each app killed before it stores the name of its key would leave a key behind (F-R3).
            hardware.attestedKeys = hardware.attestedKeys.filter { $1.isAttested }
            hardware.attestedKeys[identifier] = .init(privateKey: privateKey.rawRepresentation)
        }
        return identifier
    }

    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation {
        try requireSupport()
        let settings = device.settings
        if present.needsServiceToAttest, settings.network == .offline { throw .platformUnreachable }
        let key = try key(identifier)
        guard !key.isAttested else { throw .unknownKey }
        let isForeign = settings.attestation == .foreign
        guard let certifier = isForeign ? try? pretender ?? present.pretending(now: clock.now) : present,
            let attestation = try? certifier.attestation(
                of: try privateKey(of: key), challengeHash: challengeHash, isRooted: settings.isRooted, now: clock.now)
        else { throw .failed }
        try update { $0.attestedKeys[identifier]?.isAttested = true }
        return attestation
    }

    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof {
        try requireSupport()
        guard try key(identifier).isAttested else { throw .unknownKey }
        // Store the counter before the assertion leaves the hardware.
        let key = try update { hardware in
            hardware.attestedKeys[identifier]?.counter += 1
            return hardware.attestedKeys[identifier]
        }
        guard let key, let proof = try? present.proof(by: try privateKey(of: key), over: payload, counter: key.counter) else {
            throw .failed
        }
        return proof
    }

    func delete(_ identifier: String) async {
        try? update { _ = $0.attestedKeys.removeValue(forKey: identifier) }
    }

    func deleteAll(except identifiers: Set<String>) async {
        guard !Set(device.contents.attestedKeys.keys).isSubset(of: identifiers) else { return }
        try? update { $0.attestedKeys = $0.attestedKeys.filter { identifiers.contains($0.key) } }
    }

    private func requireSupport() throws(AttestedKeyError) {
        guard device.settings.attestation != .unsupported else { throw .notSupported }
        if device.isAwaitingUnlock { throw .notAvailableYet }
    }

    private func key(_ identifier: String) throws(AttestedKeyError) -> DeviceHardware.AttestedKey {
        guard let key = device.contents.attestedKeys[identifier] else { throw .unknownKey }
        return key
    }

    private func privateKey(of key: DeviceHardware.AttestedKey) throws -> P256.Signing.PrivateKey {
        try P256.Signing.PrivateKey(rawRepresentation: key.privateKey)
    }

    private func update<Value: Sendable>(_ body: (inout DeviceHardware) -> Value) throws(AttestedKeyError) -> Value {
        do throws(SimulatedPhoneError) {
            return try device.update(body)
        } catch {
            throw .failed
        }
    }
}
