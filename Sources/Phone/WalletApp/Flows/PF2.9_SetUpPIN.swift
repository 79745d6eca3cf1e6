// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// PF2.9 Set up PIN, as UC2.1 calls it.
///
/// A PIN that does not match is dropped at once; the chosen one lives until it is set up or chosen anew.
struct SetUpPIN {
    /// Possible results.
    enum Result: Sendable {
        case succeeded
        case back
        /// Not in the design: the person restarts the app from the Generic error screen.
        case restart
    }

    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "PF2.9")
    }

    func run() async throws -> Result {
        while true {
            switch try await context.ui.show(ChoosePIN()) {
            case .pin(let pin):
                trace("1.1a")
                guard try await isAcceptable(pin), try await isRepeated(pin) else { continue }
                return try await setUp(with: pin)
            case .back:
                trace("1.1b")
                return .back
            case .info:
                trace("1.1c")
                try await GetAppInformation(context).run()
            }
        }
    }

    /// 1.2: the PIN policy.
    private func isAcceptable(_ pin: PIN) async throws -> Bool {
        trace("1.2")
        guard let violation = context.wallet.policyViolation(of: pin) else {
            trace("1.2a")
            return true
        }
        trace("1.2b")
        _ = try await context.ui.show(PINTooSimple(violation: violation))
        trace("2.1a")
        return false
    }

    /// 1.3 and 1.4: the same PIN again; false when another must be chosen.
    private func isRepeated(_ pin: PIN) async throws -> Bool {
        var mismatches = 0
        while true {
            switch try await context.ui.show(RepeatPIN()) {
            case .pin(let second):
                trace("1.3a")
                trace("1.4")
                if second == pin {
                    trace("1.4a")
                    return true
                }
                mismatches += 1
                if mismatches == 1 {
                    trace("1.4b")
                    _ = try await context.ui.show(PINsDiffer())
                    trace("3.1a")
                } else {
                    trace("1.4c")
                    _ = try await context.ui.show(PINsDifferAgain())
                    trace("4.1a")
                    return false
                }
            case .back:
                trace("1.3b")
                return false
            case .info:
                trace("1.3c")
                try await GetAppInformation(context).run()
            }
        }
    }

    /// 1.5: the set-up. A retry keeps the PIN, and the core repeats the very same request.
    private func setUp(with pin: PIN) async throws -> Result {
        while true {
            do {
                try await context.ui.show(SettingUpPIN(), during: { try await context.wallet.register(pin: pin) })
                trace("1.5a")
                return .succeeded
            } catch let error as WalletCoreError {
                // A process that is killed takes no row.
                try Task.checkCancellation()
                switch error.code {
                case .deviceInsecure: trace("1.5b")
                case .noInternet: trace("1.5c")
                case .serverUnreachable: trace("1.5d")
                default: break
                }
                if try await ErrorFlow(context).run(error) == .restart { return .restart }
            }
        }
    }
}
