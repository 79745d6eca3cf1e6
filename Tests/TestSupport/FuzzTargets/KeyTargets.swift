// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON

/// The parts of JOSE beside the JWS: base64url, keys, certificates in a header, the header of this project's tokens.
extension FuzzTarget {
    static let base64URL = FuzzTarget(
        "base64url",
        seeds: { ["", "AA", "AAE", "AAEC", "_-8", "AB", "A", "AA==", "+/8", "AA AA", "\u{FF21}AAA"].map { Array($0.utf8) } },
        run: { input throws(FuzzFinding) in
            let again = try? Base64URL.decode(Base64URL.encode(input))
            try FuzzFinding.unless(again == input, "bytes that are not read as they were written")
            let bytes = try? Base64URL.decode(input[...])
            let text = String(decoding: input, as: UTF8.self)
            try FuzzFinding.unless((try? Base64URL.decode(text)) == bytes, "a text that reads otherwise than its bytes")
            guard let bytes else { return .refused }
            try FuzzFinding.unless(Base64URL.encode(bytes) == text, "two texts of the same bytes")
            return .accepted
        })

    static let jwk = FuzzTarget(
        "jwk",
        seeds: {
            let key = JWK(FuzzParties.signerKey.publicKey).json
            var others = [key, key, key, key]
            others[0].append("d", .string(Base64URL.encode([UInt8](repeating: 0x13, count: 32))))
            others[1].append("use", "sig")
            others[2].append("key_ops", ["verify"])
            others[3].append("ext", true)
            return ([key, ["kty": "RSA", "n": "AQAB", "e": "AQAB"]] + others).map { $0.encode() }
        },
        run: { input throws(FuzzFinding) in
            guard let object = try? JSONObject(parsing: input) else { return .refused }
            let exact = try? JWK(object)
            let other = try? JWK(forVerifying: object)
            if let exact { try FuzzFinding.unless(other == exact, "a key that cannot verify") }
            guard let key = exact ?? other else { return .refused }
            try FuzzFinding.unless(object["d"] == nil, "a private key")
            try FuzzFinding.unless((try? JWK(key.json)) == key, "a key that is not read as it was written")
            try FuzzFinding.unless((try? Base64URL.decode(key.thumbprint))?.count == 32, "a thumbprint that is not 32 bytes")
            return .accepted
        })

    static let x5c = FuzzTarget(
        "x5c",
        seeds: {
            let chain = X5C.encode([FuzzParties.signerCertificate, FuzzParties.authorityCertificate].map(FuzzParties.der))
            let others = [#"["MIL/"]"#, #"["Pw=="]"#, #"["Px=="]"#, #"["MIL_"]"#, "[]", #"[""]"#]
            return [chain.encode()] + others.map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            guard let value = try? JSONValue(parsing: input), let certificates = try? X5C.decode(value) else { return .refused }
            let areWithinLimits =
                (1...X5C.maximumCount).contains(certificates.count)
                && certificates.allSatisfy { (1...X5C.maximumBytes).contains($0.count) }
            try FuzzFinding.unless(areWithinLimits, "certificates beyond the limits")
            try FuzzFinding.unless(X5C.encode(certificates) == value, "two texts of the same certificates")
            return .accepted
        })

    static let jwtHeader = FuzzTarget(
        "jwt-header",
        seeds: {
            [
                #"{"alg":"ES256","typ":"wallet-instruction+jwt","kid":"k1"}"#, #"{"alg":"ES256","typ":"JWT"}"#,
                #"{"alg":"none","typ":"JWT"}"#,
                #"{"alg":"ES256","typ":"JWT","crit":["b64"]}"#, #"{"alg":"ES256","typ":"JWT","jwk":{}}"#,
            ].map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            guard let object = try? JSONObject(parsing: input), let header = try? JWTHeader(object) else { return .refused }
            try FuzzFinding.unless(object["alg"] == "ES256", "an algorithm other than ES256")
            try FuzzFinding.unless((try? JWTHeader(header.json)) == header, "a header that is not read as it was written")
            return .accepted
        })
}
