// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import WalletConfiguration
package import WalletInterface

extension WalletCore {
    /// Asks the provider and the configuration server for what anybody may have, and says which of them answers. Nothing about the wallet is
    /// sent, and nothing is kept.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func checkConnections() async throws(WalletCoreError) -> Connections {
        let running = try admitted(.checkConnections)
        let document = configuration
        let network = running.bridges.network
        async let provider = Self.answer(of: document.provider.address, Endpoint.keys.path, "application/json", network)
        async let configuration = Self.answer(
            of: document.services.configuration, DocumentEndpoint.configuration.path, DocumentEndpoint.mediaType, network)
        return Connections(provider: await provider, configuration: await configuration)
    }

    /// What the help desk can find the provider's newest failure by; nil when there was none in this process. May be called in any state.
    package nonisolated var lastCorrelationID: String? { lastFailure.correlationID }

    private static func answer(
        of address: ServiceAddress, _ path: String, _ mediaType: String, _ network: any NetworkBridge
    ) async -> Connections.Answer {
        let request = NetworkRequest(
            method: .get, url: address.url.text + path, trustedRoots: address.tlsRoots, timeout: .seconds(5),
            maximumResponseSize: ConfigurationDocument.maximumTokenBytes)
        do throws(NetworkError) {
            let response = try await network.send(request)
            return response.status == 200 && response.mediaType == mediaType ? .works : .unreachable
        } catch {
            return error == .offline ? .offline : .unreachable
        }
    }
}
