// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// Sharing data and logging in. A session continues across calls.
extension FakeWallet {
    func sharingState() async throws -> SharingState { try await enter(.sharingState) { $0.sharing } }
    func startSharing(_ link: UniversalLink, arrivedBy arrival: SharingArrival) async throws -> SharingState {
        try await enter(.startSharing, .startSharing) { script -> Result<SharingState, WalletCoreError> in
            guard let request = script.request else { return .failure(Self.problem(.notConfigured)) }
            guard script.sharing == .none else { return .failure(Self.problem(.busy)) }
            script.sharing = request
            return .success(request)
        }.get()
    }
    func approveSharing(_ approval: SharingApproval, pin: PIN) async throws -> SharingOutcome {
        try await enter(.approveSharing, .approveSharing(approval, pin)) { script -> Result<SharingOutcome, WalletCoreError> in
            guard case .offered(let offer) = script.sharing else { return .failure(Self.problem(.noSession)) }
            guard approval.offer == offer.id else { return .failure(Self.problem(.approvalVoid(.request))) }
            guard approval.acceptedWarnings == Set(offer.warnings(of: approval.choice)) else {
                return .failure(Self.problem(.approvalVoid(.warnings)))
            }
            return .success(script.answer(SentSharing(offer)))
        }.get()
    }
    func resendSharing() async throws -> SharingOutcome {
        try await enter(.resendSharing, .resendSharing) { script -> Result<SharingOutcome, WalletCoreError> in
            guard case .answered(let sent) = script.sharing, sent.canResend else { return .failure(Self.problem(.noSession)) }
            return .success(script.answer(sent))
        }.get()
    }
    func stopSharing() async throws -> SharingReturn {
        try await enter(.stopSharing, .stopSharing) { script in
            defer { script.sharing = .none }
            return script.sharing == .none ? SharingReturn(address: nil) : script.stopReturn
        }
    }

    private static func problem(_ problem: SharingProblem) -> WalletCoreError { WalletCoreError(.sharing(problem), "scripted") }
}

extension FakeWallet.Script {
    /// Takes the next outcome, and changes the session as it does.
    fileprivate mutating func answer(_ sent: SentSharing) -> SharingOutcome {
        let outcome = answers.takeFirst() ?? .delivered(SharingReturn(address: nil))
        switch outcome {
        case .delivered, .refusedByOrganization, .sessionOver, .refused(.permanentlyBlocked): sharing = .none
        // An answer that may have arrived stays one.
        case .notSent: sharing = .answered(sent)
        case .mayHaveArrived: sharing = .answered(sent.mayArrive())
        case .refused: break
        }
        return outcome
    }

    /// Ends the session that the call's error ends in the core.
    mutating func endSharing(after error: any Error) {
        if (error as? WalletCoreError)?.code == .sharing(.sessionOver) { sharing = .none }
    }

    /// Forgets what a new process does not find: all but an answer that may have arrived, which it cannot send again.
    mutating func loseSharing() {
        guard case .answered(let sent) = sharing else { return sharing = .none }
        sharing = .answered(sent.mayArrive(canResend: false))
    }
}

extension SentSharing {
    /// The answer to an offer, of which nothing has left the phone.
    fileprivate init(_ offer: SharingOffer) {
        self.init(
            organizationName: offer.organization.name, isLogin: offer.isLogin, arrival: offer.arrival, mayHaveArrived: false,
            canResend: true, event: 1)
    }

    /// The same answer after it may have arrived.
    fileprivate func mayArrive(canResend: Bool = true) -> SentSharing {
        SentSharing(
            organizationName: organizationName, isLogin: isLogin, arrival: arrival, mayHaveArrived: true, canResend: canResend,
            event: event)
    }
}
