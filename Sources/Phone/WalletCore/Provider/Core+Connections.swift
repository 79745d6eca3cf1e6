// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import WalletConfiguration
package import WalletInterface

extension Core {
    /// Requests public documents from the provider and the configuration server, and returns which server answers, and whether the phone's
    /// clock is wrong. Sends no wallet data and stores nothing.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func checkConnections() async throws(WalletCoreError) -> Connections {
        let wallet = try admitted(.checkConnections)
        let document = shared.configuration.document
        let network = wallet.context.bridges.network
        async let provider = Self.probe(document.provider.address, Endpoint.keys.path, "application/json", network)
        async let configuration = Self.probe(
            document.services.configuration, DocumentEndpoint.configuration.path, DocumentEndpoint.mediaType, network)
        return Connections(provider: await provider, configuration: await configuration, isClockWrong: isClockWrong())
    }

    /// The ID by which the help desk finds the provider's newest failure; nil if there was none in this process. Can be called in any
    /// state.
    package nonisolated var lastCorrelationID: String? { shared.lastFailure.correlationID }

    private static func probe(
        _ address: ServiceAddress, _ path: String, _ mediaType: String, _ network: any NetworkBridge
    ) async -> Connections.Answer {
        let request = NetworkRequest(
            method: .get, url: address.url.text + path, trustedRoots: address.tlsRoots, timeout: .seconds(5),
            maximumResponseSize: ConfigurationDocument.maximumTokenBytes)
        do throws(NetworkError) {
            let response = try await network.response(to: request)
            return response.status == 200 && response.mediaType == mediaType ? .works : .unreachable
        } catch {
            return error == .offline ? .offline : .unreachable
        }
    }
}
