// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization

/// The provider's name and where it listens today.
///
/// Wallets know their provider by a URL that never changes. When another program has taken its port, the provider listens elsewhere, and the
/// phone's network leads there, as a name server would.
final class ProviderName: Sendable {
    /// The name: `https://localhost:port`.
    let url: String
    private let port: Mutex<Int>
    private let waiting: AsyncStream<Never>
    private let isListening: AsyncStream<Never>.Continuation

    /// - Parameter port: the one in the name.
    init(port: Int) {
        url = "https://localhost:\(port)"
        self.port = Mutex(port)
        (waiting, isListening) = AsyncStream.makeStream()
    }

    /// The provider listens here now.
    func listens(on port: Int) {
        self.port.withLock { $0 = port }
        isListening.finish()
    }

    /// Waits until the provider listens. For one caller; returns early when that one is cancelled.
    func listening() async {
        for await _ in waiting {}
    }

    /// Where a request to the provider goes today.
    func resolve(_ address: String) -> String {
        guard address.hasPrefix(url + "/") else { return address }
        return "https://localhost:\(port.withLock { $0 })" + address.dropFirst(url.count)
    }
}

/// The phone's network with the provider's name resolved.
struct ResolvingNetwork: NetworkBridge {
    let name: ProviderName
    let network: any NetworkBridge

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        var request = request
        request.url = name.resolve(request.url)
        return try await network.send(request)
    }
}

extension PlatformBridges {
    /// The same bridges, with requests to the provider led to where it listens.
    func resolving(_ name: ProviderName) -> PlatformBridges {
        PlatformBridges(
            attestedKey: attestedKey, encryptionKey: encryptionKey, biometrics: biometrics,
            network: ResolvingNetwork(name: name, network: network), clock: clock, utilities: utilities)
    }
}
