// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JOSE
import JSON
import MDoc
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier
import SDJWT

/// A verifier that receives a wallet's answer, and the body of the party that asks.
extension FuzzTarget {
    /// The payload of an answer, which the target seals itself. An accepted answer has what the seeds disclose, and nothing else.
    static let verifiedAnswer = FuzzTarget(
        "verified-answer", mutations: 60,
        seeds: {
            let (sdJWT, mdoc) = (try FuzzHolder.present([["family_name"]]), try FuzzHolder.presentMDoc(["family_name"]))
            let answers: [JSONObject] = [
                ["pid": [.string(sdJWT)]], ["pid": [.string(sdJWT)], "mdoc": [.string(mdoc)]], ["mdoc": [.string(mdoc)]],
                ["pid": [.string(mdoc)]], ["pid": [.string(sdJWT), .string(sdJWT)]], ["pid": []], ["other": [.string(sdJWT)]], [:],
                ["pid": [.string(try FuzzHolder.present([["family_name"], ["given_name"]]))]],
                ["pid": [.string(try FuzzHolder.present([["family_name"]], nonce: "a nonce of another request"))]],
                ["pid": [.string(FuzzHolder.sdJWT.serialized)]],
            ]
            let payloads: [JSONObject] = answers.map { ["vp_token": .object($0), "state": .string(FuzzVerifier.state)] }
            let other: JSONObject = ["vp_token": ["pid": [.string(sdJWT)]], "state": "s.2"]
            return (payloads + [other]).map { $0.encode() }
        },
        run: { input async throws(FuzzFinding) in
            guard let sealed = try? CompactJWE.seal(input, to: FuzzVerifier.encryptionKey.publicKey, with: .a128GCM),
                case .answer(let jwe)? = try? AnswerVerifier.read(Array(AnswerForm.answer(sealed).encoded.utf8))
            else { return .refused }
            let answer: VerifiedAnswer
            do throws(AnswerRefusal) {
                answer = try await answerVerifier.verify(jwe, expectedAnswer, at: FuzzParties.time)
            } catch {
                try FuzzFinding.unless(answerMembers.contains(error.member), "a refusal with a part of the answer")
                return .refused
            }
            try FuzzFinding.unless((try? VPToken(parsing: input)) == answer.token, "an answer that is not the wallet's")
            try FuzzFinding.unless(answer.credentials.contains { $0.queryID == "pid" }, "a required credential that is missing")
            for credential in answer.credentials {
                let isPID = credential.queryID == "pid"
                let claims: JSONObject = ["family_name": "Jansen"]
                let disclosed: JSONObject = isPID ? claims : [FuzzHolder.nameSpace.text: .object(claims)]
                try FuzzFinding.unless(
                    credential.claims == disclosed && credential.type == (isPID ? FuzzVerifier.type : FuzzHolder.documentType),
                    "a claim that the holder has not disclosed")
            }
            return .accepted
        })

