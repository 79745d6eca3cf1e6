// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// A network that answers within a request's time limit and a grace. The bridge promises the time limit itself (NET-06); the grace is for
/// its own clock and work.
///
/// A request without an answer is `lost`, because it may have reached the server, and a late response is dropped. A request that is refused
/// because too many hang is `unreachable`: nothing was sent.
struct NetworkInTime: NetworkBridge {
    /// Added to a request's time limit, in seconds.
    static let grace: TimeInterval = 20
    /// The number of hanging requests from which on every request is refused.
    static let maximumLeft = 16

    let bridge: any NetworkBridge
    let calls: BridgeCalls

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        let limit = request.timeout / .seconds(1) + Self.grace
        let answer = await calls.answer(within: limit) { [bridge] () async -> Result<NetworkResponse, NetworkError> in
            do throws(NetworkError) {
                return .success(try await bridge.send(request))
            } catch {
                return .failure(error)
            }
        }
        switch answer {
        case .answered(let result): return try result.get()
        case .overdue: throw .lost
        case .refused: throw .unreachable
        }
    }
}
