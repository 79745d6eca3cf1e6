// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import PlatformSupport
import ProviderProtocol
import WalletConfiguration
import WalletInterface

/// A client for the provider's protocol: posts bodies and verifies answers. It has no state and repeats nothing.
struct ProviderClient: Sendable {
    private let network: any NetworkBridge
    private let url: String
    private let trustedRoots: [[UInt8]]
    private let certificateKeys: [String: P256.Signing.PublicKey]
    private let resultKeys: [String: P256.Signing.PublicKey]
    private let lastFailure: LastFailure
    private let onUnknownKey: @Sendable () -> Void

    /// - Parameter onUnknownKey: called for each answer that is signed with a key that the configuration does not name.
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

    /// Requests a document.
    func get(_ endpoint: Endpoint, timeout: Duration) async -> Delivery {
        await send(.get, to: endpoint, body: [], timeout: timeout)
    }

    /// Posts a body. The result distinguishes a body that was not sent from a body that may have arrived.
    func post(_ body: [UInt8], to endpoint: Endpoint, timeout: Duration) async -> Delivery {
        await send(.post, to: endpoint, body: body, timeout: timeout)
    }

    private func send(_ method: NetworkRequest.Method, to endpoint: Endpoint, body: [UInt8], timeout: Duration) async -> Delivery {
        let response: NetworkResponse
        do throws(NetworkError) {
            response = try await network.response(
                to: NetworkRequest(method: method, url: url + endpoint.path, body: body, trustedRoots: trustedRoots, timeout: timeout))
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

    /// True if a PIN policy can produce the problem's numbers. A problem with other numbers is not shown.
    private static func isPlausible(_ problem: ProviderProblem) -> Bool {
        switch problem {
        case .incorrectPIN(let attemptsLeftInRound, _): (1...1000).contains(attemptsLeftInRound)
        case .pinTimeout(let timeLeft): (1...366 * 86_400_000).contains(timeLeft)
        default: true
        }
    }

    // MARK: Answers

    /// Verifies the answer of `/enroll`.
    ///
    /// - Throws: `serverUnreachable` if it is not a genuine challenge of this provider.
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

    /// Verifies the answer of `/createwallet` for a wallet.
    ///
    /// - Throws: `serverUnreachable` if the certificate is not genuine or belongs to another wallet, or if the code is malformed.
    func registrationAnswer(in body: [UInt8], for walletID: WalletID) throws(WalletCoreError) -> RegistrationAnswer {
        try judging {
            let answer = try RegistrationAnswer(parsing: body)
            try verify(answer.certificate, of: walletID)
            return answer
        }
    }

    /// Verifies the answer to a settlement of a PIN change, and its certificate.
    ///
    /// - Throws: `serverUnreachable` if the body is not genuine or answers a different message, or if the certificate belongs to another
    ///   wallet.
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

    /// Verifies the certificate in the result of a PIN recovery.
    ///
    /// - Throws: `serverUnreachable` if the certificate is missing or belongs to another wallet.
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

    /// Reads the answer of `/beacon`.
    ///
    /// - Throws: `serverUnreachable` if it is malformed or longer than 128 characters.
    func beacon(in body: [UInt8]) throws(WalletCoreError) -> String {
        try judging { try Self.checked(SingleMemberAnswer(parsing: body, expecting: .beacon).value) }
    }

    /// The beacon for the next message in the answer of an instruction; nil if there is none that can be used.
    func nextBeacon(in body: [UInt8]) -> String? {
        (try? InstructionAnswer(parsing: body)).flatMap { try? Self.checked($0.beacon) }
    }

    private static func checked(_ beacon: String) throws(ProtocolViolation) -> String {
        guard (1...128).contains(beacon.utf8.count), beacon.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw ProtocolViolation("a beacon has 1 to 128 visible ASCII characters")
        }
        return beacon
    }

    /// Verifies a result, and that it answers exactly this message.
    ///
    /// - Throws: `serverUnreachable` if the body is not genuine or answers a different message.
    func result(in body: [UInt8], of claims: InstructionClaims) throws(WalletCoreError) -> JSONObject? {
        try judging { try verified(body, of: claims).result }
    }

    /// The time at which a result was signed, in seconds since 1970; nil if the body is not genuine or answers a different message.
    func signingTime(in body: [UInt8], of claims: InstructionClaims) -> Int64? { try? verified(body, of: claims).issuedAt }

    private func verified(_ body: [UInt8], of claims: InstructionClaims) throws -> InstructionResult {
        let answer = try InstructionAnswer(parsing: body)
        let result = try InstructionResult(verifying: answer.result, keys: resultKeys)
        guard result.answers(claims) else { throw ProtocolViolation("a result of another message") }
        return result
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
