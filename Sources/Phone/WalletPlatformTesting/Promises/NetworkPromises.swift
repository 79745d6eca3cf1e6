// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

extension ConformanceSuite {
    /// A request that trusts the suite's server, if there is one, so that no failure is that of the roots.
    private static func request(to address: String, _ trial: Trial) -> NetworkRequest {
        NetworkRequest(method: .post, url: address, body: [1], trustedRoots: trial.phone.server.map { [$0.root] } ?? [])
    }

    /// The promises of `NetworkBridge`.
    static let network: [Promise] = networkWithoutServer + networkWithServer

    private static let networkWithoutServer: [Promise] = [
        Promise("NET-01", "Without a connection a request is `offline`.") { trial in
            // Not an address of the phone itself, which it reaches without a connection. The other address is for documentation (RFC 5737).
            let address = trial.phone.server?.address ?? "https://192.0.2.1"
            try await trial.phone.perform(.switchNetworkOff)
            var found: (any Error)?
            do { _ = try await trial.bridges.network.send(request(to: address + "/notes", trial)) } catch { found = error }
            try await trial.phone.perform(.switchNetworkOn)
            try trial.require(found as? NetworkError == .offline, "it was not")
        },
        Promise("NET-02", "An address that is not `https` is `unreachable`, and nothing is sent.") { trial in
            let address = (trial.phone.server?.address ?? "https://127.0.0.1:1").replacing("https://", with: "http://")
            try await trial.require(NetworkError.unreachable) {
                _ = try await trial.bridges.network.send(request(to: address + "/notes", trial))
            }
        },
        Promise("NET-03", "A server that does not listen is `unreachable`.") { trial in
            // Port 1 of the phone itself.
            try await trial.require(NetworkError.unreachable) {
                _ = try await trial.bridges.network.send(request(to: "https://127.0.0.1:1/", trial))
            }
        },
    ]
}
