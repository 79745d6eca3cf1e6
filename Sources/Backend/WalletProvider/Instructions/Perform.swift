// SPDX-License-Identifier: EUPL-1.2

import JSON
package import ProviderProtocol

extension WalletProvider {
    /// `/instructions/{name}`: carries out an instruction.
    ///
    /// - Parameters:
    ///   - instruction: the instruction named by the route.
    ///   - observe: receives `pinVerified` as soon as the message's PIN is verified, also after the request's deadline.
    /// - Returns: an `InstructionAnswer`.
    /// - Throws: any `ProviderProblem` but `attestationRejected` and `unexpected`. Only `attestWallet` throws `tooManyRequests`.
    package func perform(
        _ instruction: Instruction, _ body: [UInt8], observe: @escaping @Sendable (ProviderEvent) -> Void = { _ in }
    ) async throws(ProviderProblem) -> [UInt8] {
        let request = try await authenticate(body, for: instruction, observe: observe)
        let result =
            switch instruction {
            case .checkPIN: try await unlock(request)
            default: try await perform(try await message(of: request))
            }
        return InstructionAnswer(result: String(decoding: result, as: UTF8.self), beacon: try await currentBeacon()).encode()
    }

    /// Returns the signed result in compact form.
    func perform(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        switch message.claims.instruction {
        case .createWallet: throw .malformedRequest
        case .checkPIN: try await checkPIN(message)
        case .startPINChange: try await startPINChange(message)
        case .settlePINChange: try await settlePINChange(message)
        case .startPINRecovery: try await startPINRecovery(message)
        case .completePINRecovery: try await completePINRecovery(message)
        case .discloseRecoveryCode: try await discloseRecoveryCode(message)
        case .walletStatus: try await walletStatus(message)
        case .attestWallet: try await attestWallet(message)
        case .previewIssuance: try await previewIssuance(message)
        case .performIssuance: try await performIssuance(message)
        case .sign: try await sign(message)
        case .deleteKeys: try await deleteKeys(message)
        case .deregister: try await deregister(message)
        }
    }

    /// `check_pin`: unlocks the wallet. The result is empty, or a `WrongPINReport` after many wrong PINs.
    private func checkPIN(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        try requireNoData(message)
        return try await withPIN(message) { () throws(ProviderProblem) in
            Execution(result: wrongPINReport(of: message.account.wrongPINs))
        }
    }

    /// Returns true if the user is notified of this number of wrong PINs.
    func reportsWrongPINs(_ count: Int) -> Bool {
        configuration.wrongPINReportThreshold > 0 && count >= configuration.wrongPINReportThreshold
    }

    /// Returns the `WrongPINReport`; nil if the user is not notified.
    func wrongPINReport(of count: Int) -> JSONObject? {
        reportsWrongPINs(count) ? WrongPINReport(count: count, days: Int(WrongPINWindow.days)).json : nil
    }

    /// Rejects a message with data, for instructions that take none.
    func requireNoData(_ message: AuthenticatedMessage) throws(ProviderProblem) {
        guard message.claims.data.isEmpty else { throw .malformedRequest }
    }
}
