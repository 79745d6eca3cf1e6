// SPDX-License-Identifier: EUPL-1.2

import HSM
import Hummingbird
import JSON
import Logging
import OpenID4VCI
import ServerKit

/// The issuer's answers to failures outside the protocol's own errors.
enum IssuerErrorAnswers {
    /// Returns 503 if database or keys are unreachable, otherwise a bare status.
    static func answer(to error: any Error) -> ErrorAnswer {
        switch error {
        case is IssuerStoreError, is HSMError: ErrorAnswer(unavailable, metadata: ["error": "\(error)"])
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
