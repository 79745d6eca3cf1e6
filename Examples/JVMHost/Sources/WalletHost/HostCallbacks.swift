// SPDX-License-Identifier: EUPL-1.2

package import CWalletHost
import Foundation

/// The functions of the host.
@safe package struct HostCallbacks: Sendable {
    private let functions: wallet_callbacks

    /// - Returns: nil if a function is missing.
    package init?(_ functions: wallet_callbacks) {
        guard unsafe functions.call != nil, unsafe functions.screen != nil, unsafe functions.time != nil, unsafe functions.ended != nil
        else { return nil }
        unsafe self.functions = functions
    }

    func call(_ name: String, _ request: Data, token: UInt64) {
        unsafe name.withCString { name in
            unsafe request.withUnsafeBytes { bytes in
                unsafe functions.call?(functions.context, name, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, token)
            }
        }
    }

    /// - Parameter screen: in JSON; nil when nothing is on the glass.
    func draw(_ screen: Data?) {
        guard let screen else { return unsafe functions.screen(functions.context, nil, 0) }
        unsafe screen.withUnsafeBytes { bytes in
            unsafe functions.screen?(functions.context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
    }

    /// Seconds of a clock.
    func time(of clock: HostClock.Kind) -> Double { unsafe functions.time?(functions.context, clock.number) ?? 0 }

    func ended() { unsafe functions.ended?(functions.context) }
}
