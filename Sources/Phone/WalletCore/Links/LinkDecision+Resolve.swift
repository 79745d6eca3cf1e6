// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

extension LinkDecision {
    /// Decides about a link.
    ///
    /// - Parameters:
    ///   - link: the pending link; nil if there is none.
    ///   - state: the current state. The caller must decide again after the state may have changed.
    package static func resolve(_ link: UniversalLink?, in state: WalletSessionState) -> LinkDecision {
        guard let link else { return .noLink }
        let isHeldByLock = state.isLocked && state.session?.runsWhileLocked != true
        if link.kind == .authenticationRedirect {
            guard state.isRegistered, state.session?.awaitsAuthentication == true else { return .invalid }
            return isHeldByLock ? .waitsForUnlock : .continuesSession(link)
        }
        guard state.isRegistered else { return .notPersonalized }
        if isHeldByLock { return .waitsForUnlock }
        guard state.hasPID else { return .notPersonalized }
        switch state.session {
        case .transfer: return .inTransferSession
        case .pinRecovery: return .inPINRecoverySession
        case .disclosure: return .inDisclosureSession
        case .issuance: return .inIssuanceSession
        case nil: return link.isMeantForScanning ? .scannedOutsideWallet : .resolves(link)
        }
    }
}
