// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import SDJWT
import Testing

/// Reading of queries: what is kept, and the fault of each broken rule.
struct DCQLReadTests {
    @Test func `members that are absent have the standard's defaults`() throws {
        let query = try ReadSample.query(#"{"credentials":[{"id":"a","format":"dc+sd-jwt","meta":{}}]}"#)
        #expect(query.sets == nil)
        let credential = CredentialQuery(
            id: "a", format: .sdJWT(types: []), isMultiple: false, authorities: [], requiresHolderBinding: true, claims: nil,
            claimSets: nil)
        #expect(query.credentials == [credential])
    }

    @Test func `every member is read`() throws {
        let query = try ReadSample.query(
            #"""
            {"credentials": [{"id": "a-Z_0", "format": "mso_mdoc", "meta": {"doctype_value": "org.example"}, "multiple": true,
              "trusted_authorities": [{"type": "aki", "values": ["s9tIpPmhxdiuNkHMEWNpYim8S8Y"]}, {"type": "other", "values": ["x", "y"]}],
              "require_cryptographic_holder_binding": false,
              "claims": [{"id": "c", "path": ["space", "element"], "values": ["", 0, -1, true], "intent_to_retain": true},
                         {"id": "d", "path": ["space", "other"]}],
              "claim_sets": [["d", "c"], ["d"]]}],
             "credential_sets": [{"options": [["a-Z_0"]], "required": true}]}
            """#)
        let claims = [
            ClaimQuery(id: "c", path: ["space", "element"], values: ["", 0, -1, true], intendsToRetain: true),
            ClaimQuery(id: "d", path: ["space", "other"], values: nil, intendsToRetain: nil),
        ]
        let authorities = [
            TrustedAuthority(type: "aki", values: ["s9tIpPmhxdiuNkHMEWNpYim8S8Y"]), TrustedAuthority(type: "other", values: ["x", "y"]),
        ]
        let credential = CredentialQuery(
            id: "a-Z_0", format: .mdoc(documentType: "org.example"), isMultiple: true, authorities: authorities,
            requiresHolderBinding: false, claims: claims, claimSets: [[1, 0], [1]])
        #expect(query.credentials == [credential])
        #expect(query.sets == [CredentialSet(options: [["a-Z_0"]], isRequired: true)])
    }

    @Test func `paths of an SD-JWT have names, indexes and null`() throws {
        let query = try ReadSample.query(
            ReadSample.sdJWT(#""claims":[{"path":["degrees",null,"type"]},{"path":["nationalities",0]},{"path":[""]}]"#))
        let paths: [ClaimPath] = [["degrees", nil, "type"], ["nationalities", 0], [""]]
        #expect(query.credentials.first?.claims?.map(\.path) == paths)
    }

    @Test func `a query for an unknown format is read with its meta`() throws {
        let text = #"{"credentials":[{"id":"a","format":"ldp_vc","meta":{"type_values":[["x"]]},"claims":[{"path":["a",0,null]}]}]}"#
        let query = try ReadSample.query(text)
        #expect(query.credentials.first?.format == .other("ldp_vc"))
        #expect(try JSONValue.object(query.json) == ReadSample.value(text))
    }

    @Test func `unknown members are ignored on every level and not kept`() throws {
        let odd = try ReadSample.query(
            #"""
            {"x": 1, "credentials": [{"x": null, "id": "a", "format": "dc+sd-jwt", "meta": {"vct_values": ["t"], "doctype_value": 7},
              "trusted_authorities": [{"type": "aki", "x": [], "values": ["v"]}],
              "claims": [{"path": ["p"], "x": {}, "intent_to_retain": "odd"}]}], "credential_sets": [{"options": [["a"]], "x": "y"}]}
            """#)
        let kept = try ReadSample.value(
            #"""
            {"credentials": [{"id": "a", "format": "dc+sd-jwt", "meta": {"vct_values": ["t"]},
              "trusted_authorities": [{"type": "aki", "values": ["v"]}], "claims": [{"path": ["p"], "intent_to_retain": "odd"}]}],
             "credential_sets": [{"options": [["a"]]}]}
            """#)
        #expect(JSONValue.object(odd.json) == kept)
        #expect(odd.credentials.first?.claims?.first?.intendsToRetain == nil)
    }

    @Test func `a claim that is asked for twice, and an id that is named twice, are read`() throws {
        let query = try ReadSample.query(
            ReadSample.sdJWT(#""claims":[{"id":"x","path":["p"]},{"id":"y","path":["p"]}],"claim_sets":[["x","x"],["y"]]"#))
        #expect(query.credentials.first?.claims?.count == 2)
        #expect(query.credentials.first?.claimSets == [[0, 0], [1]])
    }

    private static let faults: [(text: String, reason: DCQLFault.Reason, member: String)] = [
        ("[]", .malformed, "dcql_query"),
        ("null", .malformed, "dcql_query"),
        ("{}", .missing, "credentials"),
        (#"{"credentials":null}"#, .malformed, "credentials"),
        (#"{"credentials":[]}"#, .malformed, "credentials"),
        (#"{"credentials":{}}"#, .malformed, "credentials"),
        (#"{"credentials":["a"]}"#, .malformed, "credentials[0]"),
        (#"{"credentials":[{"format":"dc+sd-jwt","meta":{}}]}"#, .missing, "credentials[0].id"),
        (#"{"credentials":[{"id":"","format":"dc+sd-jwt","meta":{}}]}"#, .malformed, "credentials[0].id"),
        (#"{"credentials":[{"id":1,"format":"dc+sd-jwt","meta":{}}]}"#, .malformed, "credentials[0].id"),
        (#"{"credentials":[{"id":"a b","format":"dc+sd-jwt","meta":{}}]}"#, .malformed, "credentials[0].id"),
        (#"{"credentials":[{"id":"a.b","format":"dc+sd-jwt","meta":{}}]}"#, .malformed, "credentials[0].id"),
        (#"{"credentials":[{"id":"é","format":"dc+sd-jwt","meta":{}}]}"#, .malformed, "credentials[0].id"),
        (#"{"credentials":[{"id":"\u212a","format":"dc+sd-jwt","meta":{}}]}"#, .malformed, "credentials[0].id"),
        (#"{"credentials":[{"id":"a","meta":{}}]}"#, .missing, "credentials[0].format"),
        (#"{"credentials":[{"id":"a","format":"","meta":{}}]}"#, .malformed, "credentials[0].format"),
        (#"{"credentials":[{"id":"a","format":null,"meta":{}}]}"#, .malformed, "credentials[0].format"),
        (#"{"credentials":[{"id":"a","format":"dc+sd-jwt"}]}"#, .missing, "credentials[0].meta"),
        (#"{"credentials":[{"id":"a","format":"x","meta":[]}]}"#, .malformed, "credentials[0].meta"),
        (#"{"credentials":[{"id":"a","format":"dc+sd-jwt","meta":{"vct_values":"t"}}]}"#, .malformed, "credentials[0].meta.vct_values"),
        (#"{"credentials":[{"id":"a","format":"dc+sd-jwt","meta":{"vct_values":[]}}]}"#, .malformed, "credentials[0].meta.vct_values"),
        (
            #"{"credentials":[{"id":"a","format":"dc+sd-jwt","meta":{"vct_values":["t",1]}}]}"#, .malformed,
            "credentials[0].meta.vct_values[1]"
        ),
        (
            #"{"credentials":[{"id":"a","format":"mso_mdoc","meta":{"doctype_value":[]}}]}"#, .malformed,
            "credentials[0].meta.doctype_value"
        ),
        (
            #"{"credentials":[{"id":"a","format":"mso_mdoc","meta":{"doctype_value":""}}]}"#, .malformed,
            "credentials[0].meta.doctype_value"
        ),
        (
            #"{"credentials":[{"id":"a","format":"x","meta":{}},{"id":"a","format":"y","meta":{}}]}"#, .duplicateID, "credentials[1].id"
        ),
        (ReadSample.sdJWT(#""multiple":"true""#), .malformed, "credentials[0].multiple"),
        (ReadSample.sdJWT(#""multiple":null"#), .malformed, "credentials[0].multiple"),
        (
            ReadSample.sdJWT(#""require_cryptographic_holder_binding":1"#), .malformed,
            "credentials[0].require_cryptographic_holder_binding"
        ),
        (ReadSample.sdJWT(#""trusted_authorities":[]"#), .malformed, "credentials[0].trusted_authorities"),
        (ReadSample.sdJWT(#""trusted_authorities":[1]"#), .malformed, "credentials[0].trusted_authorities[0]"),
        (ReadSample.sdJWT(#""trusted_authorities":[{"values":["v"]}]"#), .missing, "credentials[0].trusted_authorities[0].type"),
        (
            ReadSample.sdJWT(#""trusted_authorities":[{"type":"","values":["v"]}]"#), .malformed,
            "credentials[0].trusted_authorities[0].type"
        ),
        (ReadSample.sdJWT(#""trusted_authorities":[{"type":"aki"}]"#), .missing, "credentials[0].trusted_authorities[0].values"),
        (
            ReadSample.sdJWT(#""trusted_authorities":[{"type":"aki","values":[]}]"#), .malformed,
            "credentials[0].trusted_authorities[0].values"
        ),
        (
            ReadSample.sdJWT(#""trusted_authorities":[{"type":"aki","values":["v",""]}]"#), .malformed,
            "credentials[0].trusted_authorities[0].values[1]"
        ),
    ]

    @Test(arguments: faults)
    func `a broken rule of a credential query is named with its member`(
        _ row: (text: String, reason: DCQLFault.Reason, member: String)
    ) throws {
        #expect(try ReadSample.fault(ReadSample.value(row.text)) == DCQLFault(reason: row.reason, member: row.member))
    }

    private static let claimFaults: [(text: String, reason: DCQLFault.Reason, member: String)] = [
        (ReadSample.sdJWT(#""claims":[]"#), .malformed, "credentials[0].claims"),
        (ReadSample.sdJWT(#""claims":{"path":["p"]}"#), .malformed, "credentials[0].claims"),
        (ReadSample.sdJWT(#""claims":[["p"]]"#), .malformed, "credentials[0].claims[0]"),
        (ReadSample.sdJWT(#""claims":[{"id":"","path":["p"]}]"#), .malformed, "credentials[0].claims[0].id"),
        (ReadSample.sdJWT(#""claims":[{"id":"a/b","path":["p"]}]"#), .malformed, "credentials[0].claims[0].id"),
        (ReadSample.sdJWT(#""claims":[{"id":"x","path":["p"]},{"id":"x","path":["q"]}]"#), .duplicateID, "credentials[0].claims[1].id"),
        (ReadSample.sdJWT(#""claims":[{"id":"x"}]"#), .missing, "credentials[0].claims[0].path"),
        (ReadSample.sdJWT(#""claims":[{"path":[]}]"#), .path, "credentials[0].claims[0].path"),
        (ReadSample.sdJWT(#""claims":[{"path":"p"}]"#), .path, "credentials[0].claims[0].path"),
        (ReadSample.sdJWT(#""claims":[{"path":null}]"#), .path, "credentials[0].claims[0].path"),
        (ReadSample.sdJWT(#""claims":[{"path":["p"]},{"path":["p",-1]}]"#), .path, "credentials[0].claims[1].path"),
        (ReadSample.sdJWT(#""claims":[{"path":["p",1.0]}]"#), .path, "credentials[0].claims[0].path"),
        (ReadSample.sdJWT(#""claims":[{"path":["p",true]}]"#), .path, "credentials[0].claims[0].path"),
        (ReadSample.sdJWT(#""claims":[{"path":["p",["q"]]}]"#), .path, "credentials[0].claims[0].path"),
        (ReadSample.mdoc(#""claims":[{"path":["p"]}]"#), .path, "credentials[0].claims[0].path"),
        (ReadSample.mdoc(#""claims":[{"path":["p","q","r"]}]"#), .path, "credentials[0].claims[0].path"),
        (ReadSample.mdoc(#""claims":[{"path":["p",0]}]"#), .path, "credentials[0].claims[0].path"),
        (ReadSample.mdoc(#""claims":[{"path":["p",null]}]"#), .path, "credentials[0].claims[0].path"),
        (ReadSample.mdoc(#""claims":[{"path":[null,"q"]}]"#), .path, "credentials[0].claims[0].path"),
        (ReadSample.mdoc(#""claims":[{"path":["p","q"],"intent_to_retain":0}]"#), .malformed, "credentials[0].claims[0].intent_to_retain"),
        (ReadSample.sdJWT(#""claims":[{"path":["p"],"values":[]}]"#), .values, "credentials[0].claims[0].values"),
        (ReadSample.sdJWT(#""claims":[{"path":["p"],"values":"v"}]"#), .values, "credentials[0].claims[0].values"),
        (ReadSample.sdJWT(#""claims":[{"path":["p"],"values":null}]"#), .values, "credentials[0].claims[0].values"),
        (ReadSample.sdJWT(#""claims":[{"path":["p"],"values":["v",null]}]"#), .values, "credentials[0].claims[0].values[1]"),
        (ReadSample.sdJWT(#""claims":[{"path":["p"],"values":[1.0]}]"#), .values, "credentials[0].claims[0].values[0]"),
        (ReadSample.sdJWT(#""claims":[{"path":["p"],"values":[["v"]]}]"#), .values, "credentials[0].claims[0].values[0]"),
        (ReadSample.sdJWT(#""claims":[{"path":["p"],"values":[{}]}]"#), .values, "credentials[0].claims[0].values[0]"),
        (ReadSample.sdJWT(#""claim_sets":[["x"]]"#), .claimSetsWithoutClaims, "credentials[0].claim_sets"),
        (ReadSample.sdJWT(#""claims":[{"id":"x","path":["p"]}],"claim_sets":[]"#), .malformed, "credentials[0].claim_sets"),
        (ReadSample.sdJWT(#""claims":[{"id":"x","path":["p"]}],"claim_sets":["x"]"#), .malformed, "credentials[0].claim_sets[0]"),
        (ReadSample.sdJWT(#""claims":[{"id":"x","path":["p"]}],"claim_sets":[["x"],[]]"#), .malformed, "credentials[0].claim_sets[1]"),
        (ReadSample.sdJWT(#""claims":[{"id":"x","path":["p"]}],"claim_sets":[[0]]"#), .malformed, "credentials[0].claim_sets[0][0]"),
        (
            ReadSample.sdJWT(#""claims":[{"id":"x","path":["p"]}],"claim_sets":[["x","y"]]"#), .unknownID,
            "credentials[0].claim_sets[0][1]"
        ),
        (
            ReadSample.sdJWT(#""claims":[{"id":"x","path":["p"]},{"path":["q"]}],"claim_sets":[["x"]]"#), .missing,
            "credentials[0].claims[1].id"
        ),
    ]

    @Test(arguments: claimFaults)
    func `a broken rule of a claim is named with its member`(
        _ row: (text: String, reason: DCQLFault.Reason, member: String)
    ) throws {
        #expect(try ReadSample.fault(ReadSample.value(row.text)) == DCQLFault(reason: row.reason, member: row.member))
    }

    private static let setFaults: [(text: String, reason: DCQLFault.Reason, member: String)] = [
        (ReadSample.sets("[]"), .malformed, "credential_sets"),
        (ReadSample.sets("null"), .malformed, "credential_sets"),
        (ReadSample.sets(#"["a"]"#), .malformed, "credential_sets[0]"),
        (ReadSample.sets("[{}]"), .missing, "credential_sets[0].options"),
        (ReadSample.sets(#"[{"options":[]}]"#), .malformed, "credential_sets[0].options"),
        (ReadSample.sets(#"[{"options":["a"]}]"#), .malformed, "credential_sets[0].options[0]"),
        (ReadSample.sets(#"[{"options":[["a"],[]]}]"#), .malformed, "credential_sets[0].options[1]"),
        (ReadSample.sets(#"[{"options":[["a",null]]}]"#), .malformed, "credential_sets[0].options[0][1]"),
        (ReadSample.sets(#"[{"options":[["a","b b"]]}]"#), .malformed, "credential_sets[0].options[0][1]"),
        (ReadSample.sets(#"[{"options":[["a"]]},{"options":[["b"],["a","c"]]}]"#), .unknownID, "credential_sets[1].options[1][1]"),
        (ReadSample.sets(#"[{"options":[["a"]],"required":"no"}]"#), .malformed, "credential_sets[0].required"),
    ]

    @Test(arguments: setFaults)
    func `a broken rule of a set is named with its member`(
        _ row: (text: String, reason: DCQLFault.Reason, member: String)
    ) throws {
        #expect(try ReadSample.fault(ReadSample.value(row.text)) == DCQLFault(reason: row.reason, member: row.member))
    }

    @Test func `a fault contains no text of the query`() throws {
        let text = ReadSample.sdJWT(#""canary":2,"claims":[{"canary":1,"path":["canary"],"values":["canary",0.5]}]"#)
        let fault = try #require(try ReadSample.fault(ReadSample.value(text)))
        #expect(!fault.description.contains("canary"))
        #expect(fault.description == "unusable query: values at credentials[0].claims[0].values[1]")
    }

    @Test func `a query for one claim alone gives the claim`() throws {
        let query = try ReadSample.query(ReadSample.sdJWT(#""claims":[{"path":["bsn"]}]"#))
        #expect(query.asksForExactlyOneClaim?.path == ClaimPath(["bsn"]) && query.asksForExactlyOneClaim?.query.id == "a")
        let twice = try ReadSample.query(ReadSample.sdJWT(#""claims":[{"path":["bsn"]},{"path":["bsn"]}]"#))
        #expect(twice.asksForExactlyOneClaim?.path == ClaimPath(["bsn"]))
    }

    @Test(arguments: [
        #"{"credentials":[{"id":"a","format":"dc+sd-jwt","meta":{}}]}"#,
        ReadSample.sdJWT(#""claims":[{"path":["bsn"]},{"path":["name"]}]"#),
        ReadSample.sdJWT(#""multiple":true,"claims":[{"path":["bsn"]}]"#),
        ReadSample.sdJWT(#""claims":[{"id":"x","path":["bsn"]}],"claim_sets":[["x"]]"#),
        #"""
        {"credentials":[{"id":"a","format":"dc+sd-jwt","meta":{},"claims":[{"path":["bsn"]}]}],"credential_sets":[{"options":[["a"]]}]}
        """#,
        #"""
        {"credentials":[{"id":"a","format":"dc+sd-jwt","meta":{},"claims":[{"path":["bsn"]}]},{"id":"b","format":"mso_mdoc","meta":{}}]}
        """#,
    ])
    func `a query for anything but one claim gives none`(_ text: String) throws {
        #expect(try ReadSample.query(text).asksForExactlyOneClaim == nil)
    }
}
