// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// Sharing data and logging in. A session continues across calls.
extension FakeWallet {
    func sharingState() async throws -> SharingState { try await enter(.sharingState) { $0.sharing } }
    func startSharing(_ link: UniversalLink, arrivedBy arrival: SharingArrival) async throws -> SharingState {
        try await enter(.startSharing, .startSharing) { script -> Result<SharingState, WalletCoreError> in
            guard let request = script.request else { return .failure(Self.problem(.notConfigured)) }
            if case .answered = script.sharing { return .failure(Self.problem(.busy)) }
            if script.sharing != .none {
                // The same link again continues its session.
                let isSame = script.startedLink == link && script.startedArrival == arrival
                return isSame ? .success(script.sharing) : .failure(Self.problem(.busy))
            }
            (script.sharing, script.startedLink, script.startedArrival) = (request, link, arrival)
            return .success(request)
        }.get()
    }
    func approveSharing(_ approval: SharingApproval, pin: PIN) async throws -> PINCheck {
        try await enter(.approveSharing, .approveSharing(approval, pin)) { script -> Result<PINCheck, WalletCoreError> in
            script.signed = .nothing
            guard case .offered(let offer) = script.sharing else { return .failure(Self.problem(.noSession)) }
            guard approval.offer == offer.id else { return .failure(Self.problem(.approvalVoid(.request))) }
            guard approval.acceptedWarnings == Set(offer.warnings(of: approval.choice)) else {
                return .failure(Self.problem(.approvalVoid(.warnings)))
            }
            let check = script.checks.takeFirst() ?? .valid
            switch check {
            case .valid: script.signed = .answer(offer)
            case .permanentlyBlocked: script.sharing = .none
            default: break
            }
            return .success(check)
        }.get()
    }
    func sendSharing() async throws -> SharingOutcome {
        try await enter(.sendSharing, .sendSharing) { script -> Result<SharingOutcome, WalletCoreError> in
            if case .answered(let sent) = script.sharing {
                guard sent.canResend else { return .failure(Self.problem(.sessionOver)) }
                return .success(script.answer(sent))
            }
            switch script.signed {
            case .nothing: return .failure(Self.problem(.noSession))
            case .droppedByLock: return .failure(Self.problem(.approvalVoid(.locked)))
            case .answer(let approved):
                // The first attempt is admitted as an approval is.
                guard !script.isPolicyExpired else { return .failure(WalletCoreError(.policyExpired, "scripted")) }
                script.signed = .nothing
                guard case .offered(let offer) = script.sharing, offer.id == approved.id else {
                    return .failure(Self.problem(.approvalVoid(.request)))
                }
                let sent = SentSharing(offer, event: script.nextEvent)
                script.record(offer, as: sent.event)
                return .success(script.answer(sent))
            }
        }.get()
    }
    func stopSharing() async throws -> SharingReturn {
        try await enter(.stopSharing, .stopSharing) { script in
            defer { (script.sharing, script.signed) = (.none, .nothing) }
            return script.sharing == .none ? SharingReturn(address: nil) : script.stopReturn
        }
    }

    private static func problem(_ problem: SharingProblem) -> WalletCoreError { WalletCoreError(.sharing(problem), "scripted") }
}

extension FakeWallet {
    /// The answer that was signed and not sent.
    enum SignedSharing: Sendable {
        case nothing
        /// The answer to this offer.
        case answer(SharingOffer)
        /// A lock has dropped the answer.
        case droppedByLock
    }
}

extension FakeWallet.Script {
    /// Drops what was signed, as a lock does.
    mutating func dropSigned() {
        if case .answer = signed { signed = .droppedByLock }
    }

    /// Takes the next outcome, and changes the session as it does.
    fileprivate mutating func answer(_ sent: SentSharing) -> SharingOutcome {
        var outcome = answers.takeFirst() ?? .delivered(SharingReturn(address: nil))
        // An answer that may have arrived stays one, also if another attempt does not leave the phone.
        if case .notSent = outcome, sent.mayHaveArrived { outcome = .mayHaveArrived }
        switch outcome {
        case .delivered(let back):
            (sharing, outcome) = (.none, .delivered(back.telling(isHistoryKept ? sent.event : nil)))
            settle(sent.event, .delivered)
        case .refusedByOrganization, .sessionOver:
            sharing = .none
            settle(sent.event, .refused)
        case .notSent: sharing = .answered(sent)
        case .mayHaveArrived:
            sharing = .answered(sent.mayArrive())
            settle(sent.event, .mayHaveArrived)
        }
        return outcome
    }

    /// Ends the session that the call's error ends in the core. An answer stays until it is stopped.
    mutating func endSharing(after error: any Error) {
        switch (error as? WalletCoreError)?.code {
        case .sharing(.sessionOver): loseSharing()
        case .sharing(.approvalVoid): signed = .nothing
        default: break
        }
    }

    /// Forgets what neither a new process nor a new user interface finds: all but an answer that is not known to be received.
    mutating func loseSharing() {
        if case .answered = sharing { return }
        (sharing, signed) = (.none, .nothing)
    }
}

extension SentSharing {
    /// The answer to an offer, of which nothing has left the phone.
    fileprivate init(_ offer: SharingOffer, event: Int64) {
        self.init(
            organizationName: offer.organization.name, isLogin: offer.isLogin, arrival: offer.arrival, mayHaveArrived: false,
            canResend: true, event: event)
    }

    /// The same answer after it may have arrived.
    fileprivate func mayArrive() -> SentSharing {
        SentSharing(
            organizationName: organizationName, isLogin: isLogin, arrival: arrival, mayHaveArrived: true, canResend: canResend,
            event: event)
    }
}

extension SharingReturn {
    /// The same way back with the number of the event.
    fileprivate func telling(_ event: Int64?) -> SharingReturn {
        SharingReturn(address: address, isAddressDropped: isAddressDropped, event: event)
    }
}
