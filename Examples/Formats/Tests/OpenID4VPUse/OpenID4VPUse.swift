// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VP
import Testing
import X509

// snippet.request
/// What a verifier asks, from the answer of the link's `request_uri`. Throws the reason why the wallet does not accept the request.
func request(
    of link: PresentationLink, in answer: VerifierAnswer, roots: [Certificate], walletNonce: String?, at now: Date
) async throws(RequestRefusal) -> PresentationRequest {
    let signed = try SignedRequest(answer)
    return try await signed.verified(roots: roots, clientID: link.clientID, walletNonce: walletNonce, at: now).request
}
// snippet.end

struct OpenID4VPUse {
    @Test func `a link is read, and an answer that is no request object is refused with a reason`() async throws {
        let link = try PresentationLink(
            parsing: "openid4vp://?client_id=x509_san_dns%3Ashop.example&request_uri=https%3A%2F%2Fshop.example%2F1"
                + "&request_uri_method=post")
        #expect(link.clientID.kind == .dnsName("shop.example"))
        #expect(link.isPost)

        let answer = VerifierAnswer(status: 200, mediaType: "text/html", body: [])
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        let error = await #expect(throws: RequestRefusal.self) {
            try await request(of: link, in: answer, roots: [], walletNonce: nil, at: time)
        }
        #expect(error?.reason == .requestMediaType)
        #expect(error?.isPosted == false)
    }
}
