// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The refusal of a proof without a nonce, because its time is not the server's. The wallet can tell it from other refusals with the same
/// code, and ask its holder to set the clock.
package enum ClockRefusal {
    /// `error_description` of the response (RFC 6749 §5.2, RFC 6750 §3).
    package static let text = "the clock of the sender differs from the clock of the server"

    /// True if a response refuses a request because of the sender's clock.
    package static func isIn(_ response: IssuanceResponse) -> Bool {
        guard (400...499).contains(response.status), response.mediaType == MediaType.json,
            response.body.count <= EndpointError.maximumBodyBytes,
            case .string(let text)? = try? JSONObject(parsing: response.body)["error_description"]
        else { return false }
        return text.isExactly(Self.text)
    }
}
