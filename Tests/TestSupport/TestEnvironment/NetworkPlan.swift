// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import PlatformSupport

/// The plan of a network: the faults of the next requests at each path. It keeps all requests that left the phone.
package final class NetworkPlan: Sendable {
    /// The fault of one request.
    package enum Fault: Sendable {
        /// The request does not arrive.
        case fail(NetworkError)
        /// The server acts; its response is lost.
        case loseReply
        /// The request does not arrive, and this response is returned.
        case answer(NetworkResponse)
        /// The response is changed.
        case rewrite(@Sendable (NetworkResponse) -> NetworkResponse)
        /// The request is changed.
        case alter(@Sendable (NetworkRequest) -> NetworkRequest)
        /// The request is delayed, as a function of its timeout. Below the timeout it is late; above it the server acts, but its response comes too
        /// late. Only the clock's time passes.
        case slow(@Sendable (_ limit: TimeInterval) -> TimeInterval)
        /// Runs a closure before the request arrives.
        case wait(@Sendable () async -> Void)

        /// The request is lost.
        package static var loseRequest: Fault { .fail(.lost) }
    }

    private struct State {
        var faults: [String: [Fault]] = [:]
        var requests: [NetworkRequest] = []
        var outage: NetworkError?
    }

    private let advance: @Sendable (TimeInterval) -> Void
    private let state = Recorded(State())

    /// - Parameter advance: lets time pass on the phone's clock.
    package init(advance: @escaping @Sendable (TimeInterval) -> Void) {
        self.advance = advance
    }

    /// The error of every request; nil if requests leave the phone.
    package var outage: NetworkError? {
        get { state.value.outage }
        set { state.change { $0.outage = newValue } }
    }

    /// Stages a fault for the next request to a path, after those that are staged.
    package func stage(_ fault: Fault, at path: String) { state.change { $0.faults[path, default: []].append(fault) } }

    /// Takes all staged faults back.
    package func unstage() { state.change { $0.faults = [:] } }

    /// True if a staged fault still waits for its request.
    package var isStaged: Bool { state.value.faults.values.contains { !$0.isEmpty } }

    /// The requests that left the phone, in order.
    package var requests: [NetworkRequest] { state.value.requests }

    /// Resets the recorded requests.
    package func forgetRequests() { state.change { $0.requests = [] } }

    /// Returns the bodies sent to a path, in order.
    package func bodies(to path: String) -> [[UInt8]] { requests.filter { $0.path == path }.map(\.body) }

    /// Waits until that many requests have left for a path. A cancelled caller also stops waiting.
    package func hasSent(_ count: Int, to path: String) async {
        await state.wait { $0.requests.count { $0.path == path } >= count }
    }

    /// Sends a request, with the next fault of its path.
    package func send(
        _ request: NetworkRequest, deliver: (NetworkRequest, _ path: String) async throws(NetworkError) -> NetworkResponse
    ) async throws(NetworkError) -> NetworkResponse {
        guard let path = URL(string: request.url)?.path else { throw .unreachable }
        if let outage { throw outage }
        let fault = state.change { state -> Fault? in
            state.requests.append(request)
            return state.faults[path]?.isEmpty == false ? state.faults[path]?.removeFirst() : nil
        }
        switch fault {
        case nil: return try await deliver(request, path)
        case .fail(let error): throw error
        case .loseReply:
            _ = try await deliver(request, path)
            throw .lost
        case .answer(let response): return response
        case .rewrite(let rewrite): return rewrite(try await deliver(request, path))
        case .alter(let alter): return try await deliver(alter(request), path)
        case .slow(let duration):
            let limit = request.timeout / .seconds(1)
            let seconds = duration(limit)
            advance(min(seconds, limit))
            let response = try await deliver(request, path)
            guard seconds <= limit else { throw .lost }
            return response
        case .wait(let wait):
            await wait()
            return try await deliver(request, path)
        }
    }
}

extension NetworkRequest {
    /// The path of the address; empty if it has none.
    package var path: String { URL(string: url)?.path ?? "" }
}
