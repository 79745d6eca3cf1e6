// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
package import Hummingbird
import NIOCore

/// The reason for rejecting a body.
package enum BodyRefusal: Error, Sendable, Hashable {
    /// The announced or received length exceeds the limit.
    case tooLarge
    /// The body ended early or is malformed.
    case broken
}

extension Request {
    /// Reads the complete body. `RequestDeadline` limits its time.
    ///
    /// - Parameter maximumBytes: the size limit. A body that announces more is not read.
    /// - Throws: `BodyRefusal`; `CancellationError` if the server shuts down.
    /// - SeeAlso: threats-and-faults.md, F-S10 and F-S12.
    package func boundedBody(upTo maximumBytes: Int) async throws -> [UInt8] {
        // Reject an oversized body before it is sent.
        let length = headers[.contentLength].map { Int($0) ?? .max } ?? 0
        guard length <= maximumBytes else { throw BodyRefusal.tooLarge }
        do {
            // One copy: the body arrives in parts, in buffers of SwiftNIO, whose memory an array cannot take over.
            var bytes: [UInt8] = []
            for try await part in body {
                guard part.readableBytes <= maximumBytes - bytes.count else { throw BodyRefusal.tooLarge }
                bytes += part.readableBytesView
            }
            return bytes
        } catch let refusal as BodyRefusal {
            throw refusal
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw BodyRefusal.broken
        }
    }
}
