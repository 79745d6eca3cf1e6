// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// An SD-JWT in compact form (RFC 9901 §4), with or without a key binding; nothing of it is verified yet.
///
/// `<issuer's JWT>~<disclosure>~…~<disclosure>~` and behind it, for an SD-JWT+KB, the key binding's JWT. ``SDJWTVerifier`` says what it is
/// worth.
package struct SDJWT: Sendable, Hashable {
    /// The JWT that the issuer signed.
    package let issuerSigned: CompactJWS
    /// The disclosures in their order, none of them twice.
    package let disclosures: [Disclosure]
    /// The JWT that the holder signed; nil without key binding.
    package let keyBinding: CompactJWS?

    /// The SD-JWT that a text holds.
    ///
    /// - Throws: ``SDJWTRejection`` with `tooLarge`, `malformed`, `header` (not a strict JSON object), `signature` (not 64 bytes),
    ///   `disclosure`, `disclosureDoubled`, or `keyBindingMalformed` when what stands behind the last tilde is not a compact JWS. So the
    ///   text of a disclosure whose tilde was left out is taken for a key binding (§4) and refused as such.
    package init(parsing text: String, limits: SDJWTLimits = .default) throws(SDJWTRejection) {
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

    /// The SD-JWT of parts that belong together.
    init(issuerSigned: CompactJWS, disclosures: [Disclosure], keyBinding: CompactJWS? = nil) {
        self.issuerSigned = issuerSigned
        self.disclosures = disclosures
        self.keyBinding = keyBinding
    }

    /// The text, each part as it was received.
    package var serialized: String { signedText + (keyBinding?.serialized ?? "") }

    /// The text without key binding, the last tilde included: what `sd_hash` is taken over (§4.3.1).
    var signedText: String {
        ([issuerSigned.serialized] + disclosures.map(\.text)).joined(separator: "~") + "~"
    }

    /// base64url of SHA-256 over ``signedText``: a key binding's `sd_hash`.
    package var hash: String { Base64URL.encode(Disclosure.digest(of: signedText)) }
}

/// How much SD-JWT is accepted, so that nobody can spend our memory or stack.
package struct SDJWTLimits: Sendable, Hashable {
    /// The most bytes that a whole token may have, key binding included.
    package let maximumBytes: Int
    /// The most disclosures in a token.
    package let maximumDisclosures: Int
    /// The most digests in a token, those of decoys and those inside disclosures included.
    package let maximumDigests: Int
    /// The most arrays and objects that may be inside one another: in the payload, in a disclosure, and in the processed payload.
    package let maximumDepth: Int

    /// 512 KiB, 512 disclosures, 4,096 digests, 32 levels: room for a portrait, not for more.
    package static let `default` = SDJWTLimits()

    /// Limits of your own; each is a count, taken as zero when negative and as 2^30 when larger. The depth is at most 128, as in
    /// ``JSONLimits``.
    package init(maximumBytes: Int = 512 * 1024, maximumDisclosures: Int = 512, maximumDigests: Int = 4096, maximumDepth: Int = 32) {
        self.maximumBytes = min(max(0, maximumBytes), 1 << 30)
        self.maximumDisclosures = min(max(0, maximumDisclosures), 1 << 30)
        self.maximumDigests = min(max(0, maximumDigests), 1 << 30)
        self.maximumDepth = JSONLimits(maximumDepth: maximumDepth).maximumDepth
    }

    /// The limits for one JSON text within the token.
    package var json: JSONLimits { JSONLimits(maximumBytes: maximumBytes, maximumDepth: maximumDepth) }
}

extension JSONError {
    /// Whether there was more than ``SDJWTLimits`` allow.
    var isLimit: Bool { code == .tooDeep || code == .tooLarge }
}
