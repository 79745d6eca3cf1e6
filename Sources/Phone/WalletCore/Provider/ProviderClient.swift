// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import PlatformSupport
import ProviderProtocol
import WalletConfiguration
import WalletInterface

/// Speaks the provider's protocol: sends bodies and judges answers. It keeps nothing and repeats nothing.
struct ProviderClient: Sendable {
    private let network: any NetworkBridge
    private let url: String
    private let trustedRoots: [[UInt8]]
    private let certificateKeys: [String: P256.Signing.PublicKey]
    private let resultKeys: [String: P256.Signing.PublicKey]
    private let lastFailure: LastFailure
    private let onUnknownKey: @Sendable () -> Void

    /// - Parameter onUnknownKey: told of each answer that a key has signed which the configuration does not name.
    init(
        network: any NetworkBridge, provider: ProviderAddress, lastFailure: LastFailure = LastFailure(),
        onUnknownKey: @escaping @Sendable () -> Void = {}
    ) {
        self.lastFailure = lastFailure
        self.onUnknownKey = onUnknownKey
        self.network = network
        url = provider.address.url.text
        trustedRoots = provider.address.tlsRoots
        certificateKeys = provider.certificateKeys.mapValues(\.publicKey)
        resultKeys = provider.resultKeys.mapValues(\.publicKey)
    }

    /// The provider's public base URL: the audience of messages and the issuer of certificates.
    var audience: String { url }

    // MARK: Requests

    /// Sends a body and waits for the answer.
    ///
    /// - Throws: `noInternet` when nothing was sent; `serverUnreachable` when nothing was sent or the outcome is unknown: no answer, one
    ///   that is not of this protocol (a proxy's page, a redirect), or one that says that the provider failed.
    func send(_ body: [UInt8], to endpoint: Endpoint, timeout: Duration = .seconds(10)) async throws(WalletCoreError) -> ProviderReply {
        switch await deliver(body, to: endpoint, timeout: timeout) {
        case .answered(let reply): return reply
        case .notSent(let error), .unanswered(let error): throw error
        }
    }

    /// Sends a body and tells apart what did not leave the phone from what may have arrived.
    func deliver(_ body: [UInt8], to endpoint: Endpoint, timeout: Duration = .seconds(10)) async -> Delivery {
        let response: NetworkResponse
        do throws(NetworkError) {
            response = try await network.send(
                NetworkRequest(method: .post, url: url + endpoint.path, body: body, trustedRoots: trustedRoots, timeout: timeout))
        } catch {
            switch error {
            case .offline: return .notSent(WalletCoreError(.noInternet, "the device has no connection"))
            case .unreachable:
                return .notSent(WalletCoreError(.serverUnreachable, "no connection to the provider; nothing was sent"))
            case .lost: return .unanswered(WalletCoreError(.serverUnreachable, "no answer from the provider; the outcome is unknown"))
            }
        }
        if response.status == (endpoint == .createWallet ? 201 : 200), response.mediaType == "application/json" {
            return .answered(.done(response.body))
        }
        guard response.mediaType == ProviderProblem.mediaType,
            let problem = try? ProviderProblem(parsing: response.body, status: response.status), Self.isPlausible(problem)
        else {
            return .unanswered(
                WalletCoreError(.serverUnreachable, "an answer of status \(response.status) that is not of this protocol"))
        }
        if case .unexpected(let correlationID) = problem { lastFailure.note(correlationID) }
        switch problem {
        case .unexpected, .unavailable, .tooManyRequests:
            return .unanswered(WalletCoreError(.serverUnreachable, "the provider cannot answer now: \(problem.type)"))
        default: return .answered(.refused(problem))
        }
    }

    /// Numbers that no policy has are not shown to anybody.
    private static func isPlausible(_ problem: ProviderProblem) -> Bool {
        switch problem {
        case .incorrectPIN(let attemptsLeftInRound, _): (1...1000).contains(attemptsLeftInRound)
        case .pinTimeout(let timeLeft): (1...366 * 86_400_000).contains(timeLeft)
        default: true
        }
    }

    // MARK: Answers

