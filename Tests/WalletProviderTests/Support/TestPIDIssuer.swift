// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import ProviderProtocol
import WalletProvider

/// An issuer of small signed documents that replace PIDs, with the reader that trusts it. The real reader has its own tests.
struct TestPIDIssuer: RecoveryCodeReader {
    private let key = P256.Signing.PrivateKey()

    /// Creates a PID with this recovery code (nil: not disclosed), bound to a key.
    func pid(_ code: String?, boundTo key: JWK, expires: Int64 = 4_000_000_000) throws -> String {
        var claims: JSONObject = ["key": .object(key.json), "exp": .integer(expires)]
        if let code { claims.set("recovery_code", .string(code)) }
        return try CompactJWS.sign(header: ["alg": "ES256", "typ": "dc+sd-jwt"], payload: claims.encode(), with: self.key).serialized
    }

    func recoveryCode(in pid: String, boundToOneOf keys: [P256.Signing.PublicKey], at date: Date) throws -> String {
        let jws = try CompactJWS(parsing: pid)
        var reader = JSONReader(try JSONObject(parsing: jws.payload))
        let key = try JWK(reader.object("key"))
        let isValid = try reader.integer("exp") > Timestamp(date).seconds
        guard jws.isSigned(by: self.key.publicKey), jws.header["typ"] == "dc+sd-jwt", isValid, keys.contains(where: { JWK($0) == key })
        else { throw ProtocolViolation("not a PID for this key") }
        return try reader.string("recovery_code")
    }
}
