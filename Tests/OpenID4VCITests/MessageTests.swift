// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import SDJWT
import Testing

/// Messages and documents: the standards' examples, and invalid ones.
struct MessageTests {
    static let offerExample = #"""
        {"credential_issuer": "https://credential-issuer.example.com",
         "credential_configuration_ids": ["UniversityDegreeCredential", "org.iso.18013.5.1.mDL"],
         "grants": {"authorization_code": {"issuer_state": "eyJhbGciOiJSU0Et...FYUaBy"},
          "urn:ietf:params:oauth:grant-type:pre-authorized_code": {"pre-authorized_code": "oaKazRN8I0IbtZ0C7JuMn5",
           "tx_code": {"length": 4, "input_mode": "numeric", "description": "Please provide the one-time code that was sent via e-mail"}}}}
        """#

    @Test func `the offer of OpenID4VCI section 4.1.1 round-trips by value and by reference`() throws {
        let offer = try CredentialOffer(parsing: Array(Self.offerExample.utf8))
        #expect(offer.issuer.text == "https://credential-issuer.example.com")
        #expect(offer.configurationIDs == ["UniversityDegreeCredential", "org.iso.18013.5.1.mDL"])
        #expect(offer.authorizationCode?.issuerState == "eyJhbGciOiJSU0Et...FYUaBy")
        #expect(offer.preAuthorizedCode?.code == "oaKazRN8I0IbtZ0C7JuMn5")
        #expect(offer.preAuthorizedCode?.transactionCode?.length == 4)
        #expect(try CredentialOfferLink(parsing: CredentialOfferLink.value(offer).link()) == .value(offer))
        let reference = CredentialOfferLink.reference(
            World.url("https://server.example.com/credential-offer/GkurKxf5T0Y-mnPFCHqWOMiZi4VS138cQO_V7PZHAdM"))
        let example =
            "openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fserver%2Eexample%2Ecom%2Fcredential-offer%2FGkurKxf5T0Y-mnPFCHqWOMiZi4VS138cQO_V7PZHAdM"
        #expect(try CredentialOfferLink(parsing: example) == reference)
        #expect(try CredentialOfferLink(parsing: reference.link(base: "https://wallet.example/offer")) == reference)
    }

    @Test func `the offer link of section 4.1.2 is read, and characters that need no escape are not escaped`() throws {
        let link =
            "openid-credential-offer://?credential_offer=%7B%22credential_issuer%22:%22https://credential-issuer.example.com%22,"
            + "%22credential_configuration_ids%22:%5B%22org.iso.18013.5.1.mDL%22%5D,%22grants%22:%7B%22urn:ietf:params:oauth:grant-type:"
            + "pre-authorized_code%22:%7B%22pre-authorized_code%22:%22oaKazRN8I0IbtZ0C7JuMn5%22,%22tx_code%22:%7B%22input_mode%22:%22text%22,"
            + "%22description%22:%22Please%20enter%20the%20serial%20number%20of%20your%20physical%20drivers%20license%22%7D%7D%7D%7D"
        guard case .value(let offer) = try CredentialOfferLink(parsing: link) else {
            Issue.record("not by value")
            return
        }
        #expect(offer.preAuthorizedCode?.transactionCode?.isNumeric == false)
        #expect(offer.preAuthorizedCode?.transactionCode?.description == "Please enter the serial number of your physical drivers license")
    }

    @Test(arguments: [
        "", "openid-credential-offer://", "openid-credential-offer://?", "openid-credential-offer://?x=1",
        "mailto:?credential_offer_uri=https://a.b",
        "openid-credential-offer://?credential_offer_uri=http%3A%2F%2Fa.b", "openid-credential-offer://?credential_offer_uri=",
        "openid-credential-offer://?credential_offer_uri=https://a.b&credential_offer_uri=https://a.b",
        "openid-credential-offer://?credential_offer_uri=https://a.b&credential_offer=%7B%7D",
        "openid-credential-offer://?credential_offer=%7B",
        "openid-credential-offer://?credential_offer=%7B%7D", "openid-credential-offer://?credential_offer=null",
        "http://w.example?credential_offer_uri=https://a.b",
        "openid-credential-offer://host?credential_offer_uri=https://a.b", "openid-credential-offer:// ?credential_offer_uri=https://a.b",
        "https://?credential_offer_uri=https://a.b", "openid-credential-offer://?credential_offer=" + String(repeating: "a", count: 70_000),
    ])
    func `a link without a valid offer is refused`(_ link: String) {
        #expect(throws: MalformedMessage.self, "\(link.prefix(80))") { try CredentialOfferLink(parsing: link) }
    }

    static let offer: JSONObject = ["credential_issuer": "https://a.example", "credential_configuration_ids": ["a"]]
    static let noValues: [JSONValue?] = [
        Optional.none, .some(.null), .some(1), .some(""), .some([]), .some([:]), .some(["a", "a"]), .some([1]), .some([""]),
    ]
    static let others: [(String, JSONValue)] = [
        ("credential_issuer", "http://a.example"), ("credential_issuer", "https://a.example?b"),
        ("credential_configuration_ids", .array((0..<17).map { .string("\($0)") })), ("grants", []), ("grants", .null),
        ("grants", ["authorization_code": 1]), ("grants", ["authorization_code": ["issuer_state": "é"]]),
        ("grants", ["authorization_code": ["authorization_server": "x"]]),
    ]
    static let codes: [JSONValue] = [
        [:], ["pre-authorized_code": 1], ["pre-authorized_code": ""], ["pre-authorized_code": "a", "tx_code": 1],
        code("length", .null), code("length", 0), code("length", -1), code("length", 65), code("length", "4"),
        code("input_mode", .null), code("input_mode", 0), code("input_mode", "other"), code("input_mode", "NUMERIC"),
        code("description", .null), code("description", 0), code("description", "a\u{202E}b"),
        code("description", .string(String(repeating: "a", count: 301))),
    ]

    static func code(_ name: String, _ value: JSONValue) -> JSONValue {
        ["pre-authorized_code": "a", "tx_code": .object(JSONObject([(name, value)]))]
    }

    static var offerFaults: [JSONObject] {
        var faults: [JSONObject] = []
        for name in ["credential_issuer", "credential_configuration_ids"] { faults += noValues.map { offer.with(name, $0) } }
        faults += others.map { offer.with($0.0, $0.1) }
        faults += codes.map { offer.with("grants", .object(JSONObject([(GrantType.preAuthorizedCode.rawValue, $0)]))) }
        return faults
    }

    @Test(arguments: offerFaults.indices) func `a faulty offer is refused`(_ index: Int) {
        #expect(throws: MalformedMessage.self, "\(String(decoding: Self.offerFaults[index].encode(), as: UTF8.self))") {
            try CredentialOffer(Self.offerFaults[index])
        }
    }

    @Test func `unknown members of an offer are ignored`() throws {
        let object = Self.offer.with("more", 1).with("grants", ["other": 1, "authorization_code": ["more": nil]])
        #expect(try CredentialOffer(object).authorizationCode == .init())
    }

    @Test func `the messages of RFC 9126 sections 1.1 and 2.2 are read`() throws {
        let form =
            "response_type=code&state=af0ifjsldkj&client_id=s6BhdRkqt3&redirect_uri=https%3A%2F%2Fclient.example.org%2Fcb"
            + "&code_challenge=K2-ltc83acc4h0c9w6ESC_rEMTJ3bww-uCHaoeK1t8U&code_challenge_method=S256&scope=account-information"
        let request = try PushedAuthorizationRequest(FormParameters(parsing: Array(form.utf8)))
        #expect(request.clientID == "s6BhdRkqt3" && request.scopes == ["account-information"] && request.state == "af0ifjsldkj")
        #expect(try PushedAuthorizationRequest(FormParameters(parsing: Array(request.form.encoded.utf8))) == request)
        let body = #"{"request_uri": "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c", "expires_in": 60}"#
        let answer = try PushedAuthorizationResponse(parsing: Array(body.utf8))
        let url = AuthorizationRequest(clientID: "s6BhdRkqt3", requestURI: answer.requestURI).url(
            at: World.url("https://as.example.com/authorize"))
        #expect(
            url?.text
                == "https://as.example.com/authorize?client_id=s6BhdRkqt3&request_uri=urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3A6esc_11ACC5bwc014ltc14eY22c"
        )
    }

    @Test func `the token response of OpenID4VCI section 6.2 is read`() throws {
        let body = #"""
            {"access_token": "eyJhbGciOiJSUzI1NiIsInR5cCI6Ikp..sHQ", "token_type": "DPoP", "expires_in": 86400, "more": 1,
             "authorization_details": [{"type": "openid_credential", "credential_configuration_id": "UniversityDegreeCredential",
              "credential_identifiers": ["CivilEngineeringDegree-2023", "ElectricalEngineeringDegree-2023"]}, {"type": "other"}]}
            """#
        let answer = try TokenResponse(parsing: Array(body.utf8))
        #expect(answer.credentialIdentifiers["UniversityDegreeCredential"]?.count == 2 && answer.expiresIn == 86_400)
        #expect(try TokenResponse(parsing: answer.body) == answer)
    }

    @Test func `lifetimes with a fraction or an exponent are read, and the fraction is cut off`() throws {
        let token = try TokenResponse(parsing: Array(#"{"access_token":"a","token_type":"DPoP","expires_in":3.5999e3}"#.utf8))
        #expect(token.expiresIn == 3599)
        let pushed = try PushedAuthorizationResponse(parsing: Array(#"{"request_uri":"a","expires_in":60.0}"#.utf8))
        #expect(pushed.expiresIn == 60)
    }

    static let noTokenResponse: [String] = [
        #"{}"#, #"{"access_token":"a"}"#, #"{"access_token":"","token_type":"DPoP"}"#, #"{"access_token":"a b","token_type":"DPoP"}"#,
        #"{"access_token":"a","token_type":"DPoP","expires_in":"60"}"#, #"{"access_token":"a","token_type":"DPoP","expires_in":-1}"#,
        #"{"access_token":"a","token_type":"DPoP","expires_in":-0.5}"#, #"{"access_token":"a","token_type":"DPoP","expires_in":1e300}"#,
        #"{"access_token":"a","access_token":"b","token_type":"DPoP"}"#,
        #"{"access_token":"a","token_type":"DPoP","authorization_details":[]}"#,
        #"{"access_token":"a","token_type":"DPoP","authorization_details":{}}"#,
        #"{"access_token":"a","token_type":"DPoP","authorization_details":null}"#,
        #"{"access_token":"a","token_type":"DPoP","authorization_details":[\#(String(repeating: "1,", count: 64))1]}"#,
    ]
    static let noNonceResponse: [String] = [
        #"{}"#, #"{"c_nonce":null}"#, #"{"c_nonce":""}"#, #"{"c_nonce":"é"}"#, #"{"c_nonce":"a","c_nonce":"b"}"#, "[]", "",
        "\u{FEFF}{}",
    ]
    static let noPushedAuthorizationResponse: [String] = [
        #"{}"#, #"{"request_uri":"a"}"#, #"{"request_uri":"a","expires_in":0}"#, #"{"request_uri":"","expires_in":60}"#,
        #"{"request_uri":"a","expires_in":"60"}"#, #"{"request_uri":"a","expires_in":0.5}"#,
        #"{"request_uri":"a","expires_in":99999999999}"#,
    ]
    static let noCredentialResponse: [String] = [
        #"{}"#, #"{"credentials":[]}"#, #"{"credentials":["a"]}"#, #"{"credentials":[{}]}"#, #"{"credentials":[{"credential":{}}]}"#,
        #"{"credentials":[{"credential":""}]}"#, #"{"credentials":[{"credential":"a"}],"transaction_id":"b","interval":1}"#,
        #"{"transaction_id":"b"}"#, #"{"transaction_id":"b","interval":0}"#, #"{"credentials":[{"credential":"a"}],"interval":1}"#,
        #"{"credentials":[{"credential":"a"},{"credential":"a"}]}"#, #"{"notification_id":"a"}"#, #"{"credential":"a"}"#,
        #"{"credentials":[{"credential":"a b"}]}"#, #"{"credentials":[{"credential":"a"}],"notification_id":1}"#,
    ]
    static let noNotificationRequest: [String] = [
        #"{}"#, #"{"notification_id":"a"}"#, #"{"notification_id":"a","event":"credential_stolen"}"#,
        #"{"event":"credential_accepted"}"#,
        #"{"notification_id":"a","event":"Credential_accepted"}"#,
        #"{"notification_id":"a","event":"credential_failure","event_description":"\""}"#,
    ]
    static let noCredentialRequest: [String] = [
        #"{}"#, #"{"credential_configuration_id":"a","credential_identifier":"b"}"#, #"{"credential_configuration_id":1}"#,
        #"{"credential_configuration_id":"a","proof":{"proof_type":"jwt","jwt":"x"}}"#,
        #"{"credential_configuration_id":"a","proofs":{}}"#,
        #"{"credential_configuration_id":"a","proofs":[]}"#, #"{"credential_configuration_id":"a","proofs":{"jwt":[]}}"#,
        #"{"credential_configuration_id":"a","proofs":{"jwt":"x"}}"#, #"{"credential_configuration_id":"a","proofs":{"jwt":[1]}}"#,
        #"{"credential_configuration_id":"a","proofs":{"jwt":["x"],"attestation":["y"]}}"#,
        #"{"credential_configuration_id":"a","proofs":{"di_vp":["x"]}}"#,
        #"{"credential_configuration_id":"a","credential_response_encryption":{}}"#,
    ]

    typealias Answer = (String, @Sendable ([UInt8]) throws -> Void)

    static var answers: [Answer] {
        var answers: [Answer] = []
        answers += noTokenResponse.map { ($0, { _ = try TokenResponse(parsing: $0) }) }
        answers += noNonceResponse.map { ($0, { _ = try NonceResponse(parsing: $0) }) }
        answers += noPushedAuthorizationResponse.map { ($0, { _ = try PushedAuthorizationResponse(parsing: $0) }) }
        answers += noCredentialResponse.map { ($0, { _ = try CredentialResponse(parsing: $0) }) }
        answers += noNotificationRequest.map { ($0, { _ = try NotificationRequest(parsing: $0) }) }
        answers += noCredentialRequest.map { ($0, { _ = try CredentialRequest(parsing: $0) }) }
        return answers
    }

    @Test(arguments: answers.indices) func `a message with a missing, duplicate or wrongly typed member is refused`(_ index: Int) {
        let (text, read) = Self.answers[index]
        let error = #expect(throws: (any Error).self, "\(text)") { try read(Array(text.utf8)) }
        #expect(error is MalformedMessage || error is EndpointError, "\(text)")
    }

    @Test func `the credential messages of OpenID4VCI sections 8 and 11 are read`() throws {
        let issued =
            #"{"credentials": [{"credential": "LUpix"}, {"credential": "YXNk", "more": 1}], "notification_id": "3fwe98js", "more": []}"#
        #expect(try CredentialResponse(parsing: Array(issued.utf8)) == .issued(credentials: ["LUpix", "YXNk"], notificationID: "3fwe98js"))
        let deferred = #"{"transaction_id": "8xLOxBtZp8", "interval" : 3600}"#
        #expect(try CredentialResponse(parsing: Array(deferred.utf8)) == .deferred(transactionID: "8xLOxBtZp8", interval: 3600))
        let event =
            #"{"notification_id":"3fwe98js","event":"credential_failure","event_description":"Could not store the Credential. Out of storage."}"#
        #expect(try NotificationRequest(parsing: Array(event.utf8)) == NotificationRequest(identifier: "3fwe98js", event: .failure))
        #expect(try NonceResponse(parsing: Array(#"{"c_nonce": "wKI4LT17ac15ES9bw8ac4"}"#.utf8)).nonce == "wKI4LT17ac15ES9bw8ac4")
    }
}
