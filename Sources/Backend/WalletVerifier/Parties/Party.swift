// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import OAuthMessages
package import OpenID4VP

/// A party that may ask: who it is to wallets, and what it may do here.
package struct Party: Sendable {
    /// The name, 1 to 64 ASCII letters, digits, `-` and `_`. In the store and in logs.
    package let name: String
    /// SHA-256 of the party's API key, 32 bytes. The key itself is nowhere.
    package let apiKeyHash: [UInt8]
    /// `client_id` of its requests.
    package let clientID: ClientIdentifier
    /// `x5c`: the access certificate and its chain in DER, without the root.
    package let certificates: [[UInt8]]
    /// The key of the access certificate.
    package let key: P256.Signing.PrivateKey
    /// The registration certificate, a compact JWS; nil without one.
    package let registration: String?
    /// The party's uses, at least one. A body without `use` is of the first.
    package let uses: [PartyUse]
    /// Where the party is told of ended sessions; nil for nowhere.
    package let webhook: PartyWebhook?
    /// The party's own name for the server, without a path at its end; nil for ``VerifierSettings/base``. People compare it with the address
    /// on another screen, so a party with a host of its own is not mistaken for its neighbours. Its host must be in the access certificate.
    package let base: HTTPSURL?

    /// A party; nothing is checked.
    package init(
        name: String, apiKeyHash: [UInt8], clientID: ClientIdentifier, certificates: [[UInt8]], key: P256.Signing.PrivateKey,
        registration: String?, uses: [PartyUse], webhook: PartyWebhook?, base: HTTPSURL? = nil
    ) {
        self.name = name
        self.apiKeyHash = apiKeyHash
        self.clientID = clientID
        self.certificates = certificates
        self.key = key
        self.registration = registration
        self.uses = uses
        self.webhook = webhook
        self.base = base
    }
}

/// A kind of request of a party.
package struct PartyUse: Sendable, Hashable {
    /// The name, as `use` in a body names it.
    package let name: String
    /// The ways in which its requests reach a wallet; at least one.
    package let sessionTypes: Set<SessionType>
    /// Where a browser may go after an answer: `return_url` must have one of these origins, and begin with its path.
    package let returnURLs: [HTTPSURL]
    /// True if a credential whose status is not known is accepted; the result says that it is unknown.
    package let acceptsUnknownStatus: Bool

    /// A use.
    package init(name: String, sessionTypes: Set<SessionType>, returnURLs: [HTTPSURL], acceptsUnknownStatus: Bool) {
        self.name = name
        self.sessionTypes = sessionTypes
        self.returnURLs = returnURLs
        self.acceptsUnknownStatus = acceptsUnknownStatus
    }
}

/// Where a party is told of ended sessions, and with which key its messages are authenticated.
package struct PartyWebhook: Sendable {
    /// The address.
    package let url: HTTPSURL
    /// The key of HMAC-SHA-256, at least 32 bytes, shared with the party.
    package let key: [UInt8]

    /// A webhook.
    package init(url: HTTPSURL, key: [UInt8]) {
        self.url = url
        self.key = key
    }
}
