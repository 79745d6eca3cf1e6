// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import Foundation
import JOSE
import JSON
import MDoc
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier
import PythonRun
import SDJWT
import TestEnvironment
import Testing
import VerifierWorld

/// A wallet in Python, written from the standards alone, answers our requests.
struct PythonWalletTests {
    private struct Answer {
        let name: String
        let form: String
        /// The reason for which the verifier must refuse the answer; nil for a right answer.
        let reason: String?
    }

    @Test func `another implementation accepts our request; its answers are accepted, and its faults are told apart`() async throws {
        let query = try AnswerMaker.query(
            AnswerMaker.sdJWT(claims: #"[{"path":["family_name"]},{"path":["age_over_18"],"values":[true]}]"#), AnswerMaker.mdoc())
        let answers = try await Self.answers(to: query)
        #expect(answers.filter { $0.reason == nil }.count == 2 && answers.count == 19)
        let expected = AnswerMaker.expected(query)
        for answer in answers {
            guard case .answer(let jwe) = try AnswerVerifier.read(Array(answer.form.utf8)) else {
                Issue.record("not an answer: \(answer.name)")
                continue
            }
            guard let reason = answer.reason else {
                let credentials = try await AnswerMaker.verifier.verify(jwe, expected, at: VerifierWorld.time).credentials
                let (token, document) = (try #require(credentials.first), try #require(credentials.last))
                #expect(token.claims.count == 2 && token.claims["family_name"] == "van der Berg" && token.claims["age_over_18"] == true)
                #expect(document.claims == [TestCards.nameSpace.text: ["family_name": "van der Berg"]])
                continue
            }
            let error = await #expect(throws: AnswerRefusal.self, "\(answer.name)") {
                try await AnswerMaker.verifier.verify(jwe, expected, at: VerifierWorld.time)
            }
            #expect(error?.reason.rawValue == reason, "\(answer.name)")
        }
    }

    /// Python's answers to a request of the verifier.
    private static func answers(to query: DCQLQuery) async throws -> [Answer] {
        let verifier = VerifierWorld.verifier
        let draft = RequestDraft(
            clientID: try ClientIdentifier(verifier.clientID), certificates: verifier.signer.chain,
            responseURI: try #require(HTTPSURL(verifier.responseURI)), query: query, nonce: verifier.nonce, state: "state-1",
            key: verifier.encryptionKey.publicKey, registration: nil, walletNonce: nil, issuedAt: VerifierWorld.now,
            expiresAt: VerifierWorld.now + 300)
        #expect(await draft.faults(now: VerifierWorld.now) == [])
        let request = try draft.unsigned.signed(with: verifier.signer.sign(draft.unsigned.signingInput))
        let sdJWT = try await TestCards.sdJWT()
        let mdoc = try await TestCards.mdoc()
        let task: JSONObject = [
            "request": .string(request), "root": .string(Base64URL.encode(try VerifierWorld.accessRoot.certificate.der)),
            "sd_jwt": .string(sdJWT.serialized), "mdoc": .string(Base64URL.encode(mdoc.encode())),
            "holder": .string(Base64URL.encode(Array(TestCards.holderKey.rawRepresentation))), "now": .integer(VerifierWorld.now),
        ]
        let directory = try TemporaryDirectory()
        try directory.write(task.encode(), to: "task.json")
        let run = try await PythonRun("OpenID4VPTests/Python/wallet.py", [directory.url.path])
        try #require(run.status == 0, "\(run.output)")
        guard case .array(let answers) = try JSONValue(parsing: directory.bytes("answers.json")) else { return [] }
        return answers.compactMap { answer -> Answer? in
            guard case .object(let members) = answer, case .string(let name)? = members["name"], case .string(let form)? = members["form"]
            else { return nil }
            let reason: String? = if case .string(let text)? = members["reason"] { text } else { nil }
            return Answer(name: name, form: form, reason: reason)
        }
    }
}
