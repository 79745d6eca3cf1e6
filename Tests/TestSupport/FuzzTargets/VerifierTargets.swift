// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Foundation
import JOSE
import JSON
import MDoc
import SDJWT
import StatusList

/// The verifiers of credentials and status lists. Each target signs its input itself, because claims are read only behind a valid
/// signature.
extension FuzzTarget {
    /// The payload of an SD-JWT and the contents of its disclosures, in parts. Every disclosure of an accepted token is a claim.
    static let sdJWTVerifier = FuzzTarget(
        "sd-jwt-verifier", mutations: 100,
        seeds: {
            var last: UInt8 = 0
            let unsigned = try UnsignedSDJWT(
                claims: [
                    "vct": "urn:eudi:pid:1", "iat": .integer(FuzzParties.now), "exp": .integer(FuzzParties.now + 3600),
                    "cnf": ["jwk": .object(JWK(FuzzParties.authorityKey.publicKey).json)], "given_name": "Willeke",
                    "nationalities": ["NL", "BE"], "address": ["locality": "Den Haag", "country": "NL"],
                ], disclosable: [["given_name"], ["nationalities", nil], ["address"], ["address", "locality"]]
            ) { count in
                last += 1
                return [UInt8](repeating: last, count: count)
            }
            let payload = unsigned.payload.encode()
            let disclosures = try unsigned.disclosures.map { try Base64URL.decode($0.text) }
            return [FuzzParts.join([payload] + disclosures), FuzzParts.join([payload])]
        },
        run: { input async throws(FuzzFinding) in
            let parts = FuzzParts.split(input, atMost: 64)
            let header = JWTHeader(type: CompactSDJWT.credentialType).json
            guard let payload = parts.first,
                let jws = try? CompactJWS.sign(header: header, payload: payload, with: FuzzParties.signerKey)
            else { return .refused }
            let disclosures = parts.dropFirst().map { Base64URL.encode($0) + "~" }
            let text = jws.serialized + "~" + disclosures.joined()
            let verifier = SDJWTVerifier(trust: .key(JWK(FuzzParties.signerKey.publicKey)), kind: .credential(types: []))
            guard let token = try? await verifier.verify(text, keyBinding: .absent, at: FuzzParties.time) else { return .refused }
            try FuzzFinding.unless(token.disclosed.count == disclosures.count, "a disclosure that is no claim")
            let isProcessed = ["_sd", "_sd_alg", "..."].allSatisfy { token.payload[$0] == nil }
            try FuzzFinding.unless(isProcessed, "a payload with digests")
            try FuzzFinding.unless((token.expiresAt ?? 0) + verifier.leeway > FuzzParties.now, "a token that has expired")
            return .accepted
        })

    /// The claims of a status list token.
    static let statusListVerifier = FuzzTarget(
        "status-list-verifier", mutations: 100,
        seeds: {
            let lifetimes: [Int64?] = [nil, 3600]
            return lifetimes.map { lifetime in
                StatusListToken(
                    subject: listAddress, issuedAt: FuzzParties.now, expiresAt: FuzzParties.now + 3600, timeToLive: lifetime,
                    list: StatusListEntries(bits: .two, count: 100)
                ).claims.encode()
            }
        },
        run: { input async throws(FuzzFinding) in
            let header = JWTHeader(type: StatusListToken.type).json
            guard let jws = try? CompactJWS.sign(header: header, payload: input, with: FuzzParties.signerKey) else { return .refused }
            let verifier = StatusListVerifier(trust: .key(JWK(FuzzParties.signerKey.publicKey)), maximumBytes: 1 << 16)
            guard let token = try? await verifier.verify(jws.serialized, from: listAddress, at: FuzzParties.time) else { return .refused }
            let written = try? await token.signed(by: { try FuzzParties.sign($0, with: FuzzParties.signerKey) })
            let again = try? await verifier.verify(written ?? "", from: listAddress, at: FuzzParties.time)
            try FuzzFinding.unless(again == token, "a list that is not read as it was written")
            return .accepted
        })

    /// The contents of a mobile security object, and encoded name spaces, in parts. Every element of an accepted document has its digest.
    static let mdocVerifier = FuzzTarget(
        "mdoc-verifier", mutations: 100,
        seeds: {
            let item = CBORItem.tagged(24, .bytes(element.encode()))
            var digests = CBORMap()
            digests[.unsigned(0)] = .bytes(Array(SHA256.hash(data: item.encode())))
            digests[.unsigned(7)] = .bytes([UInt8](repeating: 7, count: 32))
            let object = map([
                "version": .text("1.0"), "digestAlgorithm": .text("SHA-256"), "valueDigests": map(["n": .map(digests)]),
                "deviceKeyInfo": map(["deviceKey": COSEKey(FuzzParties.authorityKey.publicKey).item]), "docType": .text("d"),
                "validityInfo": map(["signed": time(after: 0), "validFrom": time(after: 0), "validUntil": time(after: 3600)]),
            ])
            return [FuzzParts.join([object.encode(), map(["n": .array([item])]).encode()])]
        },
        run: { input async throws(FuzzFinding) in
            let parts = FuzzParts.split(input, atMost: 2)
            guard parts.count == 2 else { return .refused }
            let payload = CBORItem.tagged(24, .bytes(parts[0])).encode()
            let signature = try? await COSESign1.signed(payload: payload, by: { try FuzzParties.sign($0, with: FuzzParties.signerKey) })
            guard let signature else { throw FuzzFinding("a key that does not sign") }
            // A map of two entries; the name spaces are the input's bytes.
            var issued: [UInt8] = [0xA2]
            issued += CBORItem.text("issuerAuth").encode()
            issued += signature.item.encode()
            issued += CBORItem.text("nameSpaces").encode()
            issued += parts[1]
            let verifier = MDocVerifier(trust: .key(COSEKey(FuzzParties.signerKey.publicKey)), docTypes: [])
            guard let document = try? await verifier.verify(issued: issued, at: FuzzParties.time) else { return .refused }
            try FuzzFinding.unless(!document.elements.isEmpty && document.undisclosedCount >= 0, "an element without a digest")
            let validity = document.mobileSecurityObject.validity
            try FuzzFinding.unless(validity.validUntil.seconds + verifier.leeway >= FuzzParties.now, "a document that has expired")
            let written = (try? IssuerSigned(decoding: issued))?.encode() ?? []
            let again = try? await verifier.verify(issued: written, at: FuzzParties.time)
            try FuzzFinding.unless(again == document, "a document that is not read as it was written")
            return .accepted
        })

    private static let listAddress = "https://status.example/1"

    private static let element = map([
        "digestID": .unsigned(0), "random": .bytes([UInt8](repeating: 1, count: 32)), "elementIdentifier": .text("a"),
        "elementValue": .unsigned(1),
    ])

    private static func time(after seconds: TimeInterval) -> CBORItem {
        TDate(FuzzParties.time.addingTimeInterval(seconds))?.item ?? .null
    }
}
