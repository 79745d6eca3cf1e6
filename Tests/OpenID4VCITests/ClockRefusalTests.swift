// SPDX-License-Identifier: EUPL-1.2

import JSON
import OpenID4VCI
import Testing

/// The refusal that names the sender's clock.
struct ClockRefusalTests {
    @Test func `the refusal has the code of the standard and the description, in the challenge, too`() throws {
        let response = EndpointError(.clock, of: .dpop).response(at: .credential, dpopNonce: "n")
        #expect(response.status == 401)
        #expect(
            response.headers.values("WWW-Authenticate") == [
                #"DPoP error="invalid_dpop_proof", error_description="the clock of the sender differs from the clock of the server", algs="ES256""#
            ])
        let body = try JSONObject(parsing: response.body)
        #expect(body["error"] == "invalid_dpop_proof" && body["error_description"] == .string(ClockRefusal.text))
        #expect(ReceivedError(response, at: .credential) == .code(.invalidDPoPProof))
        #expect(ClockRefusal.isIn(response))
    }

    @Test(arguments: TokenFault.allCases.filter { $0 != .clock }) func `no other fault is described`(_ fault: TokenFault) {
        for token in [RefusedToken.dpop, .attestation, .proof] {
            let response = EndpointError(fault, of: token).response(at: token == .proof ? .credential : .token)
            #expect(!ClockRefusal.isIn(response))
            #expect((try? JSONObject(parsing: response.body))?["error_description"] == nil)
        }
    }

    @Test func `other answers are not about the clock`() {
        let described: JSONObject = ["error": "invalid_proof", "error_description": .string(ClockRefusal.text)]
        let others: [IssuanceResponse] = [
            IssuanceResponse(json: described.encode()),
            IssuanceResponse(status: 500, json: described.encode()),
            IssuanceResponse(status: 400, json: (["error_description": "set the clock"] as JSONObject).encode()),
            IssuanceResponse(status: 400, json: (["error_description": 1] as JSONObject).encode()),
            IssuanceResponse(status: 400, json: Array("[]".utf8)),
            IssuanceResponse(status: 400),
        ]
        for (index, response) in others.enumerated() { #expect(!ClockRefusal.isIn(response), "\(index)") }
        #expect(ClockRefusal.isIn(IssuanceResponse(status: 400, json: described.encode())))
    }
}
