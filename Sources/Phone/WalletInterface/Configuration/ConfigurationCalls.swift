// SPDX-License-Identifier: EUPL-1.2

package import WalletConfiguration

/// The signed configuration and the update policy (PF1.4).
package protocol ConfigurationCalls: Sendable {
    /// Observes the configuration: the active configuration, then every new configuration.
    func setConfigurationStream() async throws -> AsyncStream<AppConfiguration>
    /// Observes the update policy's verdict on this version: the present verdict, then every change.
    func setUpdatePolicyStream() async throws -> AsyncStream<UpdateVerdict>
    /// Returns the update policy's verdict on this version (PF1.4/1.1).
    func applyUpdatePolicy() async throws -> UpdateVerdict
    /// Returns true if the policy has expired: then nothing unlocks the wallet until PF1.4 has renewed it.
    func isUpdatePolicyExpired() async throws -> Bool
}
