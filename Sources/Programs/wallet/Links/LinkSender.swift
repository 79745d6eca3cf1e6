// SPDX-License-Identifier: EUPL-1.2

import NIOCore
import NIOPosix
import ServerState

/// Sends a link to the program that runs with a state directory.
struct LinkSender {
    private let directory: String
    private let patience: Duration

    /// - Parameters:
    ///   - directory: the state directory.
    ///   - patience: the time limit for the answer.
    init(to directory: String, patience: Duration) {
        self.directory = directory
        self.patience = patience
    }

    /// Sends a link.
    ///
    /// - Returns: true if the link was accepted; false if no program listens, or it stopped before answering.
    /// - Throws: `StartError` if the link is refused, or the socket belongs to another user.
    func send(_ link: String) async throws -> Bool {
        let answer: String?
        do {
            answer = try await ask(link)
        } catch let error as StartError {
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return false
        }
        guard answer != LinkSocket.refused else { throw StartError("The wallet that runs in \(directory) did not take the link.") }
        return answer == LinkSocket.taken
    }

    private func ask(_ link: String) async throws -> String? {
        let connection = try await LinkSocket.withPath(in: directory) { path in
            try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(unixDomainSocketPath: path, channelInitializer: LinkSocket.wrap)
        }
        return try await connection.executeThenClose { inbound, outbound in
            guard try await LinkSocket.isOurs(connection.channel) else {
                throw StartError("Another user's process listens in \(directory); the link was not sent.")
            }
            try await outbound.write(ByteBuffer(string: link + "\n"))
            return try await LinkSocket.line(from: inbound, within: patience)
        }
    }
}
