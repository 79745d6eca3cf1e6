// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// The header of this project's tokens: exactly `alg` = `ES256`, `typ` and optionally `kid` (ProviderProtocol.docc, *A request*; RFC 8725
/// §3.1, §3.11).
///
/// Every other member is refused, including `crit`, `b64`, `zip`, `jwk`, `jku`, `x5c`, `x5u` and `cty`.
public struct JWTHeader: Sendable, Hashable {
    /// `typ`, the kind of token, for example `wallet-instruction+jwt`; compared exactly, including case.
    public let type: String
    /// `kid`, the issuer's key. The sender chooses it: compare it only with known ids.
    public let keyID: String?

    /// Maximum length of `typ` and of `kid` in characters.
    public static let maximumLength = 256

    /// A header for signing. Readers accept only texts of 1 to ``maximumLength`` visible ASCII characters (0x21...0x7E).
    public init(type: String, keyID: String? = nil) {
        self.type = type
        self.keyID = keyID
    }

    /// Reads the header of a JWS.
    ///
    /// - Throws: ``JOSEError`` with `unacceptableAlgorithm` if `alg` is missing or not `ES256`; with `unacceptableHeader` if `typ` is
    ///   missing, if `typ` or `kid` is not 1 to ``maximumLength`` visible ASCII characters, or if there is any other member.
    public init(_ object: JSONObject) throws(JOSEError) {
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
            throw JOSEError(.unacceptableHeader, "typ or kid is not 1 to \(Self.maximumLength) visible ASCII characters")
        }
    }

    /// The header as an object with `alg`, `typ` and, if present, `kid`, in this order.
    public var json: JSONObject {
        var object: JSONObject = ["alg": "ES256", "typ": .string(type)]
        if let keyID { object.append("kid", .string(keyID)) }
        return object
    }

    /// True for 1 to ``maximumLength`` visible ASCII characters.
    static func isPlain(_ text: String) -> Bool {
        (1...maximumLength).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
