// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM

/// The cryptographic operations of an unlock, measured in this process, in processor seconds each.
struct Floor: Sendable {
    /// Verifying a P-256 signature with a parsed key.
    let verification: Double
    /// Parsing a P-256 public key from its coordinates; not part of the floor.
    let keyReading: Double
    /// HSM: signing a response.
    let signing: Double
    /// HSM: decrypting a PIN key with AES.
    let opening: Double
    /// HSM: the HMAC that marks a PIN key.
    let authentication: Double

    /// Device proof and the PIN's signature. The certificate's own signature is verified once a process.
    static let verifications = 2
    /// The device key from the certificate, and the PIN key.
    static let keyReadings = 2

    /// The total of an unlock without HTTP.
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
