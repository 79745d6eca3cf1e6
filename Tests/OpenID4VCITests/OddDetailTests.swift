// SPDX-License-Identifier: EUPL-1.2

import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Synchronization
import Testing

/// Odd entries of `authorization_details` in a token response (OpenID4VCI §6.2).
struct OddDetailTests {
    /// An entry that can be read.
    static func detail(_ kind: String, _ sets: JSONValue? = ["set"]) -> JSONValue {
        var entry: JSONObject = ["type": "openid_credential", "credential_configuration_id": .string(kind)]
        if let sets { entry.append("credential_identifiers", sets) }
        return .object(entry)
    }

    /// Entries of the kind `odd` that break a rule.
    static let named: [JSONValue] = [
        detail("odd", nil), detail("odd", []), detail("odd", "set"), detail("odd", ["a", "a"]), detail("odd", [1]),
        ["credential_configuration_id": "odd", "credential_identifiers": ["a"]],
        ["type": 1, "credential_configuration_id": "odd", "credential_identifiers": ["a"]],
    ]
    /// Entries whose kind cannot be read.
    static let nameless: [JSONValue] = [
        1, nil, [], [:], ["type": "openid_credential", "credential_identifiers": ["a"]],
        ["type": "openid_credential", "credential_configuration_id": 1, "credential_identifiers": ["a"]],
        ["type": "openid_credential", "credential_configuration_id": "", "credential_identifiers": ["a"]],
    ]
    static let odd = named + nameless

    private static func response(_ details: [JSONValue]) -> JSONObject {
        ["access_token": "a", "token_type": "DPoP", "authorization_details": .array(details)]
    }

    @Test(arguments: odd.indices) func `an odd entry is left out, and the others are read`(_ index: Int) throws {
        let answer = try TokenResponse(Self.response([Self.odd[index], Self.detail("pid"), ["type": "other"]]))
        #expect(answer.credentialIdentifiers == ["pid": ["set"]])
        #expect(answer.oddDetails.map(\.identifier) == [index < Self.named.count ? "odd" : nil])
        #expect(answer.oddDetails.allSatisfy { !$0.fault.reason.isEmpty })
        let again = try TokenResponse(parsing: answer.body)
        #expect(again == answer && Set([answer, again]).count == 1)
    }

    @Test func `a kind that stands twice is left out, once good and once odd too`() throws {
        for second in [Self.detail("twice"), Self.detail("twice", ["other"]), Self.detail("twice", nil)] {
            for details in [[Self.detail("twice"), second, Self.detail("pid")], [second, Self.detail("pid"), Self.detail("twice")]] {
                let answer = try TokenResponse(Self.response(details))
                #expect(answer.credentialIdentifiers == ["pid": ["set"]])
                #expect(answer.oddDetails.map(\.identifier) == ["twice"])
            }
        }
    }

    /// A session for `pid.sdjwt` whose token has these details; `set` is the data set of that kind.
    private static func walk(_ details: [JSONValue]) -> Walk {
        let server = TestServer()
        var walk = Walk.login(server)
        walk.tamper = { endpoint, response in
            guard endpoint == .token, let token = try? TokenResponse(parsing: response.body) else { return }
            server.state.withLock { state in
                guard let grant = state.tokens[token.accessToken] else { return }
                state.tokens[token.accessToken] = AccessGrant(
                    clientID: grant.clientID, dpopThumbprint: grant.dpopThumbprint, expiresAt: grant.expiresAt,
                    configurationIDs: grant.configurationIDs, dataSets: ["set": "pid.sdjwt"])
            }
            response = IssuanceResponse(json: token.json.with("authorization_details", .array(details)).encode())
        }
        return walk
    }

    @Test(arguments: odd.indices) func `an odd entry beside the kind that is asked for does not stop the issuance`(
        _ index: Int
    ) async throws {
        var walk = Self.walk([Self.odd[index], Self.detail("pid.sdjwt")])
        try await walk.run()
        #expect(walk.issued.map(\.configurationID) == ["pid.sdjwt"])
        #expect(walk.server.state.withLock { $0.orders.map(\.dataSet) } == ["set"])
    }

    @Test(
        arguments: [
            [detail("pid.sdjwt", nil)], [detail("pid.sdjwt", ["a", "a"]), detail("other")], [detail("pid.sdjwt"), detail("pid.sdjwt")],
            [detail("pid.sdjwt"), detail("pid.sdjwt", [1])], [1], [["type": "openid_credential", "credential_identifiers": ["set"]]],
            [detail("other", nil)], [detail("other")],
        ] as [[JSONValue]])
    func `an odd entry of the kind that is asked for, or no readable entry of it, ends the session before the credential request`(
        _ details: [JSONValue]
    ) async throws {
        var walk = Self.walk(details)
        await #expect(throws: IssuanceFailure.self) { try await walk.run() }
        guard case .failed(.malformedAnswer(.token, let reason)) = walk.client.step else {
            Issue.record("\(walk.client.step)")
            return
        }
        #expect(!reason.isEmpty)
        #expect(!walk.server.state.withLock(\.log).contains { $0.hasSuffix("/credential") })
    }
}
