// SPDX-License-Identifier: EUPL-1.2

/// What is around the phone and is not the phone: the servers that the program runs, as far as the device column can change them.
///
/// Whatever it does it does as their operators or users would; the phone hears of it in its own time.
package protocol World: Sendable {
    /// What stands around the phone now.
    var state: WorldState { get }

    /// A link of a kind, as the configuration that is served now has it; nil when it has none.
    func link(_ link: SampleLink) -> String?

    /// Signs an update policy and serves it in the place of the one before.
    ///
    /// - Throws: `WorldError` with `notDone`; the one before is then served still.
    func publish(_ policy: SamplePolicy) async throws(WorldError)

    /// Revokes the wallet that was registered last, by its id, as an operator.
    ///
    /// - Throws: `WorldError` with `noWallet` or `notDone`.
    func revokeWallet() async throws(WorldError)

    /// Revokes all wallets of the person whose PID is in the wallet that was registered last, those to come included, as an operator.
    ///
    /// - Throws: `WorldError` with `noWallet`, `noPID` when the wallet has disclosed no PID's recovery code, or `notDone`.
    func revokeHolder() async throws(WorldError)

    /// Revokes all credentials of the person to whom a PID was issued last, as the issuer's operator.
    ///
    /// - Throws: `WorldError` with `noPID` or `notDone`.
    func revokePID() async throws(WorldError)

    /// Revokes all wallets for good, as an operator.
    ///
    /// - Throws: `WorldError` with `notDone`.
    func revokeSolution() async throws(WorldError)
}

/// What stands around the phone at one moment, as far as it is drawn.
package struct WorldState: Sendable, Hashable {
    /// The version of the app on the phone, such as `1.2.3`.
    package var appVersion: String
    /// The update policy that is served; nil for one that a person made and that none of ours says.
    package var policy: SamplePolicy?
    /// What that policy says of the app's version at this moment, in words; empty when it cannot be told.
    package var verdict: String
    /// Whether all wallets were revoked.
    package var isSolutionRevoked: Bool
    /// Where the revocation portal is; nil while it does not listen.
    package var portal: String?

    /// A state.
    package init(
        appVersion: String = "", policy: SamplePolicy? = nil, verdict: String = "", isSolutionRevoked: Bool = false, portal: String? = nil
    ) {
        self.appVersion = appVersion
        self.policy = policy
        self.verdict = verdict
        self.isSolutionRevoked = isSolutionRevoked
        self.portal = portal
    }
}

/// Why the world did not do what it was asked. Nothing was changed.
package enum WorldError: Error, Sendable, Hashable {
    /// The provider knows no wallet that could be revoked.
    case noWallet
    /// The issuer has issued no PID that could be revoked.
    case noPID
    /// A key or a database cannot be used, or a disk is full.
    case notDone
}
