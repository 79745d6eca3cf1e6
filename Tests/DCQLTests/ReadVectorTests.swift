// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import JSON
import SDJWT
import Testing

/// The seven examples of OpenID4VP 1.0 §6 (`Tests/Fixtures/DCQL`).
struct DCQLReadVectorTests {
    private static let names = [
        "claims_alternatives", "complex_mdoc", "credentials_alternatives", "multi_credentials", "simple", "simple_mdoc",
        "value_matching_simple",
    ]

    private func value(_ name: String) throws -> JSONValue {
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/DCQL/\(name).json").standardizedFileURL
        return try JSONValue(parsing: [UInt8](Data(contentsOf: file)))
    }

    private func query(_ name: String) throws -> DCQLQuery { try DCQLQuery(value(name)) }

    @Test(arguments: names)
    func `an example of the standard is read, kept as it is, and read again as the same`(_ name: String) throws {
        let value = try value(name)
        let query = try DCQLQuery(value)
        #expect(JSONValue.object(query.json) == value)
        #expect(try DCQLQuery(.object(query.json)) == query)
    }

    @Test(arguments: names)
    func `an example of the standard asks for the claims that its text shows`(_ name: String) throws {
        let claims = try query(name).credentials.map { $0.claims?.count }
        let expected: [String: [Int?]] = [
            "claims_alternatives": [5], "complex_mdoc": [3, 2, 3, 2], "credentials_alternatives": [3, 3, 2, 3, 1],
            "multi_credentials": [3, 2], "simple": [3], "simple_mdoc": [2], "value_matching_simple": [4],
        ]
        #expect(claims == expected[name])
    }

    @Test func `the simple examples have format, type and paths`() throws {
        let sdJWT = try #require(try query("simple").credentials.first)
        #expect(sdJWT.id == "my_credential" && sdJWT.format == .sdJWT(types: ["https://credentials.example.com/identity_credential"]))
        #expect(!sdJWT.isMultiple && sdJWT.requiresHolderBinding && sdJWT.authorities.isEmpty && sdJWT.claimSets == nil)
        let claims: [ClaimPath] = [["family_name"], ["given_name"], ["address", "street_address"]]
        #expect(sdJWT.claims?.map(\.path) == claims)
        let mdoc = try #require(try query("simple_mdoc").credentials.first)
        #expect(mdoc.format == .mdoc(documentType: "org.iso.7367.1.mVRC"))
        let elements: [ClaimPath] = [["org.iso.7367.1", "vehicle_holder"], ["org.iso.18013.5.1", "given_name"]]
        #expect(mdoc.claims?.map(\.path) == elements)
    }

    @Test func `values are kept with their claim`() throws {
        let claims = try #require(try query("value_matching_simple").credentials.first?.claims)
        let values: [[JSONValue]?] = [["Doe"], nil, nil, ["90210", "90211"]]
        #expect(claims.map(\.values) == values)
    }

    @Test func `claim sets are kept in the verifier's order`() throws {
        let query = try query("claims_alternatives")
        #expect(query.credentials.first?.claimSets == [[0, 2, 3, 4], [0, 1, 4]])
    }

    @Test func `sets are kept with their options, and are required unless they say otherwise`() throws {
        let alternatives = try #require(try query("credentials_alternatives").sets)
        let options = [[["pid"], ["other_pid"], ["pid_reduced_cred_1", "pid_reduced_cred_2"]], [["nice_to_have"]]]
        #expect(alternatives.map(\.options) == options)
        #expect(alternatives.map(\.isRequired) == [true, false])
        let complex = try #require(try query("complex_mdoc").sets)
        #expect(complex.map(\.options) == [[["mdl-id"], ["photo_card-id"]], [["mdl-address"], ["photo_card-address"]]])
        #expect(complex.map(\.isRequired) == [true, false])
        #expect(try query("multi_credentials").sets == nil)
    }
}
