// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A socket channel for values between the harness and a process that it kills: four bytes of length, then JSON.
///
/// Reading and writing block their thread. A value for which `send` has returned arrives, even if the sender is killed right afterwards.
package final class FrameChannel: Sendable {
    private let descriptor: CInt
    private let turn = Mutex(())

    /// The descriptor of a subject's end of the socket.
    package static let subjectDescriptor: CInt = 3

    /// The other side has ended or sent a malformed frame.
    package struct Ended: Error {
        package init() {}
    }

    /// - Parameter descriptor: a connected stream socket; this value closes it.
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

    // Writing to a killed process must fail with an error instead of SIGPIPE.
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
    /// - Throws: `Ended`, or the error of the decoder.
    package func receive<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let length = try read(4).reduce(0) { $0 << 8 | Int($1) }
        return try JSONDecoder().decode(Value.self, from: try read(length))
    }

    /// Sends a value and waits for the reply; callers take turns.
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
