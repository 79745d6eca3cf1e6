// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import DCQL
import Foundation
import JOSE
import JSON
import MDoc
import OpenID4VP
import OpenID4VPWallet
import SDJWT

/// The holder of one card in both formats, which the signer below the root has issued.
enum FuzzHolder {
    static let key = FuzzParties.key(0x17)
    static let documentType = "d"
    static let nameSpace: NameSpace = "n"

    /// A card with the claims `family_name` and `given_name`, both withheld until disclosed.
    static let sdJWT: CompactSDJWT = FuzzParties.made {
        var last: UInt8 = 0
        let unsigned = try UnsignedSDJWT(
            claims: [
                "iss": "https://issuer.example", "vct": .string(FuzzVerifier.type), "iat": .integer(FuzzParties.now),
                "exp": .integer(FuzzParties.now + 3600), "cnf": ["jwk": .object(JWK(key.publicKey).json)], "family_name": "Jansen",
                "given_name": "Willeke",
            ], disclosable: [["family_name"], ["given_name"]]
        ) { count in
            last += 1
            return [UInt8](repeating: last, count: count)
        }
        var header = JWTHeader(type: CompactSDJWT.credentialType).json
        header.append("x5c", X5C.encode([FuzzParties.der(FuzzParties.signerBelowRoot)]))
        let jws = try CompactJWS.sign(header: header, payload: unsigned.payload.encode(), with: FuzzParties.signerKey)
        return try CompactSDJWT(parsing: jws.serialized + "~" + unsigned.disclosures.map { $0.text + "~" }.joined())
    }

    /// The same card as an mdoc.
    static let mdoc: IssuerSigned = FuzzParties.made {
        let items = [item(0, "family_name", "Jansen"), item(1, "given_name", "Willeke")]
        var digests = CBORMap()
        for (id, item) in items.enumerated() { digests[.unsigned(UInt64(id))] = .bytes(Array(SHA256.hash(data: item.encode()))) }
        let object = FuzzTarget.map([
            "version": .text("1.0"), "digestAlgorithm": .text("SHA-256"),
            "valueDigests": FuzzTarget.map([nameSpace.text: .map(digests)]),
            "deviceKeyInfo": FuzzTarget.map(["deviceKey": COSEKey(key.publicKey).item]), "docType": .text(documentType),
            "validityInfo": FuzzTarget.map(["signed": time(after: 0), "validFrom": time(after: 0), "validUntil": time(after: 3600)]),
        ])
        var header = CBORMap()
        header[COSELabel.x5chain] = X5Chain.encode([FuzzParties.der(FuzzParties.signerBelowRoot)])
        let unsigned = UnsignedSign1(payload: CBORItem.tagged(24, .bytes(object.encode())).encode(), unprotected: header)
        let signature = try unsigned.signed(with: FuzzParties.sign(unsigned.toBeSigned, with: FuzzParties.signerKey))
        let issued = FuzzTarget.map(["nameSpaces": FuzzTarget.map([nameSpace.text: .array(items)]), "issuerAuth": signature.item])
        return try IssuerSigned(decoding: issued.encode())
    }

    /// The card with the family name, chosen for a query.
    static func chosen(for query: CredentialQuery) -> ChosenPresentation {
        if case .mdoc = query.format { return ChosenPresentation(queryID: query.id, copy: .mdoc(mdoc, [nameSpace: ["family_name"]])) }
        return ChosenPresentation(queryID: query.id, copy: .sdJWT(sdJWT, [["family_name"]]))
    }

    /// The SD-JWT presented to ``FuzzVerifier``.
    static func present(_ paths: [ClaimPath], nonce: String = FuzzVerifier.nonce) throws -> String {
        let unsigned = try sdJWT.disclosing(paths)
            .keyBinding(nonce: nonce, audience: FuzzVerifier.clientID.text, issuedAt: FuzzParties.now)
        return try unsigned.signed(with: sign(unsigned.signingInput)).serialized
    }

    /// The mdoc presented to ``FuzzVerifier``.
    static func presentMDoc(_ elements: Set<ElementIdentifier>) throws -> String {
        let transcript = SessionTranscript.openID4VP(
            clientID: FuzzVerifier.clientID.text, nonce: FuzzVerifier.nonce, encryptionKey: FuzzVerifier.encryptionKey.publicKey,
            responseURI: FuzzVerifier.responseURI)
        let unsigned = try mdoc.presentation(disclosing: [nameSpace: elements], for: transcript)
        return try Base64URL.encode(DeviceResponse(documents: [unsigned.signed(with: sign(unsigned.toBeSigned))]).encode())
    }

    /// Signs with the key in both cards: r ‖ s.
    static func sign(_ input: [UInt8]) throws -> [UInt8] { try FuzzParties.sign(input, with: key) }

    private static func item(_ id: UInt64, _ name: String, _ value: String) -> CBORItem {
        let element = FuzzTarget.map([
            "digestID": .unsigned(id), "random": .bytes([UInt8](repeating: UInt8(id) + 1, count: 32)), "elementIdentifier": .text(name),
            "elementValue": .text(value),
        ])
        return .tagged(24, .bytes(element.encode()))
    }

    private static func time(after seconds: TimeInterval) -> CBORItem {
        TDate(FuzzParties.time.addingTimeInterval(seconds))?.item ?? .null
    }
}
