// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VP
import OpenID4VPWallet
import StatusList
import Testing

// snippet.receive
/// Fetches what a link asks, until the person must decide. `status` looks up the entry of the verifier's registration.
func receive(
    _ session: inout PresentationClient, now: () -> Date, send: (WalletRequest) async throws -> VerifierAnswer,
    status: (StatusListReference) async -> TokenStatus?
) async throws -> ReceivedRequest? {
    while true {
        switch session.step {
        case .fetch(let request):
            let answer = try await send(request)
            try await session.receiveRequest(answer, at: now())
        case .fetchStatus(let reference):
            let entry = await status(reference)
            try session.receiveStatus(entry)
        case .decide(let received): return received
        default: return nil
        }
    }
}
// snippet.end

struct OpenID4VPWalletUse {
    @Test func `a wallet asks for the request of a link, and a session that is over has nothing to send`() async throws {
        let link = try PresentationLink(
            parsing: "openid4vp://?client_id=x509_san_dns%3Ashop.example&request_uri=https%3A%2F%2Fshop.example%2F1"
                + "&request_uri_method=post")
        var session = PresentationClient(
            link: link, arrivedBy: .sameDevice, settings: WalletSettings(accessRoots: [], registrarRoots: []),
            random: { [UInt8](repeating: 7, count: $0) })

        var sent: [WalletRequest] = []
        let failure = await #expect(throws: PresentationFailure.self) {
            try await receive(
                &session, now: { Date(timeIntervalSince1970: 1_800_000_000) },
                send: { request in
                    sent.append(request)
                    return VerifierAnswer(status: 404, mediaType: "", body: [])
                }, status: { _ in nil })
        }
        #expect(sent.map(\.isPost) == [true])
        #expect(failure == .sessionOver)
        #expect(session.step == .failed(.sessionOver))
        #expect(session.decline(.stopped) == nil)
    }
}
