// SPDX-License-Identifier: EUPL-1.2

import HSM
import Hummingbird
import JOSE
import Logging
import OpenID4VCI
import ServerKit

/// What the issuer answers when something goes wrong outside the protocol's own errors.
enum IssuerRefusals {
    /// 503 when database or keys cannot be reached, else a bare status.
    static func refusal(_ error: any Error) -> Refusal {
        switch error {
        case is IssuerStoreError, is HSMError: Refusal(unavailable, metadata: ["error": "\(error)"])
        default: .bare(error)
        }
    }

    private static var unavailable: Response {
        var response = Response(
            IssuanceResponse(
                status: 503, json: (["error": .string(EndpointErrorCode.temporarilyUnavailable.rawValue)] as JSONObject).encode()))
        response.headers[.retryAfter] = "5"
        return response
    }
}
