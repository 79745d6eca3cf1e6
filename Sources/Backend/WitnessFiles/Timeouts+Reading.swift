// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Dispatch
import WalletProvider

/// The reading of directories that may hang. A network file system whose server is unreachable reports no error; calls simply block.
extension Timeouts {
    /// Reads on a separate thread. The total time is unlimited, but each piece must arrive in time. After a timeout the thread is
    /// abandoned.
    ///
    /// - Parameters:
    ///   - watch: watches the files that `body` reads.
    ///   - body: must only read.
    /// - Throws: `AccountStoreError` with `unavailable`; the error of `body`.
    func reading<Value: Sendable>(
        _ watch: ReadWatch, _ body: @escaping @Sendable () throws(AccountStoreError) -> Value
    ) async throws(AccountStoreError) -> Value {
        let reply = Reply<Result<Value, AccountStoreError>>()
        DispatchQueue(label: "witness-start").async {
            do throws(AccountStoreError) {
                reply.give(.success(try body()))
            } catch {
                reply.give(.failure(error))
            }
        }
        return try await reply.value { [self] in
            var before: ReadWatch.Wait?
            while !Task.isCancelled {
                try? await clock.sleep(for: journalStart)
                let now = watch.wait
                if let now, now == before { reply.give(.failure(.unresponsive(now.path))) }
                before = now
            }
            reply.give(.failure(AccountStoreError(.unavailable, "the read was abandoned")))
        }.get()
    }
}

extension AccountStoreError {
    /// Returns the error for a directory that does not respond.
    static func unresponsive(_ path: String) -> AccountStoreError {
        AccountStoreError(.unavailable, "\(path) does not answer: is the machine or the network gone that has it?")
    }
}
