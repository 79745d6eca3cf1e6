// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Foundation
import JOSE
import JSON
import MDoc
import OpenID4VCI
import SDJWT
import StatusList

/// The formats of credentials and the messages of their issuance.
extension FuzzTarget {
    static let sdJWT = FuzzTarget(
        "sd-jwt",
        seeds: {
            var last: UInt8 = 0
            let unsigned = try UnsignedSDJWT(
                claims: [
                    "vct": "urn:eudi:pid:1", "given_name": "Willeke", "nationalities": ["NL", "BE"],
                    "address": ["locality": "Den Haag", "country": "NL"],
                ], disclosable: [["given_name"], ["nationalities", nil], ["address"], ["address", "locality"]], minimumDigests: 6
            ) { count in
                last += 1
                return [UInt8](repeating: last, count: count)
            }
            let jws = try CompactJWS(
                header: ["alg": "ES256", "typ": "dc+sd-jwt"], payload: unsigned.payload.encode(),
                signature: [UInt8](repeating: 7, count: 64))
            let disclosures = unsigned.disclosures.map { $0.text + "~" }
            let texts = [
                jws.serialized + "~" + disclosures.joined(), jws.serialized + "~", jws.serialized, "~", "a.b.c~~",
                jws.serialized + "~" + disclosures.joined() + jws.serialized, jws.serialized + "~" + (disclosures.first ?? "") + "WyJhIl0~",
            ]
            return texts.map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            let text = String(decoding: input, as: UTF8.self)
            guard let token = try? CompactSDJWT(parsing: text) else { return .refused }
            try FuzzFinding.unless(token.serialized == text, "two texts of one token")
            if let disclosed = try? token.disclosing([["given_name"], ["address", "locality"]]) {
                try FuzzFinding.unless((try? CompactSDJWT(parsing: disclosed.serialized)) != nil, "a presentation that is not read")
            }
            return .accepted
        })

