// SPDX-License-Identifier: EUPL-1.2

import OAuthMessages
import OpenID4VP
import PlatformSupport
import WalletConfiguration

/// Sends messages of sharing to verifiers below the configured roots. A redirect is an ordinary answer and is not followed.
struct SharingConversation: Sendable {
    let network: any NetworkBridge
    let settings: SharingSettings

    /// Sends a message and waits for the whole answer.
    ///
    /// - Throws: `NetworkError`; after `lost` the message may have arrived.
    func send(_ request: WalletRequest, timeout: Duration = .seconds(15)) async throws(NetworkError) -> VerifierAnswer {
        var headers = [NetworkHeaderField("Accept", request.accept)]
        if let type = request.contentType { headers.append(NetworkHeaderField("Content-Type", type)) }
        let response = try await network.response(
            to: NetworkRequest(
                method: request.isPost ? .post : .get, url: request.url.text, headers: headers, body: request.body,
                trustedRoots: settings.tlsRoots, timeout: timeout, maximumResponseSize: request.maximumAnswerBytes))
        return VerifierAnswer(status: response.status, mediaType: response.mediaType, body: response.body)
    }
}
