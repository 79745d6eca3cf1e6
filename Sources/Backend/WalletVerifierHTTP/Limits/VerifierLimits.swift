// SPDX-License-Identifier: EUPL-1.2

package import ServerKit

/// The limits on one process's requests: of an address, of a party, and of a session.
package struct VerifierLimits: Sendable {
    /// The limits of addresses. Answers of wallets are the costly requests.
    let addresses: RequestLimits
    /// The limit of requests with a party's API key.
    let parties: RequestLimits
    /// The limit of requests with a session's page token or wallet token.
    let sessions: RequestLimits

    /// No limits.
    package static let none = VerifierLimits(addresses: .none, parties: .none, sessions: .none)

    /// Requests of any kind per address in a minute. A page asks every two seconds, so 200 open pages stay below this limit.
    package static let standardPerAddress = 6000
    /// Answers per address in a minute.
    package static let standardAnswersPerAddress = 600
    /// Answers of all addresses together in a minute.
    package static let standardAnswers = 6000
    /// Requests of a party in a minute.
    package static let standardPerParty = 6000
    /// Requests to the page of one session, and to its request and answer, in a minute each. A page asks 30 times a minute.
    package static let standardPerSession = 120

    /// Creates limits, each in requests per minute; 0 disables a limit.
    ///
    /// - Parameter trustedProxies: the proxies whose forwarded client addresses are trusted.
    /// - Throws: `RequestLimitError` for a number below 0 or above a million.
    package init(
        perAddress: Int = standardPerAddress, answersPerAddress: Int = standardAnswersPerAddress, answers: Int = standardAnswers,
        perParty: Int = standardPerParty, perSession: Int = standardPerSession, trustedProxies: TrustedProxies = .none
    ) throws {
        self.init(
            addresses: try RequestLimits(
                perAddress: perAddress, costlyPerAddress: answersPerAddress, costlyInAll: answers, trustedProxies: trustedProxies),
            parties: try RequestLimits(perAddress: perParty, costlyPerAddress: 0, costlyInAll: 0, trustedProxies: .none),
            sessions: try RequestLimits(perAddress: perSession, costlyPerAddress: 0, costlyInAll: 0, trustedProxies: .none))
    }

    private init(addresses: RequestLimits, parties: RequestLimits, sessions: RequestLimits) {
        self.addresses = addresses
        self.parties = parties
        self.sessions = sessions
    }
}
