// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier
import Testing

/// The body with which a party asks for a session, and the reasons for which it is refused.
struct RequestBodyTests {
    private static let query = #""dcql_query":{"credentials":[\#(AnswerMaker.sdJWT())]}"#

    private static func read(_ text: String) throws -> RequestBody { try RequestBody.read(JSONObject(parsing: Array(text.utf8))) }

    private static func faults(_ text: String) throws -> [String] {
        let error = try #require(throws: RequestFaults.self) { try read(text) }
        return error.all.map(\.description)
    }

    @Test func `a query is enough, and everything else is read if it is there`() throws {
        let body = try Self.read("{\(Self.query)}")
        #expect(body.query.credentials.map(\.id) == ["pid"] && body.returnURL == nil && body.use == nil && !body.evidence)
        let further = #","return_url":"https://shop.example/done","use":"age-18","evidence":true"#
        let sent = #","response_type":"vp_token","response_mode":"direct_post.jwt""#
        let whole = try Self.read("{\(Self.query)\(further)\(sent)}")
        #expect(whole.returnURL?.text == "https://shop.example/done" && whole.use == "age-18" && whole.evidence)
    }

    @Test func `members that would weaken the request, or that wallets refuse, are named`() throws {
        let keys = #"{"jwks":{"keys":[{"kty":"EC"}]}}"#
        let rows: [(member: String, faults: [String])] = [
            (#""response_mode":"direct_post""#, ["not_encrypted response_mode"]),
            (#""response_mode":"fragment""#, ["response_mode response_mode"]), (#""response_mode":1"#, ["response_mode response_mode"]),
            (#""response_type":"code""#, ["response_type response_type"]),
            (#""presentation_definition":{}"#, ["old_query presentation_definition"]), (#""scope":"pid""#, ["query_and_scope scope"]),
            (#""client_metadata":{}"#, ["no_client_metadata client_metadata"]),
            (#""client_metadata":null"#, ["no_client_metadata client_metadata"]),
            (#""client_metadata":\#(keys)"#, ["client_metadata client_metadata.jwks"]),
            (#""transaction_data":["e30"]"#, ["transaction_data transaction_data"]),
            (#""redirect_uri":"https://shop.example""#, ["redirect_uri redirect_uri"]), (#""nonce":"n""#, ["unknown_member nonce"]),
            (#""secret":1"#, ["unknown_member request"]), (#""return_url":"http://shop.example""#, ["request_malformed return_url"]),
            (#""return_url":null"#, ["request_malformed return_url"]), (#""use":"a b""#, ["request_malformed use"]),
            (#""use":"""#, ["request_malformed use"]), (#""evidence":"yes""#, ["request_malformed evidence"]),
        ]
        for (member, faults) in rows { #expect(try Self.faults("{\(Self.query),\(member)}") == faults, "\(member)") }
    }

    @Test func `however many unknown members there are, they are one fault`() throws {
        let unknown = (0..<1000).map { #""secret\#($0)":1"# }.joined(separator: ",")
        #expect(try Self.faults("{\(Self.query),\(unknown)}") == ["unknown_member request"])
    }

    @Test func `without a query that can be read there is no body`() throws {
        #expect(try Self.faults("{}") == ["no_query dcql_query"])
        #expect(try Self.faults(#"{"scope":"pid"}"#) == ["scope scope"])
        #expect(try Self.faults(#"{"presentation_definition":{"id":"1"}}"#) == ["old_query presentation_definition"])
        #expect(try Self.faults(#"{"dcql_query":[]}"#) == ["query_malformed dcql_query"])
        #expect(try Self.faults(#"{"dcql_query":{"credentials":[{"id":"a b"}]}}"#) == ["query_malformed credentials[0].id"])
        let many = (0...DCQLLimits.default.queries).map { AnswerMaker.sdJWT("q\($0)") }.joined(separator: ",")
        #expect(try Self.faults(#"{"dcql_query":{"credentials":[\#(many)]}}"#) == ["query_too_large credentials"])
    }

    @Test func `a member of the query that wallets ignore is a fault at its object`() throws {
        let claim = #"[{"path":["family_name"],"value":["x"]}]"#
        let credentials = [
            AnswerMaker.sdJWT("a", claims: claim), AnswerMaker.sdJWT("b", #","claim":[]"#),
            #"{"id":"c","format":"jwt_vc_json","meta":{"type_values":[["A"]]}}"#,
        ]
        let text = #"{"dcql_query":{"credentials":[\#(credentials.joined(separator: ","))],"purpose":"x"}}"#
        #expect(
            try Self.faults(text) == [
                "unknown_member dcql_query", "unknown_member credentials[0].claims[0]", "unknown_member credentials[1]",
            ])
    }

    @Test func `all faults are told at once, and none repeats the input`() throws {
        let text = #"{"secret":1,"response_mode":"direct_post","dcql_query":{"credentials":[]},"use":"secret secret"}"#
        let faults = try Self.faults(text)
        #expect(
            faults == [
                "unknown_member request", "not_encrypted response_mode", "query_malformed credentials", "request_malformed use",
            ])
    }
}
