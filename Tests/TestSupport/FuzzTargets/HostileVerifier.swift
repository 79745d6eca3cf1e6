// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import OpenID4VPWallet
import StatusList

/// A wallet's session with a verifier that answers anything.
struct HostileVerifier {
    /// The steps of a session, without their contents.
    private enum Place { case fetch, fetchStatus, decide, sign, send, finished, failed }

    private var client: PresentationClient
    private let session: SessionType
    /// True once the wallet has made an answer.
    private var hasAnswered = false

    /// `wallet_nonce` of every session.
    static let walletNonce = Base64URL.encode(FuzzIssuance.random(32))

    /// More steps than any session has: request, status, decision, signatures, message, end.
    private static let maximumSteps = 8
    private static let link = PresentationLink(
        clientID: FuzzVerifier.clientID, requestURI: FuzzIssuance.url("https://verifier.example/request/1"), isPost: true)
    private static let settings = WalletSettings(accessRoots: [FuzzParties.root], registrarRoots: [FuzzParties.root])

    init(arrivedBy session: SessionType) {
        self.session = session
        client = PresentationClient(link: Self.link, arrivedBy: session, settings: Self.settings, random: FuzzIssuance.random)
    }

    /// Plays the wallet until the session has ended, or until the request must be fetched again.
    ///
    /// - Parameter isStopped: true if the person does not share.
    /// - Returns: `accepted` if the verifier has taken an answer.
    mutating func play(request: VerifierAnswer, reply: VerifierAnswer, isStopped: Bool) async throws(FuzzFinding) -> FuzzOutcome {
        for _ in 0..<Self.maximumSteps {
            switch client.step {
            case .fetch:
                try await take([.fetchStatus, .decide]) { client in try await client.receiveRequest(request, at: FuzzParties.time) }
                if case .fetch = client.step { return .refused }
            case .fetchStatus: try await take([.decide]) { client in try client.receiveStatus(.valid) }
            case .decide(let received): try await decide(received, isStopped: isStopped)
            case .sign(let inputs): try await sign(inputs)
            case .send(let message):
                try check(message)
                try await take([.finished]) { client in try client.receiveReply(reply) }
            case .failed(let failure):
                if case .refused(let refusal) = failure { try decline(.refused(refusal)) } else { try decline(.stopped) }
                if case .failed = client.step { return .refused }
            case .finished(let ending): return try outcome(ending)
            }
        }
        throw FuzzFinding("a session that does not end")
    }

    /// Takes a result at its step. The next step is one that follows; after an error it is `failed` or the same, as the error says.
    private mutating func take(
        _ next: Set<Place>, _ body: (inout PresentationClient) async throws -> Void
    ) async throws(FuzzFinding) {
        let before = client.step
        var failure: PresentationFailure?
        do {
            try await body(&client)
        } catch let error as PresentationFailure {
            failure = error
        } catch {
            throw FuzzFinding("an error that is not the module's")
        }
        switch failure {
        case nil: try FuzzFinding.unless(next.contains(Self.place(of: client.step)), "a step that does not follow")
        case .refused?, .sessionOver?, .wrongSession?, .expired?:
            let failed = failure.map { PresentationClient.Step.failed($0) }
            try FuzzFinding.unless(client.step == failed, "a session that fails for another reason than it says")
        case .unavailable?, .unfitChoice?, .unfitSignature?:
            try FuzzFinding.unless(client.step == before, "an error that changes the session without saying so")
        case .outOfOrder?: throw FuzzFinding("a step that cannot be done")
        }
    }

    /// Shares the family name for every query, if the person does not stop and the query asks for it.
    private mutating func decide(_ received: ReceivedRequest, isStopped: Bool) async throws(FuzzFinding) {
        let certificate = FuzzParties.der(FuzzVerifier.certificate)
        try FuzzFinding.unless(
            received.identity.certificate == certificate && received.identity == client.verifier, "a request of an unknown verifier")
        if isStopped { return try decline(.stopped) }
        let before = client.step
        let chosen = received.request.query.credentials.map { FuzzHolder.chosen(for: $0) }
        try await take([.sign]) { client in try client.approve(chosen, at: FuzzParties.time) }
        if client.step == before { try decline(.missing) }
    }

    private mutating func sign(_ inputs: [[UInt8]]) async throws(FuzzFinding) {
        let before = client.step
        let holder = JWK(FuzzHolder.key.publicKey)
        try await take([.send]) { client in
            try client.signed(inputs.map { try FuzzHolder.sign($0) }, holders: inputs.map { _ in holder })
        }
        // A JWE for this key may be impossible, for example because of its `kid`.
        if client.step == before { return try decline(.missing) }
        hasAnswered = true
    }

    /// Ends the session without an answer. An error is the message of the step `send`.
    private mutating func decline(_ cause: Decline) throws(FuzzFinding) {
        let sent = client.decline(cause)
        var message: WalletRequest?
        if case .send(let request) = client.step { message = request }
        try FuzzFinding.unless(sent == message, "an error that is not the step's")
    }

    /// Checks that a message goes to the verifier, is an answer only after an approval, and is kept if no reply comes.
    private func check(_ message: WalletRequest) throws(FuzzFinding) {
        try FuzzFinding.unless(message.isPost && message.url.host.lowercased() == FuzzVerifier.host, "a message to another party")
        switch try? AnswerForm.read(message.body) {
        case .answer?: try FuzzFinding.unless(hasAnswered, "an answer that is not approved")
        case .error?: try FuzzFinding.unless(!hasAnswered, "an error in place of an answer")
        case nil: throw FuzzFinding("a message that no verifier reads")
        }
        var lost = client
        lost.noteLost()
        let ending = hasAnswered ? Ending.mayHaveArrived : .declined(redirect: nil)
        try FuzzFinding.unless(lost.step == .finished(ending), "a lost message that ends otherwise")
        guard hasAnswered else { return }
        _ = try? lost.resend()
        try FuzzFinding.unless(lost.step == client.step, "an answer that is sent again with other bytes")
    }

    private func outcome(_ ending: Ending) throws(FuzzFinding) -> FuzzOutcome {
        var followed: RedirectURI?
        var isDeclined = false
        var outcome = FuzzOutcome.refused
        switch ending {
        case .delivered(let redirect, _): (followed, outcome) = (redirect, .accepted)
        case .declined(let redirect): (followed, isDeclined) = (redirect, true)
        case .refusedByVerifier, .sessionOver: break
        case .mayHaveArrived: throw FuzzFinding("a reply that is lost")
        }
        try FuzzFinding.unless(isDeclined != hasAnswered, "an ending that is not that of the message")
        if let followed {
            let isSafe = session == .sameDevice && followed.text.lowercased().hasPrefix("https://")
            try FuzzFinding.unless(isSafe, "a redirect that is not to be followed")
        }
        return outcome
    }

    private static func place(of step: PresentationClient.Step) -> Place {
        switch step {
        case .fetch: .fetch
        case .fetchStatus: .fetchStatus
        case .decide: .decide
        case .sign: .sign
        case .send: .send
        case .finished: .finished
        case .failed: .failed
        }
    }
}
