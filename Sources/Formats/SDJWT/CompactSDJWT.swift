// SPDX-License-Identifier: EUPL-1.2

public import JOSE
package import JSON

/// An SD-JWT in compact form (RFC 9901 §4), with or without a key binding; nothing in it has been verified.
///
/// The form is `<issuer's JWT>~<disclosure>~…~<disclosure>~`, followed by the key binding JWT in an SD-JWT+KB. ``SDJWTVerifier`` verifies
/// it.
public struct CompactSDJWT: Sendable, Hashable {
    /// The JWT that the issuer signed.
    public let issuerSigned: CompactJWS
    /// The disclosures in their order, each unique.
    public let disclosures: [Disclosure]
    /// The JWT that the holder signed; nil without key binding.
    public let keyBinding: CompactJWS?

    /// Parses a text.
    ///
    /// - Throws: ``SDJWTRejection`` with `tooLarge`, `malformed`, `header` (not a strict JSON object), `signature` (not 64 bytes),
    ///   `disclosure`, `disclosureDoubled`, or `keyBindingMalformed` if the part after the last tilde is not a compact JWS. A disclosure
    ///   without its closing tilde therefore counts as a malformed key binding (§4).
    public init(parsing text: String, limits: SDJWTLimits = .default) throws(SDJWTRejection) {
        guard text.utf8.count <= limits.maximumBytes else { throw SDJWTRejection(.tooLarge) }
        let parts = Array(text.utf8)[...].parts(between: "~", atMost: limits.maximumDisclosures + 3)
        guard let first = parts.first, let last = parts.last, parts.count >= 2 else { throw SDJWTRejection(.malformed) }
        guard parts.count <= limits.maximumDisclosures + 2 else { throw SDJWTRejection(.tooLarge) }

        do throws(JOSEError) {
            issuerSigned = try CompactJWS(parsing: first, maximumBytes: limits.maximumBytes)
        } catch {
            switch error.code {
            case .unacceptableHeader: throw SDJWTRejection(.header)
            case .signatureLength: throw SDJWTRejection(.signature)
            default: throw SDJWTRejection(.malformed)
            }
        }
        var disclosures: [Disclosure] = []
        disclosures.reserveCapacity(parts.count - 2)
        var known: Set<DigestKey> = Set(minimumCapacity: parts.count - 2)
        for part in parts.dropFirst().dropLast() {
            guard !part.isEmpty else { throw SDJWTRejection(.malformed) }
            let disclosure = try Disclosure(parsing: part, limits: limits)
            guard known.insert(disclosure.key).inserted else { throw SDJWTRejection(.disclosureDoubled) }
            disclosures.append(disclosure)
        }
        self.disclosures = disclosures
        if last.isEmpty {
            keyBinding = nil
        } else if let jws = try? CompactJWS(parsing: last) {
            keyBinding = jws
        } else {
            throw SDJWTRejection(.keyBindingMalformed)
        }
    }

    init(issuerSigned: CompactJWS, disclosures: [Disclosure], keyBinding: CompactJWS? = nil) {
        self.issuerSigned = issuerSigned
        self.disclosures = disclosures
        self.keyBinding = keyBinding
    }

    /// The compact text, each part as received.
    public var serialized: String { signedText + (keyBinding?.serialized ?? "") }

    /// The text without key binding, including the last tilde: the input of `sd_hash` (§4.3.1).
    var signedText: String {
        ([issuerSigned.serialized] + disclosures.map(\.text)).joined(separator: "~") + "~"
    }

    /// SHA-256 of the token without its key binding, in base64url: the `sd_hash` of a key binding.
    public var hash: String { Base64URL.encode(Disclosure.digest(of: signedText)) }
}

/// Limits on SD-JWT input, which protect memory and stack against hostile input.
public struct SDJWTLimits: Sendable, Hashable {
    /// Maximum size of a token in bytes, including key binding.
    public let maximumBytes: Int
    /// Maximum number of disclosures in a token.
    public let maximumDisclosures: Int
    /// Maximum number of digests in a token, including decoys and digests inside disclosures.
    public let maximumDigests: Int
    /// Maximum nesting of arrays and objects in the payload, in a disclosure, and in the processed payload.
    public let maximumDepth: Int

    /// 512 KiB, 512 disclosures, 4,096 digests, 32 levels: enough for a credential with a portrait.
    public static let `default` = SDJWTLimits()

    /// The greatest value of each limit, so that sums of limits cannot overflow.
    public static let greatest = 1 << 30

    /// Custom limits, clamped to 0...``greatest``. The depth is at most `JSONLimits.deepestNesting`.
    public init(maximumBytes: Int = 512 * 1024, maximumDisclosures: Int = 512, maximumDigests: Int = 4096, maximumDepth: Int = 32) {
        self.maximumBytes = min(max(0, maximumBytes), Self.greatest)
        self.maximumDisclosures = min(max(0, maximumDisclosures), Self.greatest)
        self.maximumDigests = min(max(0, maximumDigests), Self.greatest)
        self.maximumDepth = JSONLimits(maximumDepth: maximumDepth).maximumDepth
    }

    /// The limits for one JSON text in the token.
    package var json: JSONLimits { JSONLimits(maximumBytes: maximumBytes, maximumDepth: maximumDepth) }
}

extension JSONError {
    /// True if the input exceeds ``SDJWTLimits``.
    var isLimit: Bool { code == .tooDeep || code == .tooLarge }
}
