// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import Testing
import VerifierWorld

/// The answer of a wallet: its contents and the form in which it is posted (OpenID4VP 1.0 §8).
struct AnswerTests {
    // MARK: vp_token

    @Test func `a token is encoded as the standard writes it, and read back`() throws {
        let token = try VPToken(
            entries: [.init(id: "pid", texts: ["a~b~"]), .init(id: "Card_2-x", texts: ["o2d", "o2e"])], state: "s-1")
        let text = #"{"vp_token":{"pid":["a~b~"],"Card_2-x":["o2d","o2e"]},"state":"s-1"}"#
        #expect(String(decoding: token.encode(), as: UTF8.self) == text)
        #expect(try VPToken(parsing: Array(text.utf8)) == token)
        let stateless = try VPToken(entries: [.init(id: "pid", texts: ["a"])], state: nil)
        #expect(String(decoding: stateless.encode(), as: UTF8.self) == #"{"vp_token":{"pid":["a"]}}"#)
        #expect(try VPToken(parsing: stateless.encode()) == stateless)
    }

    @Test func `unknown members beside the token are ignored`() throws {
        let token = try Self.parsed(#"{"iss":"x","state":"s","vp_token":{"a":["t"]},"presentation_submission":{"id":[1]},"exp":1}"#)
        #expect(token.entries == [.init(id: "a", texts: ["t"])] && token.state == "s")
    }

    @Test(arguments: [
        "", "null", "[]", #""vp_token""#, "{}", #"{"vp_token":{}}"#, #"{"vp_token":null}"#, #"{"vp_token":"a"}"#, #"{"vp_token":["a"]}"#,
        #"{"vp_token":{"a":"t"}}"#, #"{"vp_token":{"a":[]}}"#, #"{"vp_token":{"a":[""]}}"#, #"{"vp_token":{"a":[{}]}}"#,
        #"{"vp_token":{"a":[1]}}"#, #"{"vp_token":{"a":["t",null]}}"#, #"{"vp_token":{"a":["t"],"b":[]}}"#, #"{"vp_token":{"":["t"]}}"#,
        #"{"vp_token":{"a b":["t"]}}"#, #"{"vp_token":{"a.b":["t"]}}"#, #"{"vp_token":{"é":["t"]}}"#, #"{"vp_token":{"a":["é"]}}"#,
        #"{"vp_token":{"a":["t"],"a":["t"]}}"#, #"{"vp_token":{"a":["t\n"]}}"#, #"{"vp_token":{"a":["t"]},"state":1}"#,
        #"{"vp_token":{"a":["t"]},"state":""}"#, #"{"vp_token":{"a":["t"]},"state":null}"#, #"{"vp_token":{"a":["t"]}"#,
        #"{"vp_token":{"a":["t"]}}x"#, #"{"error":"access_denied"}"#,
    ])
    func `a payload without presentations in lists, by ids of queries, is refused`(_ text: String) {
        #expect(throws: MalformedMessage.self) { try Self.parsed(text) }
    }

    @Test func `32 queries with 64 presentations each are read, and one more is refused`() throws {
        func token(queries: Int, texts: Int = 1) -> String {
            let list = "[" + (0..<texts).map { "\"\($0)\"" }.joined(separator: ",") + "]"
            return #"{"vp_token":{"# + (0..<queries).map { "\"q\($0)\":" + list }.joined(separator: ",") + "}}"
        }
        #expect(try Self.parsed(token(queries: 32, texts: 64)).entries.allSatisfy { $0.texts.count == 64 })
        #expect(throws: MalformedMessage.self) { try Self.parsed(token(queries: 33)) }
        #expect(throws: MalformedMessage.self) { try Self.parsed(token(queries: 1, texts: 65)) }
        let id = String(repeating: "i", count: 512)
        #expect(try Self.parsed(#"{"vp_token":{""# + id + #"":["t"]}}"#).entries.first?.id == id)
        #expect(throws: MalformedMessage.self) { try Self.parsed(#"{"vp_token":{"i"# + id + #"":["t"]}}"#) }
        let large = #"{"vp_token":{"a":[""# + String(repeating: "t", count: CompactJWE.maximumBytes - 23) + #""]}}"#
        #expect(large.utf8.count == CompactJWE.maximumBytes)
        #expect(try Self.parsed(large).entries.count == 1)
        #expect(throws: MalformedMessage.self) { try Self.parsed(large + " ") }
    }

    @Test func `a token that a verifier would refuse cannot be made`() {
        let entry = VPToken.Entry(id: "a", texts: ["t"])
        #expect(throws: MalformedMessage.self) { try VPToken(entries: [], state: "s") }
        #expect(throws: MalformedMessage.self) { try VPToken(entries: [entry, entry], state: nil) }
        #expect(throws: MalformedMessage.self) { try VPToken(entries: [.init(id: "a", texts: [])], state: nil) }
        #expect(throws: MalformedMessage.self) { try VPToken(entries: [.init(id: "a b", texts: ["t"])], state: nil) }
        #expect(throws: MalformedMessage.self) { try VPToken(entries: [entry], state: "é") }
    }

    @Test func `no error repeats anything of the answer`() {
        for text in [#"{"vp_token":{"secret!":["t"]}}"#, #"{"vp_token":{"a":["secrét"]}}"#, #"{"vp_token":{"a":["t"]},"state":"secrét"}"#] {
            let error = #expect(throws: MalformedMessage.self) { try Self.parsed(text) }
            #expect(error?.reason.contains("secr") == false)
        }
    }

    // MARK: The form

    @Test func `the standard's encrypted answer is read from its form and opened`() throws {
        let jwe = """
            eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTEyOEdDTSIsImtpZCI6ImFjIiwiZXBrIjp7Imt0eSI6IkVDIiwieCI6Im5ubVZwbTNWM2piaGNhZl\
            FhUkJrU1ZOSGx3Wkh3dC05ck9wSnVmeVlJdWsiLCJ5IjoicjRmakRxd0p5czlxVU9QLV9iM21SNVNaRy0tQ3dPMm1pYzVWU05UWU45ZyIsImNy\
            diI6IlAtMjU2In19..uAYcHRUSSn2X0WPX.yVzlGSYG4qbg0bq18JcUiDRw56yVnbKR8E7S7YlEtzT00RqE3Pw5oTpUG3hdLN4taHZ9gC1kwak\
            8JOnJgQ.1wR024_3-qtAlx1oFIUpQQ
            """
        let key = try EncryptionPrivateKey(
            rawRepresentation: Base64URL.decode("Et-3ce0omz8_TuZ96Df9lp0GAaaDoUnDe6X-CRO7Aww"), keyID: "ac")
        guard case .answer(let received) = try AnswerForm.read(Array(("response=" + jwe).utf8)) else {
            Issue.record("not an answer")
            return
        }
        let token = try VPToken(parsing: received.open(with: key))
        #expect(token.entries == [.init(id: "example_credential_id", texts: ["eyJhb...YMetA"])] && token.state == nil)
    }

    @Test func `an answer is posted as one parameter, and the verifier opens what the wallet encrypted`() throws {
        let token = try VPToken(entries: [.init(id: "pid", texts: ["a~b~"])], state: "state-1")
        let jwe = try Self.sealed(token)
        let form = AnswerForm.answer(jwe)
        #expect(form.pairs.map(\.name) == ["response"] && form.encoded == "response=" + jwe.serialized)
        #expect(try AnswerForm.read(Array(form.encoded.utf8)) == .answer(jwe))
        #expect(try VPToken(parsing: jwe.open(with: VerifierWorld.verifier.encryptionKey)) == token)
        #expect(throws: JOSEError.self) { try jwe.open(with: VerifierWorld.otherVerifier.encryptionKey) }
        let further = form.encoded + "&state=other&session=1"
        #expect(try AnswerForm.read(Array(further.utf8)) == .answer(jwe))
    }

    @Test func `an error has its code and state and nothing else`() throws {
        #expect(AnswerForm.error(.accessDenied, state: "s-1").encoded == "error=access_denied&state=s-1")
        #expect(AnswerForm.error(.accessDenied, state: nil).encoded == "error=access_denied")
        for code in AuthorizationErrorCode.allCases {
            for state in [nil, "0123456789abcdef-._~"] {
                let form = AnswerForm.error(code, state: state)
                #expect(try AnswerForm.read(Array(form.encoded.utf8)) == .error(code, state: state))
            }
        }
        let described = "error=invalid_request&error_description=why%3F&state=s"
        #expect(try AnswerForm.read(Array(described.utf8)) == .error(.invalidRequest, state: "s"))
    }

    @Test func `a form that is neither an encrypted answer nor a known error is refused`() throws {
        let jwe = try Self.sealed(VPToken(entries: [.init(id: "pid", texts: ["a"])], state: nil)).serialized
        let parts = jwe.split(separator: ".", omittingEmptySubsequences: false)
        let bodies = [
            "", "response=", "state=s", "response=\(jwe)&error=access_denied", "response=\(jwe)&response=\(jwe)",
            "vp_token=%7B%22a%22%3A%5B%22t%22%5D%7D", "response=\(jwe)&vp_token=a", "response=a.b.c", "response=\(jwe).e30",
            "response=\(jwe)%", "response=" + parts.dropLast().joined(separator: "."), "RESPONSE=\(jwe)", "error=", "error=denied",
            "error=ACCESS_DENIED", "error=access_denied&state=a&state=b", "error=access_denied&error=access_denied",
            "error=access_denied&state=%C3%A9", "error=access_denied&vp_token=a", #"{"response":"\#(jwe)"}"#,
        ]
        for body in bodies { #expect(throws: MalformedMessage.self, "\(body)") { try AnswerForm.read(Array(body.utf8)) } }
    }

    @Test func `a form of more than a mebibyte is refused before it is parsed`() throws {
        let jwe = try Self.sealed(VPToken(entries: [.init(id: "pid", texts: ["a"])], state: nil))
        let form = AnswerForm.answer(jwe).encoded + "&filling="
        let filling = String(repeating: "f", count: AnswerForm.maximumBytes - form.utf8.count)
        #expect(try AnswerForm.read(Array((form + filling).utf8)) == .answer(jwe))
        #expect(throws: MalformedMessage.self) { try AnswerForm.read(Array((form + filling + "f").utf8)) }
    }

    private static func parsed(_ text: String) throws(MalformedMessage) -> VPToken { try VPToken(parsing: Array(text.utf8)) }

    private static func sealed(_ token: VPToken) throws -> CompactJWE {
        try CompactJWE.seal(token.encode(), to: VerifierWorld.verifier.encryptionKey.publicKey, with: .a256GCM)
    }
}
