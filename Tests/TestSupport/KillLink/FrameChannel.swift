// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Values over one socket between the harness and a process that it kills: four bytes of length, then JSON.
///
/// Reading and writing block their thread. What `send` has returned from arrives, even when the sender is killed in the next instant.
package final class FrameChannel: Sendable {
    private let descriptor: CInt
    private let turn = Mutex(())

    /// The descriptor that a subject finds its end of the socket at.
    package static let subjectDescriptor: CInt = 3

    /// The other side has ended, or what it said is no frame.
    package struct Ended: Error {
        package init() {}
    }

    /// - Parameter descriptor: a connected stream socket; it is closed with this value.
    package init(_ descriptor: CInt) {
        self.descriptor = descriptor
        #if !canImport(Glibc)
        var isOn: CInt = 1
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<CInt>.size))
        #endif
    }

    deinit {
        _ = close(descriptor)
    }

    // Who writes to a process that was just killed is told so, and not ended by SIGPIPE.
    #if canImport(Glibc)
    private static let flags = CInt(MSG_NOSIGNAL)
    #else
    private static let flags: CInt = 0
    #endif

    /// Sends a value.
    ///
    /// - Throws: `Ended`.
    package func send(_ value: some Encodable) throws {
        try turn.withLock { _ in try write(value) }
    }

    private func write(_ value: some Encodable) throws {
        let body = try JSONEncoder().encode(value)
        var frame = unsafe withUnsafeBytes(of: UInt32(body.count).bigEndian) { unsafe Data($0) }
        frame.append(body)
        var rest = frame[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, Self.flags) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Ended() }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits for a value.
    ///
    /// - Throws: `Ended`, or what the decoder throws.
    package func receive<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let length = try read(4).reduce(0) { $0 << 8 | Int($1) }
        return try JSONDecoder().decode(Value.self, from: try read(length))
    }

    /// Sends a value and waits for the answer; of several callers one after the other.
    package func exchange<Value: Decodable & Sendable>(_ value: some Encodable, for type: Value.Type) throws -> Value {
        try turn.withLock { _ in
            try write(value)
            return try receive(type)
        }
    }

    private func read(_ count: Int) throws -> Data {
        var bytes = Data(count: count)
        var done = 0
        while done < count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Foundation.read(descriptor, buffer.baseAddress?.advanced(by: done), count - done)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw Ended() }
            done += got
        }
        return bytes
    }
}
