// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

extension ConformanceSuite {
    /// Port 1 of the phone itself, on which nothing listens.
    private static func request(_ scheme: String = "https") -> NetworkRequest {
        NetworkRequest(method: .post, url: scheme + "://127.0.0.1:1/", body: [1], trustedRoots: [])
    }

    /// The promises of `NetworkBridge`.
    static let network: [Promise] = networkWithoutServer + networkWithServer

    private static let networkWithoutServer: [Promise] = [
        Promise("NET-01", "Without a connection a request is `offline`.") { trial in
            try await trial.phone.perform(.switchNetworkOff)
            var found: (any Error)?
            do { _ = try await trial.bridges.network.send(request()) } catch { found = error }
            try await trial.phone.perform(.switchNetworkOn)
            try trial.require(found as? NetworkError == .offline, "it was not")
        },
        Promise("NET-02", "An address that is not `https` is `unreachable`, and nothing is sent.") { trial in
            try await trial.require(NetworkError.unreachable) { _ = try await trial.bridges.network.send(request("http")) }
        },
        Promise("NET-03", "A server that does not listen is `unreachable`.") { trial in
            try await trial.require(NetworkError.unreachable) { _ = try await trial.bridges.network.send(request()) }
        },
    ]
}
