// SPDX-License-Identifier: EUPL-1.2

import Foundation
import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The protocol between a later start of the program and the running process: a socket in the state directory that only the directory's
/// owner can open. The sender writes a line with a link and receives a line with `taken` or `refused`.
enum LinkSocket {
    static let taken = "taken"
    static let refused = "refused"
    /// Maximum length of a line in bytes.
    static let longestLine = 8192

    /// Runs work with a path to the socket that is short enough for a socket address.
    ///
    /// The work should be short, such as a bind or a connect. If the program is killed during the work, a symbolic link may stay in the
    /// temporary directory.
    static func withPath<Value>(in directory: String, _ body: (String) async throws -> Value) async throws -> Value {
        let path = directory + "/" + DemoDirectory.links
        // Every system allows at least 104 bytes, including the terminating zero.
        guard path.utf8.count > 100 else { return try await body(path) }
        let shortcut = FileManager.default.temporaryDirectory.path + "/nl-wallet-" + UUID().uuidString.prefix(8)
        try FileManager.default.createSymbolicLink(atPath: shortcut, withDestinationPath: directory)
        defer { try? FileManager.default.removeItem(atPath: shortcut) }
        return try await body(shortcut + "/" + DemoDirectory.links)
    }

    /// True if the process at the other end belongs to the same user.
    static func isOurs(_ channel: any Channel) async throws -> Bool {
        guard let socket = channel as? any SocketOptionProvider else { return false }
        #if canImport(Darwin)
        let other = try await socket.unsafeGetSocketOption(
            level: NIOBSDSocket.OptionLevel(rawValue: SOL_LOCAL), name: NIOBSDSocket.Option(rawValue: LOCAL_PEERCRED)
        ).map { (credentials: xucred) in credentials.cr_uid }.get()
        #else
        let other = try await socket.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        ).map { (credentials: PeerCredentials) in credentials.user }.get()
        #endif
        return other == geteuid()
    }

    /// Linux's credentials of the process at the other end, `struct ucred`.
    private struct PeerCredentials: Sendable {
        let process: pid_t
        let user: uid_t
        let group: gid_t
    }

    /// The other end sent no whole line within the time limit.
    struct Silence: Error {}

    /// The first received line; nil if it is too long, not UTF-8, or incomplete when the other end closes.
    ///
    /// - Throws: `Silence` at the time limit.
    static func line(
        from inbound: NIOAsyncChannelInboundStream<ByteBuffer>, within patience: Duration, on clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> String? {
        try await withThrowingTaskGroup(of: String?.self) { group in
            group.addTask {
                var line: [UInt8] = []
                for try await piece in inbound {
                    line += piece.readableBytesView
                    if let end = line.firstIndex(of: UInt8(ascii: "\n")) {
                        return end <= longestLine ? String(validating: line[..<end], as: UTF8.self) : nil
                    }
                    guard line.count <= longestLine else { return nil }
                }
                return nil
            }
            group.addTask {
                try await clock.sleep(for: patience)
                throw Silence()
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// Wraps a channel so that one task can read and write it.
    @Sendable static func wrap(_ channel: any Channel) -> EventLoopFuture<NIOAsyncChannel<ByteBuffer, ByteBuffer>> {
        channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
    }
}
