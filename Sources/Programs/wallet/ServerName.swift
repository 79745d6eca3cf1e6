// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization

/// A server's permanent name and its current port.
///
/// Wallets know their servers by URLs that never change. If another program uses the port, the server listens on a free port, and the
/// phone's network redirects requests, as a name server would.
final class ServerName: Sendable {
    /// The name: `https://localhost:port`.
    let url: String
    /// All names: `url`, and `https://` with each further host.
    private let names: [String]
    private let place: Mutex<Place>
    private let waiting: AsyncStream<Never>
    private let isListening: AsyncStream<Never>.Continuation

    private struct Place {
        var port: Int
        var isGone = false
    }

    /// A port on which no server listens: requests to a server that is gone are refused there.
    private static let closedPort = 1

    /// - Parameters:
    ///   - port: the port in the name, and the first one.
    ///   - hosts: further hosts that lead to the server.
    init(port: Int, hosts: [String] = []) {
        url = "https://localhost:\(port)"
        names = [url] + hosts.map { "https://\($0)" }
        place = Mutex(Place(port: port))
        (waiting, isListening) = AsyncStream.makeStream()
    }

    /// Sets the port on which the server listens.
    func listens(on port: Int) {
        place.withLock { $0.port = port }
        isListening.finish()
    }

    /// Makes the server unreachable by its names, as if its host had gone, or reachable again.
    func isGone(_ isGone: Bool) { place.withLock { $0.isGone = isGone } }

    /// Waits until the server listens, for a single caller; returns early on cancellation.
    func listening() async {
        for await _ in waiting {}
    }

    /// The current URL for a request to the server; nil for a request to another server.
    func resolve(_ address: String) -> String? {
        guard let name = names.first(where: { address.hasPrefix($0 + "/") }) else { return nil }
        let port = place.withLock { $0.isGone ? Self.closedPort : $0.port }
        return "https://localhost:\(port)" + address.dropFirst(name.count)
    }
}

/// The public website of the brand's login provider, which the demo simulates. The phone's browser uses the public URL.
struct LoginWebsite: Sendable {
    /// The public URL, without a slash at its end.
    let address: String
    /// The login provider.
    let login: ServerName

    /// The current URL for a request to the website; nil for a request to another server.
    func resolve(_ address: String) -> String? {
        guard address == self.address || address.hasPrefix(self.address + "/") else { return nil }
        let path = address.dropFirst(self.address.count)
        return login.resolve(login.url + (path.isEmpty || path == "/" ? "/website" : path))
    }
}

/// The phone's network with the servers' names resolved.
struct ResolvingNetwork: NetworkBridge {
    let names: [ServerName]
    let network: any NetworkBridge

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        var request = request
        let address = request.url
        request.url = names.lazy.compactMap { $0.resolve(address) }.first ?? address
        return try await network.send(request)
    }
}

extension PlatformBridges {
    /// The same bridges, with requests to the demo's servers redirected to their current ports.
    func resolving(_ names: [ServerName]) -> PlatformBridges {
        PlatformBridges(
            attestedKey: attestedKey, encryptionKey: encryptionKey, biometrics: biometrics, camera: camera,
            network: ResolvingNetwork(names: names, network: network), clock: clock, utilities: utilities)
    }
}
