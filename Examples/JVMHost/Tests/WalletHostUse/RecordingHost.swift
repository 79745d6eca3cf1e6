// SPDX-License-Identifier: EUPL-1.2

import CWalletHost
import Foundation

/// A host that notes each callback and replies to none.
final class RecordingHost: Sendable {
    enum Callback: Equatable {
        case call(String, token: UInt64)
        case screen
        case ended
    }

    /// The received callbacks, in order. Ends with `ended`.
    let seen: AsyncStream<Callback>
    private let note: AsyncStream<Callback>.Continuation

    init() {
        (seen, note) = AsyncStream.makeStream()
    }

    /// Its functions. The library borrows the host, so it is never freed.
    var functions: wallet_callbacks {
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        return unsafe wallet_callbacks(
            context: context,
            call: { context, name, _, _, token in
                let name = unsafe name.map { unsafe String(cString: $0) }
                unsafe RecordingHost.of(context)?.note.yield(.call(name ?? "", token: token))
            },
            screen: { context, _, _ in _ = unsafe RecordingHost.of(context)?.note.yield(.screen) },
            time: { _, _ in 1_800_000_000 },
            ended: { context in
                let note = unsafe RecordingHost.of(context)?.note
                note?.yield(.ended)
                note?.finish()
            })
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> RecordingHost? {
        unsafe context.map { unsafe Unmanaged<RecordingHost>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Waits for a call that takes a reply; nil if the wallet ends before.
    func nextToken() async -> UInt64? {
        for await case .call(_, let token) in seen where token != 0 { return token }
        return nil
    }
}
