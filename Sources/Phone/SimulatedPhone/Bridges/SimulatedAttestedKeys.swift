// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import PlatformSupport

/// App Attest on the simulated phone: genuine structures, certified by a development authority in Apple's place.
struct SimulatedAttestedKeys: AttestedKeyBridge {
    let device: SimulatedDevice
    let clock: VirtualClock
    let appID: AppID
    let environment: AppAttestEnvironment
    /// The authority that the demo's provider trusts.
    let authority: DevelopmentAppleCA
    /// Another one, that nobody trusts.
    let foreignAuthority: DevelopmentAppleCA

    func generate() async throws(AttestedKeyError) -> String {
        try requireSupport()
        let privateKey = P256.Signing.PrivateKey()
        let identifier = Data(appAttestKey(privateKey).keyID).base64EncodedString()
        try update { $0.attestedKeys[identifier] = .init(privateKey: privateKey.rawRepresentation) }
        return identifier
    }

    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation {
        try requireSupport()
        // Apple's own service certifies the key.
        guard device.settings.network != .offline else { throw .platformUnreachable }
        let key = try key(identifier)
        guard !key.isAttested else { throw .unknownKey }
        let authority = device.settings.attestation == .foreign ? foreignAuthority : authority
        var generator = SystemRandomNumberGenerator()
        guard
            let object = try? appAttestKey(try privateKey(of: key)).attestation(
                clientDataHash: challengeHash, by: authority, now: clock.now, using: &generator)
        else { throw .failed }
        try update { $0.attestedKeys[identifier]?.isAttested = true }
        return .apple(object: object)
    }

    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof {
        try requireSupport()
        guard try key(identifier).isAttested else { throw .unknownKey }
        // The counter is on the disk before the assertion leaves.
        let key = try update { hardware in
            hardware.attestedKeys[identifier]?.counter += 1
            return hardware.attestedKeys[identifier]
        }
        guard let key, let assertion = try? appAttestKey(try privateKey(of: key)).assertion(clientData: payload, counter: key.counter)
        else {
            throw .failed
        }
        return .appleAssertion(assertion)
    }

    func delete(_ identifier: String) async {
        try? update { _ = $0.attestedKeys.removeValue(forKey: identifier) }
    }

    private func requireSupport() throws(AttestedKeyError) {
        guard device.settings.attestation != .unsupported else { throw .notSupported }
    }

    private func key(_ identifier: String) throws(AttestedKeyError) -> DeviceHardware.AttestedKey {
        guard let key = device.contents.attestedKeys[identifier] else { throw .unknownKey }
        return key
    }

    private func privateKey(of key: DeviceHardware.AttestedKey) throws -> P256.Signing.PrivateKey {
        try P256.Signing.PrivateKey(rawRepresentation: key.privateKey)
    }

    private func appAttestKey(_ privateKey: P256.Signing.PrivateKey) -> AppAttestKey {
        AppAttestKey(privateKey: privateKey, appID: appID, environment: environment)
    }

    private func update<Value: Sendable>(_ body: (inout DeviceHardware) -> Value) throws(AttestedKeyError) -> Value {
        do throws(SimulatedPhoneError) {
            return try device.update(body)
        } catch {
            throw .failed
        }
    }
}
