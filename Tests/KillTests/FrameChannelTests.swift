// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The channel to a process that can be killed at any moment.
struct FrameChannelTests {
    @Test func `sending to an ended process fails without ending the sender`() throws {
        var ends: [CInt] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let channel = FrameChannel(ends[0])
        _ = close(ends[1])
        for _ in 1...3 {
            #expect(throws: FrameChannel.Ended.self) { try channel.send("a") }
            #expect(throws: FrameChannel.Ended.self) { try channel.receive(String.self) }
        }
    }
}
