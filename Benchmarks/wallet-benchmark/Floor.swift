// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM

/// The cryptographic operations of an unlock, measured in this process, in processor seconds each.
struct Floor: Sendable {
    /// Verifying a P-256 signature with a parsed key.
    let verification: Double
    /// HSM: signing a response.
    let signing: Double
    /// HSM: decrypting a PIN key with AES, and the HMAC that marks it, in one call as for an unlock.
    let opening: Double

    /// Device proof and the PIN's signature. The certificate's own signature is verified once a process.
    static let verifications = 2
    /// Those of version 1 of the protocol: also the certificate's signature and the two of the request for a challenge.
    static let formerVerifications = 5
    /// The exchanges of version 1 of the protocol: the challenge and the unlock.
    static let formerExchanges = 2
    /// The floor of version 1 on SQLite, as measured on 22 November 2026 on two processors, in seconds.
    static let formerConstant = 286e-6

    /// An unlock without HTTP.
    var total: Double { total(verifications: Self.verifications) }
    /// An unlock of version 1 of the protocol without HTTP.
    var formerTotal: Double { total(verifications: Self.formerVerifications) }

    /// The operations of an unlock that are not a token's.
    func inProgram(_ kind: Installation.Kind) -> Double {
        switch kind {
        case .sqlite: total
        case .postgres: Double(Self.verifications) * verification
        }
    }

    private func total(verifications: Int) -> Double { Double(verifications) * verification + signing + opening }

    /// - Parameter connections: the operations at a time, as many as unlocks.
    static func measure(_ hsm: any HSM, connections: Int) async throws -> Floor {
        let bytes = [UInt8](repeating: 7, count: 512)
        let key = P256.Signing.PrivateKey()
        let publicKey = key.publicKey
        let signature = try key.signature(for: bytes)
        let coordinates = Array(publicKey.rawRepresentation)
        let associatedData = Array("1234567890123456789012".utf8)
        guard let keyID = try await hsm.publicKeys(for: .result).first?.keyID else { throw BenchmarkError("no key for results") }
        let sealed = try await hsm.seal(coordinates, for: .pinKeyEncryption, associatedData: associatedData)

        return Floor(
            verification: try await CPUTime.average(of: 4000, atATime: connections) {
                guard publicKey.isValidSignature(signature, for: bytes) else { throw BenchmarkError("a signature that does not verify") }
            },
            signing: try await CPUTime.average(of: 2000, atATime: connections) {
                _ = try await hsm.sign(bytes, with: keyID, for: .result)
            },
            opening: try await CPUTime.average(of: 2000, atATime: connections) {
                _ = try await hsm.openAndAuthenticate(
                    sealed, for: .pinKeyEncryption, associatedData: associatedData,
                    authenticatingFor: .pinKeyDisclosureProtection)
            })
    }
}
