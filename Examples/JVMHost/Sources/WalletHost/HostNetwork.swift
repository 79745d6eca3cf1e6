// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// The host's HTTP stack.
struct HostNetwork: NetworkBridge {
    let calls: HostCalls

    private struct Request: Encodable {
        let method: NetworkRequest.Method
        let url: String
        let headers: [NetworkHeaderField]
        let body: Data
        let trustedRoots: [Data]
        let timeoutMilliseconds: Int
        let maximumResponseSize: Int
    }

    private struct Response: Decodable {
        let status: Int
        let headers: [NetworkHeaderField]
        let body: Data
    }

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        guard request.url.hasPrefix("https://") else { throw .unreachable }
        let answer: Response
        do {
            answer = try await calls.call("network.send", Self.request(request), isCancellable: true)
        } catch {
            throw error.named(or: .lost)
        }
        guard answer.body.count <= request.maximumResponseSize else { throw .lost }
        func first(_ name: String) -> String? { answer.headers.first { $0.name.lowercased() == name }?.value }
        let mediaType = (first("content-type") ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        return NetworkResponse(
            status: answer.status, mediaType: mediaType, body: Array(answer.body), validator: first("etag"), headers: answer.headers)
    }

    /// The request with every header field that its properties imply, so that the host adds none.
    private static func request(_ request: NetworkRequest) -> Request {
        var headers = request.headers
        func add(_ name: String, _ value: String) {
            if !headers.contains(where: { $0.name.lowercased() == name }) { headers.append(NetworkHeaderField(name, value)) }
        }
        add("accept", "application/json, application/problem+json, application/jwt")
        if !request.body.isEmpty { add("content-type", "application/json") }
        if let validator = request.validator { add("if-none-match", validator) }
        return Request(
            method: request.method, url: request.url, headers: headers, body: Data(request.body),
            trustedRoots: request.trustedRoots.map { Data($0) },
            timeoutMilliseconds: Int((request.timeout / .milliseconds(1)).rounded(.up)),
            maximumResponseSize: request.maximumResponseSize)
    }
}
