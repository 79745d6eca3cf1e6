// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
package import Hummingbird
import NIOCore

/// A body that is not taken.
package enum BodyRefusal: Error, Sendable, Hashable {
    /// More bytes than the limit, announced or sent.
    case tooLarge
    /// It was not there in time.
    case tooSlow
    /// It ended before its end, or is no HTTP.
    case broken
}

extension Request {
    /// The whole body.
    ///
    /// - Parameters:
    ///   - maximumBytes: a body that announces more is not read.
    ///   - time: how long it may take to come, in all.
    ///   - clock: measures that time.
    /// - Throws: `BodyRefusal`; `CancellationError` when the server ends.
    /// - SeeAlso: threat list, F-S10 and F-S12.
    package func boundedBody(
        upTo maximumBytes: Int, within time: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> [UInt8] {
        // Who announces too much need not send it first.
        let length = headers[.contentLength].map { Int($0) ?? .max } ?? 0
        guard length <= maximumBytes else { throw BodyRefusal.tooLarge }
        let body = body
        return try await withThrowingTaskGroup(of: [UInt8].self) { group in
            group.addTask {
                do {
                    return Array(try await body.collect(upTo: maximumBytes).readableBytesView)
                } catch is CancellationError {
                    throw CancellationError()
                } catch is NIOTooManyBytesError {
                    throw BodyRefusal.tooLarge
                } catch {
                    throw BodyRefusal.broken
                }
            }
            group.addTask {
                try await clock.sleep(for: time)
                throw BodyRefusal.tooSlow
            }
            defer { group.cancelAll() }
            guard let bytes = try await group.next() else { throw BodyRefusal.broken }
            return bytes
        }
    }
}