    /// Verifies what `/enroll` answered.
    ///
    /// - Throws: `serverUnreachable` when it is not a genuine challenge of this provider.
    func enrolmentChallenge(in body: [UInt8]) throws(WalletCoreError) -> (token: String, challenge: EnrolmentChallenge) {
        try judging {
            let token = try SingleMemberAnswer(parsing: body, expecting: .challenge).value
            let challenge = try EnrolmentChallenge(verifying: token, keys: certificateKeys)
            guard challenge.audience == audience, challenge.random.count == 32, challenge.expiresAt > challenge.issuedAt else {
                throw ProtocolViolation("an enrolment challenge of another provider or without a life")
            }
            return (token, challenge)
        }
    }

    /// Verifies what `/createwallet` answered for a wallet.
    ///
    /// - Throws: `serverUnreachable` when the certificate is not genuine or is another wallet's, or the code is malformed.
    func registrationAnswer(in body: [UInt8], for walletID: WalletID) throws(WalletCoreError) -> RegistrationAnswer {
        try judging {
            let answer = try RegistrationAnswer(parsing: body)
            try verify(answer.certificate, of: walletID)
            return answer
        }
    }

    /// Verifies what a settlement of a PIN change was answered, and the certificate in it.
    ///
    /// - Throws: `serverUnreachable` when it is not genuine or answers another message, or when the certificate is another wallet's.
    func settlement(in body: [UInt8], of claims: InstructionClaims) throws(WalletCoreError) -> PINChangeResult {
        guard let object = try result(in: body, of: claims) else {
            throw WalletCoreError(.serverUnreachable, "the provider's answer cannot be used: it has no result")
        }
        return try judging {
            let result = try PINChangeResult(object)
            try verify(result.certificate, of: claims.walletID)
            return result
        }
    }

    /// Verifies the certificate that a recovery of the PIN has brought.
    ///
    /// - Throws: `serverUnreachable` when there is none, or it is another wallet's.
    func certificate(in result: JSONObject?, of walletID: String) throws(WalletCoreError) -> String {
        guard let result else { throw WalletCoreError(.serverUnreachable, "the provider's answer cannot be used: it has no result") }
        return try judging {
            let certificate = try CertificateResult(result).certificate
            try verify(certificate, of: WalletID(parsing: walletID))
            return certificate
        }
    }

    private func verify(_ token: String, of walletID: WalletID) throws {
        let certificate = try WalletCertificate(verifying: token, keys: certificateKeys)
        guard certificate.walletID == walletID, certificate.issuer == audience else {
            throw ProtocolViolation("a certificate of another wallet or provider")
        }
    }

    /// Reads what `/instructions/challenge` answered.
    ///
    /// - Throws: `serverUnreachable` when it is not 32 bytes in base64url.
    func challenge(in body: [UInt8]) throws(WalletCoreError) -> String {
        try judging {
            let challenge = try SingleMemberAnswer(parsing: body, expecting: .challenge).value
            guard try Base64URL.decode(challenge).count == 32 else { throw ProtocolViolation("a challenge has 32 bytes") }
            return challenge
        }
    }

    /// Verifies a result and that it answers exactly this message.
    ///
    /// - Throws: `serverUnreachable` when it is not genuine or answers another message.
    func result(in body: [UInt8], of claims: InstructionClaims) throws(WalletCoreError) -> JSONObject? {
        try judging {
            let token = try SingleMemberAnswer(parsing: body, expecting: .result).value
            let result = try InstructionResult(verifying: token, keys: resultKeys)
            guard result.answers(claims) else { throw ProtocolViolation("a result of another message") }
            return result.result
        }
    }

    private func judging<Value>(_ body: () throws -> Value) throws(WalletCoreError) -> Value {
        do {
            return try body()
        } catch let violation as ProtocolViolation {
            // The provider has rotated a key, and a newer configuration may name it.
            if violation == .unknownSigningKey { onUnknownKey() }
            throw WalletCoreError(.serverUnreachable, "the provider's answer cannot be used: \(violation.reason)")
        } catch {
            throw WalletCoreError(.serverUnreachable, "the provider's answer cannot be used")
        }
    }
}
