// SPDX-License-Identifier: EUPL-1.2

import PhoneWeb
import WalletConfiguration

/// Servers that run elsewhere. Only their operators change them, so every change is refused.
struct ExternalWorld: World {
    let configuration: ConfigurationDocument
    /// The version of the app on the phone.
    let installed: @Sendable () -> String

    var state: WorldState { WorldState(appVersion: installed(), isElsewhere: true) }

    func link(_ link: SampleLink) -> String? { link.address(by: configuration) }

    func publish(_ policy: SamplePolicy) async throws(WorldError) { throw .notDone }

    func revokeWallet() async throws(WorldError) { throw .notDone }

    func revokeHolder() async throws(WorldError) { throw .notDone }

    func revokePID() async throws(WorldError) { throw .notDone }

    func revokeSolution() async throws(WorldError) { throw .notDone }
}
