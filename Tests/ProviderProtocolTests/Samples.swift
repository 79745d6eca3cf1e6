// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import ProviderProtocol

/// Valid sample values.
struct Samples {
    let walletID = WalletID { [UInt8](repeating: 7, count: $0) }
    let otherWalletID = WalletID { [UInt8](repeating: 8, count: $0) }
    let pinKey = P256.Signing.PrivateKey()
    let deviceKey = P256.Signing.PrivateKey()
    let audience = "https://provider.example"

    func claims(_ instruction: Instruction = .checkPIN, challenge: String = "Y2hhbGxlbmdl", data: JSONObject = [:]) -> InstructionClaims {
        InstructionClaims(
            walletID: walletID, audience: audience, instruction: instruction, challenge: challenge, sequenceNumber: 3,
            issuedAt: 1_700_000_000,
            data: data)
    }

    var registrationData: RegistrationData {
        RegistrationData(attestation: .apple(object: [1, 2, 3]), pinPublicKey: JWK(pinKey.publicKey))
    }

    /// Signs a token of any kind.
    func sign(_ token: some SignedToken, keyID: String = "k1", with key: P256.Signing.PrivateKey) throws -> String {
        try CompactJWS.sign(header: type(of: token).header(keyID: keyID), payload: token.claims.encode(), with: key).serialized
    }
}

extension JSONObject {
    /// A copy with a changed or added member.
    func setting(_ name: String, _ value: JSONValue) -> JSONObject {
        var copy = self
        copy.set(name, value)
        return copy
    }

    /// A copy without a member.
    func removing(_ name: String) -> JSONObject {
        var copy = self
        _ = copy.remove(name)
        return copy
    }
}