    /// The body with which a party asks for a session. Every fault names members of the standard, and nothing of the input.
    static let requestBody = FuzzTarget(
        "request-body", mutations: 100,
        seeds: {
            let query = String(decoding: FuzzVerifier.query.encode(), as: UTF8.self)
            let asked = #""dcql_query":\#(query)"#
            let bodies: [String] = [
                "{\(asked)}",
                #"{\#(asked),"return_url":"https://shop.example/done","use":"age-18","evidence":true,"response_type":"vp_token"}"#,
                #"{\#(asked),"response_mode":"direct_post","client_metadata":{},"nonce":"n","secret":1}"#,
                #"{\#(asked),"return_url":"http://shop.example","use":"a b","evidence":1}"#,
                #"{"dcql_query":{"credentials":[{"id":"a","format":"dc+sd-jwt","meta":{},"claim":[],"#
                    + #""claims":[{"path":["b"],"value":["x"]}]}],"purpose":"x"}}"#,
                #"{"dcql_query":{"credentials":[{"id":"a","format":"f","meta":{"b":[{"c":1}]}}]}}"#,
                #"{"dcql_query":{"credentials":[]}}"#, #"{"scope":"pid"}"#, #"{"presentation_definition":{}}"#, "{}",
            ]
            return bodies.map { Array($0.utf8) }
        },
        run: { input async throws(FuzzFinding) in
            guard let object = try? JSONObject(parsing: input) else { return .refused }
            let body: RequestBody
            do throws(RequestFaults) {
                body = try RequestBody.read(object)
            } catch {
                try FuzzFinding.unless(!error.all.isEmpty && error.all.allSatisfy(isStandard), "a fault with a part of the input")
                return .refused
            }
            try FuzzFinding.unless((try? RequestBody.read(written(body))) == body, "a body that is not read as it was written")
            let faults = await draft(of: body).faults(now: FuzzParties.now)
            try FuzzFinding.unless(faults.allSatisfy(isStandard), "a fault with a part of the query")
            return .accepted
        })

    // MARK: The answer

    private static let answerVerifier = AnswerVerifier(
        sdJWTRoots: [FuzzParties.root], mdocRoots: [FuzzParties.root],
        mdocProfile: DocumentSignerProfile(extendedKeyUsage: nil, hasCountry: false))

    /// The request: the card as SD-JWT, and if the holder wishes also as mdoc.
    private static let expectedAnswer: ExpectedAnswer = FuzzParties.made {
        let text =
            #"{"credentials":[{"id":"pid","format":"dc+sd-jwt","meta":{"vct_values":["\#(FuzzVerifier.type)"]},"#
            + #""claims":[{"path":["family_name"]}]},{"id":"mdoc","format":"mso_mdoc","#
            + #""meta":{"doctype_value":"\#(FuzzHolder.documentType)"},"#
            + #""claims":[{"path":["\#(FuzzHolder.nameSpace.text)","family_name"]}]}],"#
            + #""credential_sets":[{"options":[["pid"]]},{"options":[["mdoc"]],"required":false}]}"#
        return ExpectedAnswer(
            clientID: FuzzVerifier.clientID.text, nonce: FuzzVerifier.nonce, state: FuzzVerifier.state,
            responseURI: FuzzVerifier.responseURI, key: FuzzVerifier.encryptionKey,
            query: try DCQLQuery(JSONValue(parsing: Array(text.utf8))), types: [:])
    }

    /// The members that a refusal may name.
    private static let answerMembers: Set<String> = [
        "response", "vp_token", "state", "vp_token.pid", "vp_token.mdoc", "vp_token.pid[0]", "vp_token.mdoc[0]", "credential_sets[0]",
    ]

    // MARK: The body

    /// True if a fault names a member by small letters and indexes.
    private static func isStandard(_ fault: RequestFault) -> Bool {
        !fault.member.isEmpty
            && fault.member.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: "_.[]".utf8.contains(byte)
                }
            }
    }

    private static func written(_ body: RequestBody) -> JSONObject {
        var json: JSONObject = ["dcql_query": .object(body.query.json), "evidence": .bool(body.evidence)]
        json.append("return_url", ifAny: body.returnURL.map { JSONValue.string($0.text) })
        json.append("use", ifAny: body.use.map { JSONValue.string($0) })
        return json
    }

    private static func draft(of body: RequestBody) -> RequestDraft {
        RequestDraft(
            clientID: FuzzVerifier.clientID, certificates: [FuzzParties.der(FuzzVerifier.certificate)],
            responseURI: FuzzIssuance.url(FuzzVerifier.responseURI), query: body.query, nonce: FuzzVerifier.nonce,
            state: FuzzVerifier.state, key: FuzzVerifier.encryptionKey.publicKey, registration: nil,
            walletNonce: FuzzVerifier.walletNonce, issuedAt: FuzzParties.now, expiresAt: FuzzParties.now + 300)
    }
}
