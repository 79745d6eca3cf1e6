// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM

/// What the protocol needs of cryptography in an unlock, measured in this process; seconds of processor time for one each.
struct Floor: Sendable {
    /// A P-256 signature verified with a key that is ready.
    let verification: Double
    /// A P-256 public key read from its coordinates; not in the floor.
    let keyReading: Double
    /// HSM: an answer signed.
    let signing: Double
    /// HSM: AES, a PIN key opened.
    let opening: Double
    /// HSM: HMAC, the mark of a PIN key.
    let authentication: Double

    /// Both requests: device proof and certificate. The second: the PIN's signature.
    static let verifications = 5
    /// The provider reads a device key from the certificate in both requests, and a PIN key in the second.
    static let keyReadings = 3

    /// All of an unlock without HTTP.
    var total: Double { Double(Self.verifications) * verification + signing + opening + authentication }

    static func measure(_ installation: Installation) async throws -> Floor {
        let parts = try await installation.open()
        let hsm = parts.hsm
        let bytes = [UInt8](repeating: 7, count: 512)
        let key = P256.Signing.PrivateKey()
        let publicKey = key.publicKey
        let signature = try key.signature(for: bytes)
        let coordinates = Array(publicKey.rawRepresentation)
        let associatedData = Array("1234567890123456789012".utf8)
        guard let keyID = try await hsm.publicKeys(for: .result).first?.keyID else { throw BenchmarkError("no key for results") }
        let sealed = try await hsm.seal(coordinates, for: .pinKeyEncryption, associatedData: associatedData)

        let floor = Floor(
            verification: try await CPUTime.average(of: 4000) {
                guard publicKey.isValidSignature(signature, for: bytes) else { throw BenchmarkError("a signature that does not verify") }
            },
            keyReading: try await CPUTime.average(of: 4000) { _ = try P256.Signing.PublicKey(rawRepresentation: coordinates) },
            signing: try await CPUTime.average(of: 1000) { _ = try await hsm.sign(bytes, with: keyID, for: .result) },
            opening: try await CPUTime.average(of: 1000) {
                _ = try await hsm.open(sealed, for: .pinKeyEncryption, associatedData: associatedData)
            },
            authentication: try await CPUTime.average(of: 1000) {
                _ = try await hsm.authenticationCode(over: coordinates, for: .pinKeyDisclosureProtection)
            })
        try await parts.close()
        return floor
    }
}
