// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import JSON
import MDoc
import OpenID4VCI
import OpenID4VCIWallet
import SDJWT
import X509

/// Validation of a PID's technical claims, which are not shown to the user: each must have its form, so that it hides nothing else.
enum TechnicalClaims {
    /// The longest text, in bytes.
    private static let longestText = 512
    /// The longest salt of a claim or an element, in bytes.
    private static let longestSalt = 128

    /// Returns true if the hidden members of an SD-JWT are technical. The verifier checks times, `vct` and the key.
    static func areFit(_ payload: JSONObject) -> Bool {
        for member in payload.members where CardClaims.hidden.contains(member.name) {
            switch (member.name, member.value) {
            case ("iat", _), ("nbf", _), ("exp", _), ("iss", _), ("vct", _): continue
            case ("cnf", .object(let confirmation)):
                guard has(confirmation, only: ["jwk"]), case .object(let key)? = confirmation["jwk"], isKey(key) else { return false }
            case ("status", .object(let status)):
                guard has(status, only: ["status_list"]), case .object(let list)? = status["status_list"], has(list, only: ["idx", "uri"])
                else { return false }
            case ("sub", let value), ("aud", let value), ("jti", let value), ("vct#integrity", let value), ("recovery_code", let value):
                guard isToken(value) else { return false }
            default: return false
            }
        }
        return true
    }

    /// Returns true if the header of an SD-JWT contains only signature data.
    static func isFit(header: JSONObject) -> Bool {
        has(header, only: ["alg", "typ", "kid", "x5c", "x5t#S256"])
            && ["kid", "x5t#S256"].allSatisfy { name in header[name].map(isToken) ?? true }
    }

    /// Returns true if the salts of an SD-JWT have the form of salts.
    static func areFit(_ disclosures: [Disclosure]) -> Bool {
        disclosures.allSatisfy { $0.salt.utf8.count <= longestSalt && isToken(.string($0.salt)) }
    }

    /// Returns true if an mdoc's security object contains only the members of ISO/IEC 18013-5 §9.1.2.4 and Token Status List. The digests
    /// of elements that were not issued are compared elsewhere.
    static func areFit(_ issued: IssuerSigned) -> Bool {
        guard let payload = issued.issuerAuth.payload, let embedded = try? CBORItem(decoding: payload),
            case .tagged(24, .bytes(let bytes)) = embedded, let object = (try? CBORItem(decoding: bytes))?.map,
            // alg; kid and x5chain.
            has(issued.issuerAuth.protected, labels: [1]), has(issued.issuerAuth.unprotected, labels: [4, 33]),
            has(
                object,
                only: ["version", "digestAlgorithm", "valueDigests", "deviceKeyInfo", "docType", "validityInfo", "status"]),
            let keyInfo = object["deviceKeyInfo"]?.map, has(keyInfo, only: ["deviceKey", "keyAuthorizations"]),
            // Only the key; authorisations would permit the holder to sign more.
            let key = keyInfo["deviceKey"]?.map, has(key, labels: [1, -1, -2, -3]),
            keyInfo["keyAuthorizations"].map({ $0.map?.pairs.isEmpty == true }) ?? true,
            issued.issuerAuth.unprotected.pairs.allSatisfy({ $0.key.integer != 4 || ($0.value.bytes?.count ?? .max) <= longestText }),
            issued.nameSpaces.allSatisfy({ $0.items.allSatisfy { $0.random.count <= longestSalt } }),
            let validity = object["validityInfo"]?.map, has(validity, only: ["signed", "validFrom", "validUntil", "expectedUpdate"])
        else { return false }
        guard let status = object["status"] else { return true }
        guard let status = status.map, has(status, only: ["status_list"]), let list = status["status_list"]?.map else { return false }
        return has(list, only: ["idx", "uri"])
    }

    private static func has(_ object: JSONObject, only names: Set<String>) -> Bool { object.members.allSatisfy { names.contains($0.name) } }

    private static func has(_ map: CBORMap, only names: Set<String>) -> Bool {
        map.pairs.allSatisfy { pair in pair.key.text.map(names.contains) ?? false }
    }

    private static func has(_ map: CBORMap, labels: Set<Int64>) -> Bool {
        map.pairs.allSatisfy { pair in pair.key.integer.map(labels.contains) ?? false }
    }

    private static func isKey(_ key: JSONObject) -> Bool {
        has(key, only: ["kty", "crv", "x", "y", "kid", "use", "alg"]) && key.members.allSatisfy { isToken($0.value) }
    }

    /// Returns true for a short text of visible ASCII characters.
    private static func isToken(_ value: JSONValue) -> Bool {
        guard case .string(let text) = value else { return false }
        return text.utf8.count <= longestText && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension TechnicalClaims {
    /// Returns true if an SD-JWT is from the expected issuer. An `iss` must name that issuer (OpenID4VCI §12.2.1). A certificate with
    /// addresses must name the issuer's own (SD-JWT VC, issuers with `x5c`). A certificate without addresses, and a credential without
    /// `iss`, rely on the root that the configuration trusts for PIDs (HAIP 1.0 §6.1.1).
    static func isIssued(_ credential: VerifiedSDJWT, by issuer: HTTPSURL) -> Bool {
        if let named = credential.payload["iss"], named != .string(issuer.text) { return false }
        guard case .certificate(let certificate) = credential.issuer else { return false }
        return isCertified(certificate, for: issuer)
    }

    /// Returns true if a certificate names that issuer, or no address at all.
    static func isCertified(_ certificate: Certificate, for issuer: HTTPSURL) -> Bool {
        guard let names = try? certificate.extensions.subjectAlternativeNames else {
            // A malformed extension matches no issuer.
            return certificate.extensions[oid: .X509ExtensionID.subjectAlternativeName] == nil
        }
        var addresses: [Bool] = []
        for name in names {
            switch name {
            case .uniformResourceIdentifier(let text): addresses.append(text.utf8.elementsEqual(issuer.text.utf8))
            case .dnsName(let text): addresses.append(text.lowercased().utf8.elementsEqual(issuer.host.lowercased().utf8))
            default: continue
            }
        }
        return addresses.isEmpty || addresses.contains(true)
    }
}
