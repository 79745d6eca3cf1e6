// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import PhoneSimulator
import PlatformSupport
import Testing

/// A real verifier's server as phone and party reach it: over TLS, at a port that its address does not have. Every other request goes to the
/// servers of the fixture.
final class ServedVerifier: NetworkBridge {
    /// The address of the server, without its port.
    static let address = "https://localhost"
    /// The party's API key.
    static let key = "key of shop"
    /// Where the browser goes on.
    static let returnURL = "https://shop.example/back"

    /// The faults of the phone's connection to the server.
    let plan: NetworkPlan
    /// The root of the server's certificate, in DER.
    let root: [UInt8]
    private let fixture: Fixture
    private let network: SimulatedNetwork
    private let port: Int

    init(_ fixture: Fixture, port: Int, root: [UInt8]) {
        (self.fixture, self.port, self.root) = (fixture, port, root)
        network = SimulatedNetwork(device: fixture.device, leastTimeout: .seconds(60))
        plan = NetworkPlan { [clock = fixture.clock] in clock.advance(by: $0) }
    }

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        guard request.url.hasPrefix(Self.address + "/") else { return try await fixture.network.send(request) }
        return try await plan.send(request) { request, _ throws(NetworkError) in try await self.carry(request) }
    }

    private func carry(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        var request = request
        request.url = "\(Self.address):\(port)" + request.url.dropFirst(Self.address.count)
        return try await network.send(request)
    }

    // MARK: The party

    /// A session of the party, with the link on its page for the same device.
    struct Session: Sendable {
        let id: String
        let link: String

        /// The path of `response_uri`.
        var responsePath: String {
            get throws {
                let path = try #require(link.removingPercentEncoding?.firstMatch(of: /(\/w\/[A-Za-z0-9_-]+)\/request/))
                return "\(path.output.1)/response"
            }
        }
    }

    /// Creates a session with this query and opens its page.
    func ask(_ query: JSONObject) async throws -> Session {
        let body: JSONObject = ["dcql_query": .object(query), "return_url": .string(Self.returnURL)]
        let created = try await call("/sessions", body)
        guard case .string(let id)? = created.json["session"], case .string(let page)? = created.json["page"] else {
            throw Fixture.Refused()
        }
        let opened = try await carry(NetworkRequest(method: .get, url: page, trustedRoots: [root]))
        let text = String(decoding: opened.body, as: UTF8.self)
        let link = try #require(text.firstMatch(of: /href="(https:\/\/wallet\.test\/disclosure[^"]+)"/))
        return Session(id: id, link: String(link.output.1).replacing("&amp;", with: "&"))
    }

    /// The state that the party sees.
    func report(on session: Session) async throws -> JSONObject {
        let request = NetworkRequest(
            method: .get, url: "\(Self.address)/sessions/\(session.id)", headers: Self.authorization, trustedRoots: [root])
        return try JSONObject(parsing: try await carry(request).body)
    }

    /// Reads the result: status and body.
    func result(of session: Session, responseCode: String?) async throws -> (status: Int, json: JSONObject) {
        try await call("/sessions/\(session.id)/result", responseCode.map { ["response_code": .string($0)] } ?? [:])
    }

    private static let authorization = [NetworkHeaderField("Authorization", "Bearer " + key)]

    private func call(_ path: String, _ body: JSONObject) async throws -> (status: Int, json: JSONObject) {
        let request = NetworkRequest(
            method: .post, url: Self.address + path, headers: Self.authorization, body: body.encode(), trustedRoots: [root])
        let answer = try await carry(request)
        return (answer.status, try JSONObject(parsing: answer.body))
    }
}
