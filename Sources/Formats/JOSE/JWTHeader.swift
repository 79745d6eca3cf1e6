// SPDX-License-Identifier: EUPL-1.2

/// The header of our own tokens: exactly `alg` = `ES256` and `typ`, or these with `kid` (provider-protocol.md, *Messages*; RFC 8725 §3.1,
/// §3.11).
///
/// No member means something that we do not know: `crit`, `b64`, `zip`, `jwk`, `jku`, `x5c`, `x5u`, `cty` and all others are refused.
package struct JWTHeader: Sendable, Hashable {
    /// `typ`, the kind of token, for example `wallet-instruction+jwt`; compared exactly, case included.
    package let type: String
    /// `kid`, which of the issuer's keys signed. Only ever to be compared with known ids: it comes from whoever made the token.
    package let keyID: String?

    /// A header to sign. Both texts should be 1 to 256 visible ASCII characters (0x21...0x7E), else nobody accepts them.
    package init(type: String, keyID: String? = nil) {
        self.type = type
        self.keyID = keyID
    }

    /// The header that a JWS carries.
    ///
    /// - Throws: ``JOSEError`` with `unacceptableAlgorithm` when `alg` is missing or not the string `ES256`; with `unacceptableHeader` when
    ///   `typ` is missing, when `typ` or `kid` is not 1 to 256 visible ASCII characters, or when there is any other member.
    package init(_ object: JSONObject) throws(JOSEError) {
        guard object["alg"] == .string("ES256") else { throw JOSEError(.unacceptableAlgorithm, "the algorithm is not ES256") }
        do throws(JSONError) {
            var reader = JSONReader(object)
            _ = try reader.string("alg")
            type = try reader.string("typ")
            keyID = try reader.optionalString("kid")
            try reader.finish()
        } catch {
            throw JOSEError(.unacceptableHeader, error.reason)
        }
        guard Self.isPlain(type), keyID.map(Self.isPlain) ?? true else {
            throw JOSEError(.unacceptableHeader, "typ or kid is not 1 to 256 visible ASCII characters")
        }
    }

    /// The object with `alg`, `typ` and, if there is one, `kid`, in this order.
    package var json: JSONObject {
        var object: JSONObject = ["alg": "ES256", "typ": .string(type)]
        if let keyID { object.append("kid", .string(keyID)) }
        return object
    }

    private static func isPlain(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