    static let cose = FuzzTarget(
        "cose",
        seeds: {
            let key = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 7, count: 32)).publicKey
            let signature = CBORItem.array([
                .bytes([0xA1, 0x01, 0x26]), map([:]), .bytes([1, 2]), .bytes([UInt8](repeating: 7, count: 64)),
            ])
            return [signature.encode(), CBORItem.tagged(18, signature).encode(), COSEKey(key).item.encode()]
        },
        run: { input throws(FuzzFinding) in
            guard let item = try? CBORItem(decoding: input) else { return .refused }
            var outcome = FuzzOutcome.refused
            for signature in [try? COSESign1(item), try? COSESign1(tagged: item)].compactMap(\.self) {
                outcome = .accepted
                try FuzzFinding.unless((try? COSESign1(signature.item)) == signature, "a signature that is not read as it was written")
            }
            if let key = try? COSEKey(item) {
                outcome = .accepted
                try FuzzFinding.unless((try? COSEKey(key.item)) == key, "a key that is not read as it was written")
            }
            return outcome
        })

    static let mdoc = FuzzTarget(
        "mdoc",
        seeds: {
            let item = map([
                "digestID": .unsigned(0), "random": .bytes([UInt8](repeating: 1, count: 32)), "elementIdentifier": .text("a"),
                "elementValue": .unsigned(1),
            ])
            var header = CBORMap()
            header[33] = .bytes([0x30, 0])
            let auth = CBORItem.array([
                .bytes([0xA1, 0x01, 0x26]), .map(header), .bytes([0xD8, 24, 0x41, 0xA0]), .bytes([UInt8](repeating: 7, count: 64)),
            ])
            let signed = map(["nameSpaces": map(["n": .array([.tagged(24, .bytes(item.encode()))])]), "issuerAuth": auth])
            let device = map(["nameSpaces": .tagged(24, .bytes([0xA0])), "deviceAuth": map(["deviceSignature": auth])])
            let document = map(["docType": .text("d"), "issuerSigned": signed, "deviceSigned": device])
            let response = map(["version": .text("1.0"), "documents": .array([document]), "status": .unsigned(0)])
            return [signed.encode(), response.encode(), [0xA0]]
        },
        run: { input throws(FuzzFinding) in
            var outcome = FuzzOutcome.refused
            if let signed = try? IssuerSigned(decoding: input) {
                outcome = .accepted
                let again = try? IssuerSigned(decoding: signed.encode())
                try FuzzFinding.unless(again == signed, "a document that is not read as it was written")
            }
            if let response = try? DeviceResponse(decoding: input) {
                outcome = .accepted
                let again = try? DeviceResponse(decoding: response.encode())
                try FuzzFinding.unless(again?.encode() == response.encode(), "a response that is not read as it was written")
            }
            return outcome
        })

    static let statusList = FuzzTarget(
        "status-list",
        seeds: {
            [StatusListEntries.Bits.one, .two, .four, .eight].map { StatusListEntries(bits: $0, count: 100).json.encode() }
                + [#"{"bits":1,"lst":"eNrbuRgAAhcBXQ"}"#, #"{"bits":3,"lst":""}"#, #"{"bits":1,"lst":"AAAA"}"#].map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            guard let object = try? JSONObject(parsing: input) else { return .refused }
            _ = object["status"].map { try? StatusListReference(status: $0) }
            guard let list = try? StatusListEntries(object, maximumBytes: 1 << 16) else { return .refused }
            try FuzzFinding.unless((try? StatusListEntries(list.json)) == list, "a list that is not read as it was written")
            for index in [0, list.count - 1] where list.count > 0 {
                try FuzzFinding.unless((try? list.status(at: index)) != nil, "an entry that has no status")
            }
            for index in [-1, list.count] {
                try FuzzFinding.unless((try? list.status(at: index)) == nil, "a status that has no entry")
            }
            return .accepted
        })

    static let issuance = FuzzTarget(
        "issuance",
        seeds: {
            [
                #"{"credential_issuer":"https://i.example","credential_configuration_ids":["pid"],"grants":{"authorization_code":{}}}"#,
                #"{"access_token":"a","token_type":"DPoP","expires_in":60,"c_nonce":"n"}"#, #"{"c_nonce":"n"}"#,
                #"{"credentials":[{"credential":"a"}],"notification_id":"n"}"#, #"{"notification_id":"n","event":"credential_accepted"}"#,
                #"{"request_uri":"urn:a","expires_in":60}"#, #"{"issuer":"https://i.example","token_endpoint":"https://i.example/t"}"#,
                #"{"credential_issuer":"https://i.example","credential_endpoint":"https://i.example/c"}"#,
                #"{"credential_issuer":"https://i.example","credential_endpoint":"https://i.example/c","#
                    + #""credential_configurations_supported":{"pid":{"format":"dc+sd-jwt","vct":"a"},"odd":{"format":"dc+sd-jwt"}}}"#,
                #"{"credential_configuration_id":"pid","proofs":{"jwt":["a.b.c"]}}"#,
                "openid-credential-offer://?credential_offer=%7B%7D",
                "openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fi.example",
                "grant_type=authorization_code&code=a&code_verifier=b%20c+d", "a=1&a=2", "%zz=%",
            ].map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            let messages: [any JSONMessage.Type] = [
                CredentialOffer.self, TokenResponse.self, NonceResponse.self, CredentialResponse.self, NotificationRequest.self,
                PushedAuthorizationResponse.self, AuthorizationServerMetadata.self, CredentialIssuerMetadata.self,
            ]
            var outcome = FuzzOutcome.refused
            for message in messages {
                if try rereads(message, input) { outcome = .accepted }
            }
            _ = try? CredentialRequest(parsing: input)
            _ = try? FormParameters(parsing: input)
            if let link = try? CredentialOfferLink(parsing: String(decoding: input, as: UTF8.self)) {
                outcome = .accepted
                try FuzzFinding.unless(
                    (try? CredentialOfferLink(parsing: link.link())) == link, "a link that is not read as it was written")
            }
            return outcome
        })

    /// Returns true if the input is a message of this type, and is read as it was written.
    private static func rereads<Message: JSONMessage>(_ type: Message.Type, _ input: [UInt8]) throws(FuzzFinding) -> Bool {
        guard let message = try? Message(parsing: input) else { return false }
        try FuzzFinding.unless((try? Message(parsing: message.body)) == message, "a message that is not read as it was written")
        return true
    }

    /// A map with these text keys.
    static func map(_ members: KeyValuePairs<String, CBORItem>) -> CBORItem {
        var map = CBORMap()
        for (name, value) in members { map[.text(name)] = value }
        return .map(map)
    }
}
