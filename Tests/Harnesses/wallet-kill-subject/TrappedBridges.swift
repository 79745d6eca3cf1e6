// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import PlatformSupport

extension PlatformBridges {
    /// Returns the phone's bridges with a point before and after every request and hardware operation, and with the harness as the network.
    func trapped(by trap: Trap, over link: FrameChannel, _ reception: Reception, isImpatient: Bool) -> PlatformBridges {
        PlatformBridges(
            attestedKey: TrappedAttestedKeys(keys: attestedKey, trap: trap),
            encryptionKey: TrappedEncryptionKeys(keys: encryptionKey, trap: trap),
            biometrics: TrappedBiometrics(biometrics: biometrics, trap: trap),
            camera: camera, network: TrappedNetwork(link: link, trap: trap, reception: reception),
            clock: isImpatient ? ImpatientClock(clock: clock, trap: trap, reception: reception) : clock, utilities: utilities)
    }
}

/// The connection to the harness, which contains the backend.
struct TrappedNetwork: NetworkBridge {
    let link: FrameChannel
    let trap: Trap
    let reception: Reception

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        guard let path = URL(string: request.url)?.path else { throw .unreachable }
        if trap.pass("before send \(path)") { throw .unreachable }
        guard await reception.passes(request) else { throw .offline }
        defer { reception.noteAnswer(to: request) }
        let said = Said.request(
            method: request.method.rawValue, url: request.url, headers: request.headers.map { Header($0.name, $0.value) },
            body: Data(request.body), validator: request.validator)
        guard case .response(let status, let mediaType, let body, let validator, let headers) = try? link.exchange(said, for: Answer.self)
        else { throw .lost }
        if trap.pass("after send \(path)") { throw .lost }
        return NetworkResponse(
            status: status, mediaType: mediaType, body: Array(body), validator: validator,
            headers: headers.map { NetworkHeaderField($0.name, $0.value) })
    }
}

struct TrappedAttestedKeys: AttestedKeyBridge {
    let keys: any AttestedKeyBridge
    let trap: Trap

    func generate() async throws(AttestedKeyError) -> String {
        if trap.pass("before key generate") { throw .failed }
        let identifier = try await keys.generate()
        if trap.pass("after key generate") { throw .failed }
        return identifier
    }

    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation {
        if trap.pass("before key attest") { throw .platformUnreachable }
        let attestation = try await keys.attest(identifier, challengeHash: challengeHash)
        if trap.pass("after key attest") { throw .failed }
        return attestation
    }

    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof {
        if trap.pass("before key sign") { throw .failed }
        let proof = try await keys.sign(payload, with: identifier)
        if trap.pass("after key sign") { throw .failed }
        return proof
    }

    func delete(_ identifier: String) async {
        if trap.pass("before key delete") { return }
        await keys.delete(identifier)
        _ = trap.pass("after key delete")
    }

    func deleteAll(except identifiers: Set<String>) async {
        if trap.pass("before keys delete") { return }
        await keys.deleteAll(except: identifiers)
        _ = trap.pass("after keys delete")
    }
}

struct TrappedEncryptionKeys: EncryptionKeyBridge {
    let keys: any EncryptionKeyBridge
    let trap: Trap

    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        if trap.pass("before store key encrypt") { throw .failed }
        let ciphertext = try await keys.encrypt(plaintext, with: identifier)
        if trap.pass("after store key encrypt") { throw .failed }
        return ciphertext
    }

    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        if trap.pass("before store key decrypt") { throw .failed }
        let plaintext = try await keys.decrypt(ciphertext, with: identifier)
        if trap.pass("after store key decrypt") { throw .failed }
        return plaintext
    }

    func delete(_ identifier: String) async {
        if trap.pass("before store key delete") { return }
        await keys.delete(identifier)
        _ = trap.pass("after store key delete")
    }

    func deleteAll() async {
        if trap.pass("before store keys delete") { return }
        await keys.deleteAll()
        _ = trap.pass("after store keys delete")
    }
}

struct TrappedBiometrics: BiometricsBridge {
    let biometrics: any BiometricsBridge
    let trap: Trap

    func availability() async -> BiometricAvailability { await biometrics.availability() }

    func makeKey() async throws(BiometricsError) -> [UInt8] {
        if trap.pass("before sensor make key") { throw .failed }
        let key = try await biometrics.makeKey()
        if trap.pass("after sensor make key") { throw .failed }
        return key
    }

    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult {
        if trap.pass("before sensor sign") { return BiometricPromptResult(.cancelled) }
        let result = await biometrics.sign(nonce, prompt: prompt)
        return trap.pass("after sensor sign") ? BiometricPromptResult(.cancelled) : result
    }

    func deleteKey() async {
        if trap.pass("before sensor delete key") { return }
        await biometrics.deleteKey()
        _ = trap.pass("after sensor delete key")
    }
}
