// SPDX-License-Identifier: EUPL-1.2

import JOSE
package import ProviderProtocol

extension WalletProvider {
    /// `/instructions/{name}`: carries an instruction out.
    ///
    /// - Parameter instruction: the one that the route names.
    /// - Returns: `{"result": "<JWT>"}`.
    /// - Throws: `ProviderProblem`: any but `attestationRejected` and `unexpected`; `tooManyRequests` is of `attestWallet` alone.
    package func perform(_ instruction: Instruction, _ body: [UInt8]) async throws(ProviderProblem) -> [UInt8] {
        let message = try await authenticate(body, for: instruction)
        return switch instruction {
        case .challenge, .createWallet: throw .malformedRequest
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

    /// `check_pin`: unlock. The PIN was right, that is all, unless many were wrong of late.
    private func checkPIN(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        try requireNoData(message)
        return try await withPIN(message) { () throws(ProviderProblem) in
            Execution(result: tellsWrongPINs(of: message.account) ? report(of: message.account).json : nil)
        }
    }

    /// Whether the holder is told how many PINs were wrong.
    func tellsWrongPINs(of account: Account) -> Bool {
        configuration.toldWrongPINs > 0 && account.wrongPINs >= configuration.toldWrongPINs
    }

    private func report(of account: Account) -> WrongPINReport {
        WrongPINReport(count: account.wrongPINs, days: Int(WrongPINWindow.days))
    }

    /// Refuses a message with data where the instruction has none.
    func requireNoData(_ message: AuthenticatedMessage) throws(ProviderProblem) {
        guard message.claims.data.isEmpty else { throw .malformedRequest }
    }
}
