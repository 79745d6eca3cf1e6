// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization

/// A server's name and where it listens today.
///
/// Wallets know their servers by URLs that never change. When another program has taken its port, a server listens elsewhere, and the phone's
/// network leads there, as a name server would.
final class ServerName: Sendable {
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

    /// The server listens here now.
    func listens(on port: Int) {
        self.port.withLock { $0 = port }
        isListening.finish()
    }

    /// Waits until the server listens. For one caller; returns early when that one is cancelled.
    func listening() async {
        for await _ in waiting {}
    }

    /// Where a request to the server goes today; nil for one to somebody else.
    func resolve(_ address: String) -> String? {
        guard address.hasPrefix(url + "/") else { return nil }
        return "https://localhost:\(port.withLock { $0 })" + address.dropFirst(url.count)
    }
}

/// The public website of DigiD, which the login provider of the demo plays: the phone's browser asks it under its own address.
struct DigiDWebsite: Sendable {
    private static let address = "https://www.digid.nl"
    /// The login provider.
    let login: ServerName

    /// Where a request to the website goes today; nil for one to another server.
    func resolve(_ address: String) -> String? {
        guard address.hasPrefix(Self.address + "/") else { return nil }
        let path = address.dropFirst(Self.address.count)
        return login.resolve(login.url + (path == "/" ? "/website" : path))
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
    /// The same bridges, with requests to the demo's servers led to where they listen.
    func resolving(_ names: [ServerName]) -> PlatformBridges {
        PlatformBridges(
            attestedKey: attestedKey, encryptionKey: encryptionKey, biometrics: biometrics,
            network: ResolvingNetwork(names: names, network: network), clock: clock, utilities: utilities)
    }
}
