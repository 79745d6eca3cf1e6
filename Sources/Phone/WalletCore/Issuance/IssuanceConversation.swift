// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VCI
import OpenID4VCIWallet
import PlatformSupport
import WalletInterface

/// Sends requests of an issuance to the pinned servers and returns their answers.
struct IssuanceConversation: Sendable {
    let network: any NetworkBridge
    /// The only trusted roots, DER.
    let tlsRoots: [[UInt8]]

    /// Sends a request and waits for the whole answer. A redirect is an ordinary answer.
    ///
    /// - Throws: `noInternet`, `serverUnreachable`; the request may have arrived.
    func request(_ request: IssuanceRequest, timeout: Duration = .seconds(15)) async throws(WalletCoreError) -> IssuanceResponse {
        let response: NetworkResponse
        do throws(NetworkError) {
            response = try await network.response(
                to: NetworkRequest(
                    method: request.method == .get ? .get : .post, url: request.url.text,
                    headers: request.headers.fields.map { NetworkHeaderField($0.name, $0.value) }, body: request.body,
                    trustedRoots: tlsRoots, timeout: timeout, maximumResponseSize: request.maximumResponseSize))
        } catch {
            throw error == .offline
                ? WalletCoreError(.noInternet, "the device has no connection")
                : WalletCoreError(.serverUnreachable, "the issuer does not answer")
        }
        return IssuanceResponse(
            status: response.status, headers: HeaderFields(response.headers.map { HeaderFields.Field($0.name, $0.value) }),
            body: response.body)
    }
}

extension WalletCoreError {
    /// Maps a failure of the protocol to the problem that the user sees.
    init(_ failure: IssuanceFailure) {
        let problem: IssuanceProblem
        switch failure {
        case .unavailable(let endpoint):
            self.init(.serverUnreachable, "the issuer cannot answer now: \(endpoint.rawValue)")
            return
        case .outOfOrder, .otherKeys, .unfitProofs, .unfitTransactionCode, .transactionCodeRefused:
            self.init(.unexpected, "the issuance went out of order")
            return
        case .staleAttestation, .clockDiffers:
            self.init(.clockWrong, "a proof or a new attestation does not fit the phone's clock")
            return
        case .foreignRedirect: problem = .foreignRedirect
        case .refused(.authorization, .accessDenied), .refused(.authorization, .invalidRequestURI): problem = .loginStopped
        case .refused(.authorization, _), .refusedOtherwise(.authorization), .malformedRedirect: problem = .loginFailed
        // The code, the token or a nonce has expired, or was used by a request whose answer was lost.
        case .expired, .refused(_, .invalidGrant), .refused(_, .invalidToken), .refused(_, .invalidNonce): problem = .loginStopped
        case .wrongIssuer: problem = .wrongIssuer
        case .refused, .refusedOtherwise: problem = .refused
        case .malformedAnswer, .unsupported: problem = .unfitIssuer
        }
        self.init(.issuance(problem), "the issuance does not go on: \(failure.ruleName)")
    }
}

extension IssuanceFailure {
    /// The failure in terms of the standards, without any value of the messages.
    var ruleName: String {
        switch self {
        case .refused(let endpoint, let code): "\(endpoint.rawValue) \(code.rawValue)"
        case .refusedOtherwise(let endpoint), .wrongIssuer(let endpoint), .expired(let endpoint), .unavailable(let endpoint),
            .malformedAnswer(let endpoint, _):
            endpoint.rawValue
        case .unsupported(let feature): feature.rawValue
        default: "the session"
        }
    }
}
