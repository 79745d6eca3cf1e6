// SPDX-License-Identifier: EUPL-1.2

package import JSON
import OAuthMessages
package import OpenID4VP

/// A new session, for the party.
package struct CreatedSession: Sendable, Hashable {
    /// The id, 43 characters of base64url. Only the party learns it.
    package let id: String
    /// The address of the page to which the party sends the browser.
    package let page: String
    /// The end of the session, in seconds since 1970.
    package let expiresAt: Int64
}

/// The report to a party about its session. No personal data.
package struct SessionReport: Sendable, Hashable {
    /// The state; an open session whose time has passed is `expired`.
    package let state: SessionState
    /// How the request reached the wallet; nil until it was fetched.
    package let sessionType: SessionType?
    /// Why the session was declined or failed: the wallet's error code, or the refusal; nil otherwise.
    package let reason: String?
    /// True if the result waits to be read.
    package let hasResult: Bool
    /// The end of the session, in seconds since 1970.
    package let expiresAt: Int64
}

/// The result of a session. Holds personal data: never log it.
package struct SessionResult: Sendable, Hashable {
    /// The credentials: `[{id, format, type, claims, issuer?, expires_at?, status}]`.
    package let credentials: [JSONValue]
    /// The evidence as JSON, if the party asked for it.
    package let evidence: JSONObject?

    /// The body for the party: `{credentials, evidence?}`.
    package var json: JSONObject {
        var json: JSONObject = ["credentials": .array(credentials)]
        json.append("evidence", ifAny: evidence.map(JSONValue.object))
        return json
    }
}

/// The contents of the page in a browser.
package struct PageView: Sendable, Hashable {
    /// The state; an open session whose time has passed is `expired`.
    package let state: SessionState
    /// The name of the party, as its access certificate says it; nil if it says none.
    package let partyName: String?
    /// The link to open on this device; nil if the use has none, or a wallet has the request.
    package let sameDevice: WalletLink?
    /// The link for a QR code; nil if the use has none, or a wallet has the request.
    package let crossDevice: WalletLink?
    /// Where the browser goes on after an ended session; nil for nowhere. Only to the browser that began.
    package let next: String?
    /// The end of the session, in seconds since 1970.
    package let expiresAt: Int64
}

/// A link for a wallet.
package struct WalletLink: Sendable, Hashable {
    /// The link.
    package let text: String
    /// Seconds until the page should draw a new one; the link is good for some seconds longer.
    package let renewAfter: Int64
    /// The value `e` of the link, by which ``VerifierDesk/crossDeviceLink(_:ephemeral:)`` makes the same link again.
    package let ephemeral: String
}

/// The reply to an answer: 200 with `{redirect_uri?}`.
package struct AnswerReply: Sendable, Hashable {
    /// The address that the wallet opens on the same device; nil on another. It holds the `response_code`: never log it.
    package let redirectURI: String?
    /// The state of the session: `answered` or `declined`.
    package let state: SessionState

    /// The body.
    package var json: JSONObject {
        var json = JSONObject()
        json.append("redirect_uri", ifAny: redirectURI.map(JSONValue.string))
        return json
    }
}

/// The result of a sweep.
package struct SweepReport: Sendable, Hashable {
    /// Sessions that expired.
    package let expired: Int
    /// Sessions that were removed.
    package let removed: Int
}
