// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

extension ConformanceSuite {
    /// The promises of `NetworkBridge` that need a server.
    static let networkWithServer: [Promise] = [
        Promise(
            "NET-04", "A server whose certificate does not chain to a root of the request is `unreachable`, and nothing is sent."
        ) { trial in
            let server = try trial.server()
            for roots in [[server.unrelatedRoot], []] {
                try await trial.requireUnreachable(server.address, trusting: roots, server)
            }
        },
        Promise("NET-05", "A redirect is returned with its location and not followed.") { trial in
            let server = try trial.server()
            let response = try await trial.send(.get, "/moved", to: server)
            try trial.require(response.status == 302, "the response was \(response.status)")
            let locations = response.headers.filter { $0.name.lowercased() == "location" }.map(\.value)
            try trial.require(locations == ["/notes"], "not exactly the sent location was returned")
        },
        Promise("NET-06", "An exchange that does not end within the time limit is `lost`, even if bytes still arrive.") { trial in
            let server = try trial.server()
            for path in ["/silence", "/drops"] {
                try await trial.require(NetworkError.lost) { try await trial.sendBriefly(path, to: server) }
            }
        },
        Promise("NET-07", "A body of the longest accepted size arrives; a longer body is `lost`.") { trial in
            let server = try trial.server()
            let longest = try await trial.send(.get, "/bytes/10000", to: server, upTo: 10_000)
            try trial.require(longest.body.count == 10_000, "\(longest.body.count) of 10000 bytes arrived")
            try await trial.require(NetworkError.lost) { _ = try await trial.send(.get, "/bytes/10001", to: server, upTo: 10_000) }
        },
        Promise("NET-08", "The validator of a request is sent, and the validator of a response is returned as received.") { trial in
            let server = try trial.server()
            let first = try await trial.send(.get, "/document", to: server)
            try trial.require(first.validator == #""1""#, "no validator was returned, or a different one")
            let second = try await trial.send(.get, "/document", to: server, validator: first.validator)
            try trial.require(second.status == 304, "the response to a request with the validator was \(second.status)")
        },
        Promise("NET-09", "A server whose certificate is for another name is `unreachable`, and nothing is sent.") { trial in
            let server = try trial.server()
            try await trial.requireUnreachable(server.addressOfAnotherName, trusting: [server.root], server)
        },
        Promise("NET-10", "The method, the header fields and the body of a request are sent unchanged.") { trial in
            let server = try trial.server()
            let body = (0...255).map { UInt8($0) }
            let fields = [
                NetworkHeaderField("Accept", "application/conformance"), NetworkHeaderField("Content-Type", "text/conformance"),
                NetworkHeaderField("Conformance", "one; two=3"),
            ]
            let response = try await trial.send(.post, "/echo", to: server, headers: fields, body: body)
            for (name, value) in fields.map({ ($0.name, $0.value) }) + [("Method", "POST")] {
                let arrived = response.headers.filter { $0.name.lowercased() == "echo-" + name.lowercased() }.map(\.value)
                try trial.require(arrived == [value], "not exactly the requested \(name) arrived")
            }
            try trial.require(response.body == body, "another body arrived")
        },
        Promise("NET-11", "The media type of a response is returned in lower case without parameters.") { trial in
            let response = try await trial.send(.get, "/echo", to: try trial.server())
            try trial.require(response.mediaType == "application/conformance+json", "it was \(response.mediaType)")
        },
    ]
}

extension Trial {
    /// Sends a request, by default with a body of one byte if it is a POST.
    fileprivate func send(
        _ method: NetworkRequest.Method, _ path: String, to server: SuiteServer, at address: String? = nil,
        headers: [NetworkHeaderField] = [], body: [UInt8]? = nil, trusting roots: [[UInt8]]? = nil, validator: String? = nil,
        within timeout: Duration = .seconds(60), upTo size: Int = 1000
    ) async throws -> NetworkResponse {
        var request = NetworkRequest(
            method: method, url: (address ?? server.address) + path, headers: headers, body: body ?? (method == .post ? [1] : []),
            trustedRoots: roots ?? [server.root], timeout: timeout, maximumResponseSize: size)
        request.validator = validator
        return try await bridges.network.send(request)
    }

    /// Sends a POST with a time limit of a second, and again with twice the limit while a slow phone has not connected within it.
    fileprivate func sendBriefly(_ path: String, to server: SuiteServer) async throws {
        var limit = Duration.seconds(1)
        while true {
            do {
                _ = try await send(.post, path, to: server, within: limit)
                return
            } catch NetworkError.unreachable where limit < .seconds(32) {
                // Nothing was sent.
                limit *= 2
            }
        }
    }

    /// - Throws: `Broken` unless a request to the address is `unreachable` and the server has not received it.
    fileprivate func requireUnreachable(_ address: String, trusting roots: [[UInt8]], _ server: SuiteServer) async throws {
        _ = try await send(.post, "/notes", to: server)
        let count = try await send(.get, "/notes", to: server).body
        try require(!count.isEmpty && count != Array("0".utf8), "the server has not received a request to its pinned address")
        try await require(NetworkError.unreachable) { _ = try await send(.post, "/notes", to: server, at: address, trusting: roots) }
        try require(try await send(.get, "/notes", to: server).body == count, "the server has received the request")
    }
}
