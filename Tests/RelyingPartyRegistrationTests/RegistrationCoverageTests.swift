// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import RelyingPartyRegistration
import SDJWT
import StatusList
import Testing

/// The claims that a request asks beyond the registration.
struct RegistrationCoverageTests {
    private func overAsked(_ query: DCQLQuery, registered: JSONValue = Registrar.credentials) throws -> [OverAskedClaim] {
        let certificate = try RegistrationCertificate(claims: Registrar.claims("credentials", registered))
        let verdict = Registrar.check().verdict(certificate, status: .valid, identifier: Registrar.shop, query: query)
        if case .overAsked(certificate, let claims) = verdict {
            #expect(!claims.isEmpty)
            return claims
        }
        #expect(verdict == .covered(certificate))
        return []
    }

    static let registered: [JSONValue] = [
        ["family_name"], ["address"], ["address", "street_address"], ["address", 0], ["address", nil], ["nationalities", nil],
        ["nationalities", 0], ["nationalities", 9, "code"], ["degrees", nil, "type"], ["degrees", 1, "type"], ["birthdate"],
    ]

    @Test(arguments: registered)
    func `a registered path, and every path below it, may be asked`(_ path: JSONValue) throws {
        #expect(try overAsked(Registrar.dcql(Registrar.query([path]))) == [])
    }

    static let beyond: [JSONValue] = [
        ["given_name"], ["Family_name"], ["family_name "], ["nationalities"], ["nationalities", "code"], ["degrees"], ["degrees", 1],
        ["degrees", nil], ["degrees", 1, "title"], ["eu.europa.ec.eudi.pid.1", "family_name"],
    ]

    @Test(arguments: beyond)
    func `another path, or one above a registered path, is named`(_ path: JSONValue) throws {
        let expected = OverAskedClaim(queryID: "pid", path: ClaimPath(claimsPath: path))
        #expect(try overAsked(Registrar.dcql(Registrar.query([path]))) == [expected])
    }

    @Test func `a registered index covers itself and what is below, not another index or every element`() throws {
        let registered: JSONValue = [
            ["format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:nl:1"]], "claim": [["path": ["nationalities", 0]]]]
        ]
        let query = try Registrar.dcql(
            Registrar.query([
                ["nationalities", 0], ["nationalities", 0, "code"], ["nationalities", 1], ["nationalities", nil], ["nationalities"],
            ]))
        let beyond: [ClaimPath?] = [["nationalities", 1], ["nationalities", nil], ["nationalities"]]
        #expect(try overAsked(query, registered: registered).map(\.path) == beyond)
    }

    @Test func `every over-asked claim is named once, in the query's order`() throws {
        let first = Registrar.query([["portrait"], ["family_name"], ["given_name"], ["portrait"]], id: "b")
        let second = Registrar.query([["portrait"]], id: "a")
        #expect(
            try overAsked(Registrar.dcql(first, second)) == [
                OverAskedClaim(queryID: "b", path: ["portrait"]), OverAskedClaim(queryID: "b", path: ["given_name"]),
                OverAskedClaim(queryID: "a", path: ["portrait"]),
            ])
    }

    @Test func `a query without claims needs its type only`() throws {
        #expect(try overAsked(Registrar.dcql(Registrar.query([]))) == [])
        let other = Registrar.query([], types: ["urn:eudi:pid:de:1"])
        #expect(try overAsked(Registrar.dcql(other)) == [OverAskedClaim(queryID: "pid", path: nil)])
        let any = Registrar.query([], types: [])
        #expect(try overAsked(Registrar.dcql(any)) == [OverAskedClaim(queryID: "pid", path: nil)])
    }

    @Test func `each type that a query accepts must be registered with the claim`() throws {
        let both: [JSONValue] = ["urn:eudi:pid:nl:1", "urn:eudi:pid:1"]
        #expect(try overAsked(Registrar.dcql(Registrar.query([["family_name"]], types: both))) == [])
        #expect(
            try overAsked(Registrar.dcql(Registrar.query([["birthdate"]], types: both)))
                == [OverAskedClaim(queryID: "pid", path: ["birthdate"])])
        let unregistered = Registrar.query([["family_name"]], types: both + ["urn:eudi:pid:de:1"])
        #expect(
            try overAsked(Registrar.dcql(unregistered)) == [
                OverAskedClaim(queryID: "pid", path: nil), OverAskedClaim(queryID: "pid", path: ["family_name"]),
            ])
    }

    @Test func `an mdoc is registered by its document type, and formats do not stand for each other`() throws {
        let name: JSONValue = ["eu.europa.ec.eudi.pid.1", "family_name"]
        func mdoc(_ type: JSONValue, _ path: JSONValue) -> JSONObject {
            ["id": "pid", "format": "mso_mdoc", "meta": ["doctype_value": type], "claims": [["path": path]]]
        }
        #expect(try overAsked(Registrar.dcql(mdoc("eu.europa.ec.eudi.pid.1", name))) == [])
        let portrait = try overAsked(Registrar.dcql(mdoc("eu.europa.ec.eudi.pid.1", ["eu.europa.ec.eudi.pid.1", "portrait"])))
        #expect(portrait == [OverAskedClaim(queryID: "pid", path: ["eu.europa.ec.eudi.pid.1", "portrait"])])
        #expect(try overAsked(Registrar.dcql(mdoc("urn:eudi:pid:nl:1", name))).first?.path == nil)
        #expect(try overAsked(Registrar.dcql(mdoc("urn:eudi:pid:nl:1", name))).count == 2)
        #expect(try overAsked(Registrar.dcql(Registrar.query([], types: ["eu.europa.ec.eudi.pid.1"]))).count == 1)
    }

    @Test func `without claim every claim is registered, with an empty one only the type`() throws {
        let query = try Registrar.dcql(Registrar.query([["portrait"], ["family_name"]]))
        let meta: JSONValue = ["vct_values": ["urn:eudi:pid:nl:1"]]
        #expect(try overAsked(query, registered: [["format": "dc+sd-jwt", "meta": meta]]) == [])
        #expect(try overAsked(query, registered: [["format": "dc+sd-jwt", "meta": meta, "claim": []]]).count == 2)
        #expect(try overAsked(query, registered: [["format": "dc+sd-jwt", "meta": meta, "claims": [["path": ["portrait"]]]]]).count == 1)
        #expect(try overAsked(query, registered: []).count == 3)
    }

    @Test func `of a format that the wallet does not know, format and claims are compared`() throws {
        let query: JSONObject = ["id": "x", "format": "ldp_vc", "meta": [:], "claims": [["path": ["name"]]]]
        let registered: JSONValue = [["format": "ldp_vc", "meta": [:], "claim": [["path": ["name"]]]]]
        #expect(try overAsked(Registrar.dcql(query), registered: registered) == [])
        #expect(try overAsked(Registrar.dcql(query)).count == 2)
    }

    @Test func `what is optional must be registered too`() throws {
        let query: JSONValue = [
            "credentials": [.object(Registrar.query([["family_name"]])), .object(Registrar.query([["portrait"]], id: "more"))],
            "credential_sets": [["options": [["pid"]]], ["options": [["more"]], "required": false]],
        ]
        #expect(try overAsked(DCQLQuery(query)) == [OverAskedClaim(queryID: "more", path: ["portrait"])])
    }
}
