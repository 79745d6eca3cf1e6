// SPDX-License-Identifier: EUPL-1.2

/// The phone's surroundings: the servers that the program runs, as far as the device column can change them.
///
/// Every change is made as an operator or user would make it. The phone is not notified: it learns of the change from the servers.
package protocol World: Sendable {
    /// A snapshot of the surroundings.
    var state: WorldState { get }

    /// Returns a link of a kind according to the configuration now served; nil when the configuration has no link of this kind.
    func link(_ link: SampleLink) -> String?

    /// Signs an update policy and serves it in place of the previous policy.
    ///
    /// - Throws: `WorldError` with `notDone`; the previous policy then stays.
    func publish(_ policy: SamplePolicy) async throws(WorldError)

    /// Revokes the wallet registered last, by its id, as an operator.
    ///
    /// - Throws: `WorldError` with `noWallet` or `notDone`.
    func revokeWallet() async throws(WorldError)

    /// Revokes all present and future wallets of the person whose PID is in the wallet registered last, as an operator.
    ///
    /// - Throws: `WorldError` with `noWallet`, `noPID` when the wallet has disclosed no PID's recovery code, or `notDone`.
    func revokeHolder() async throws(WorldError)

    /// Revokes all credentials of the person to whom a PID was issued last, as the issuer's operator.
    ///
    /// - Throws: `WorldError` with `noPID` or `notDone`.
    func revokePID() async throws(WorldError)

    /// Revokes all wallets permanently, as an operator.
    ///
    /// - Throws: `WorldError` with `notDone`.
    func revokeSolution() async throws(WorldError)

    /// Makes the verifiers behave in a way, from the next request on. `VerifierTrick.none` ends it.
    ///
    /// - Throws: `WorldError` with `notDone`, also where there are no verifiers.
    func play(_ trick: VerifierTrick) async throws(WorldError)
}

extension World {
    /// Refuses, as surroundings without verifiers do.
    package func play(_ trick: VerifierTrick) async throws(WorldError) { throw .notDone }
}

/// A snapshot of the phone's surroundings, as far as they are drawn.
package struct WorldState: Sendable, Hashable {
    /// The version of the app on the phone, such as `1.2.3`.
    package var appVersion: String
    /// The update policy now served; nil for a policy that is not one of the samples.
    package var policy: SamplePolicy?
    /// The policy's present effect on the app's version, in words; empty when unknown.
    package var verdict: String
    /// True if all wallets were revoked.
    package var isSolutionRevoked: Bool
    /// The address of the revocation portal; nil while it does not listen.
    package var portal: String?
    /// True if the servers run elsewhere: only their operators change them.
    package var isElsewhere: Bool
    /// True if there are verifiers that the device column can control.
    package var hasVerifiers: Bool
    /// The verifiers' behaviour.
    package var verifierTrick: VerifierTrick

    package init(
        appVersion: String = "", policy: SamplePolicy? = nil, verdict: String = "", isSolutionRevoked: Bool = false, portal: String? = nil,
        isElsewhere: Bool = false, hasVerifiers: Bool = false, verifierTrick: VerifierTrick = .none
    ) {
        self.appVersion = appVersion
        self.policy = policy
        self.verdict = verdict
        self.isSolutionRevoked = isSolutionRevoked
        self.portal = portal
        self.isElsewhere = isElsewhere
        self.hasVerifiers = hasVerifiers
        self.verifierTrick = verifierTrick
    }
}

/// The reason that an action on the surroundings failed. Nothing was changed.
package enum WorldError: Error, Sendable, Hashable {
    /// The provider has no wallet to revoke.
    case noWallet
    /// The issuer has issued no PID to revoke.
    case noPID
    /// A key or a database is not usable, or a disk is full.
    case notDone
}
