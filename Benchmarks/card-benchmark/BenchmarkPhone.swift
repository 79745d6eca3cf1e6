// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import PlatformSupport
import Synchronization
import WalletConfiguration
import WalletCore

/// A minimal phone for a wallet: in-memory keys that are the same in every process, an enrolled face, no network.
enum BenchmarkPhone {
    /// The store's data key: the first random bytes that a core requests.
    static let dataKey = [UInt8](repeating: 7, count: 32)
    static let face = P256.Signing.PrivateKey.fixed(1)
    static let prompt = BiometricPrompt(title: "Wallet", reason: "Open it", fallback: "PIN")

    /// Bytes in the place of a root's certificate, which nothing on this phone reads.
    static let noRoot: [UInt8] = [0x30, 0x81, 0x80] + [UInt8](repeating: 5, count: 128)

    static func bridges(in directory: String, network: any NetworkBridge = NoNetwork()) -> PlatformBridges {
        PlatformBridges(
            attestedKey: NoKeys(), encryptionKey: WrappingKey(), biometrics: Face(), camera: NoCamera(), network: network,
            clock: SystemClock(), utilities: Utilities(storageDirectory: directory))
    }

    static func core(in directory: String, sharing: SharingSettings? = nil) throws -> Core {
        guard let version = AppVersion("1.0.0"), let environment = EnvironmentName("benchmark"),
            let url = WebAddress(base: "https://backend.test")
        else { throw BenchmarkError("no address") }
        let address = ServiceAddress(url: url, tlsRoots: [noRoot])
        let keys = ["k1": JWK(face.publicKey)]
        let trust = DocumentTrust(environment: environment, keys: keys)
        let configuration = ConfigurationDocument(
            provider: ProviderAddress(address: address, certificateKeys: keys, resultKeys: keys),
            services: Services(configuration: address, updatePolicy: address), sharing: sharing)
        return Core(
            embedded: EmbeddedEdition(
                appVersion: version, configuration: configuration, configurationTrust: trust, updatePolicyTrust: trust),
            randomBytes: { $0 == dataKey.count ? dataKey : [UInt8](repeating: 9, count: $0) })
    }
}

extension P256.Signing.PrivateKey {
    /// A key that is the same in every process.
    static func fixed(_ number: UInt8) -> P256.Signing.PrivateKey {
        let scalar = [UInt8](repeating: 0, count: 31) + [number]
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: scalar) else { preconditionFailure("a scalar from 1") }
        return key
    }
}

private struct NoKeys: AttestedKeyBridge {
    func generate() async throws(AttestedKeyError) -> String { throw .notSupported }
    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation { throw .notSupported }
    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof { throw .notSupported }
    func delete(_ identifier: String) async {}
    func deleteAll(except identifiers: Set<String>) async {}
}

/// AES wrapping keys with the same bytes for all names. A key exists in this process once it has encrypted.
private final class WrappingKey: EncryptionKeyBridge {
    private let used = Mutex<Set<String>>([])
    private static let key = SymmetricKey(data: [UInt8](repeating: 5, count: 32))

    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        guard let sealed = try? AES.GCM.seal(plaintext, using: Self.key).combined else { throw .failed }
        used.withLock { _ = $0.insert(identifier) }
        return Array(sealed)
    }

    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        // Empty input only tests whether the key exists.
        guard !ciphertext.isEmpty else { throw used.withLock { $0.contains(identifier) } ? .notDecryptable : .unknownKey }
        guard let box = try? AES.GCM.SealedBox(combined: ciphertext), let plaintext = try? AES.GCM.open(box, using: Self.key) else {
            throw .notDecryptable
        }
        return Array(plaintext)
    }

    func delete(_ identifier: String) async {}
    func deleteAll() async {}
}

private struct Face: BiometricsBridge {
    func availability() async -> BiometricAvailability { .available(.faceID) }
    func makeKey() async throws(BiometricsError) -> [UInt8] { Array(BenchmarkPhone.face.publicKey.x963Representation) }

    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult {
        guard let signature = try? BenchmarkPhone.face.signature(for: nonce) else { return BiometricPromptResult(.unavailable) }
        return BiometricPromptResult(.signed(Array(signature.derRepresentation)))
    }

    func deleteKey() async {}
}

private struct NoNetwork: NetworkBridge {
    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse { throw .unreachable }
}

private struct SystemClock: ClockBridge {
    var now: Date { Date() }
    var steadyNow: Date { Date() }
    func sleep(until deadline: Date) async throws { try await Task.sleep(for: .seconds(max(0, deadline.timeIntervalSinceNow))) }
    func sleep(untilSteady deadline: Date) async throws { try await sleep(until: deadline) }
}

private struct Utilities: UtilitiesBridge {
    let storageDirectory: String
    func installationIdentity() async -> InstallationIdentity? { InstallationIdentity("benchmark") }
    func isStorageAvailable() async -> Bool { true }
    func isDeviceRooted() async -> Bool { false }
}
