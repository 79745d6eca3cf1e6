// SPDX-License-Identifier: EUPL-1.2

package import MDoc
package import OAuthMessages
package import X509

/// The settings of a ``VerifierDesk``.
package struct VerifierSettings: Sendable {
    /// The server's address without a path at its end, such as `https://verifier.example`. Its host must be in the certificates of parties
    /// that have no name of their own for the server (``Party/base``).
    package let base: HTTPSURL
    /// The part of links for wallets before the question mark, such as `openid4vp://` or `https://wallet.example/disclosure`.
    package let linkBase: String
    /// The roots of issuers of SD-JWTs.
    package let sdJWTRoots: [Certificate]
    /// The roots of issuers of mdocs.
    package let mdocRoots: [Certificate]
    /// The requirements on certificates of document signers.
    package let mdocProfile: DocumentSignerProfile
    /// For types of SD-JWTs the types that they extend, nearest first.
    package let types: [String: [String]]
    /// The times.
    package let times: SessionTimes
    /// Maximum number of open sessions of one party.
    package let maximumOpen: Int

    /// These settings.
    package init(
        base: HTTPSURL, linkBase: String, sdJWTRoots: [Certificate], mdocRoots: [Certificate], mdocProfile: DocumentSignerProfile,
        types: [String: [String]] = [:], times: SessionTimes = SessionTimes(), maximumOpen: Int = 1000
    ) {
        self.base = base
        self.linkBase = linkBase
        self.sdJWTRoots = sdJWTRoots
        self.mdocRoots = mdocRoots
        self.mdocProfile = mdocProfile
        self.types = types
        self.times = times
        self.maximumOpen = maximumOpen
    }
}

/// The times of sessions, in seconds.
package struct SessionTimes: Sendable, Hashable {
    /// From creation to the end of an open session.
    package var open: Int64 = 900
    /// From the end of a session to its removal; a result must be read in this time.
    package var ended: Int64 = 300
    /// The age at which the page draws a new QR code.
    package var link: Int64 = 10
    /// How much older a link may be when a wallet comes with it.
    package var linkTolerance: Int64 = 5
    /// From a claim of a webhook to the next attempt, if its sender dies.
    package var webhookClaim: Int64 = 60
    /// For how long a webhook is tried.
    package var webhook: Int64 = 86_400

    /// The usual times.
    package init() {}
}
