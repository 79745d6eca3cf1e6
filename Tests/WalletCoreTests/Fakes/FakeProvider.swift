// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import PlatformSupport
import ProviderProtocol
import Synchronization
import WalletConfiguration
import WalletCore

/// A provider in memory that follows the protocol unless a test demands otherwise. The real provider is tested elsewhere.
final class FakeProvider: NetworkBridge {
    static let url = "https://provider.test"

    struct State {
        var unlockResult: JSONObject?
        /// The keys of the active PINs, by wallet.
        var wallets: [String: P256.Signing.PublicKey] = [:]
        /// The keys of the PINs to change to, by wallet.
        var newPINKeys: [String: P256.Signing.PublicKey] = [:]
        /// The certificates of the registrations, by wallet.
        var certificates: [String: String] = [:]
        /// The beacons handed out, each with its time.
        var beacons: [String: Date] = [:]
        /// The wallets that have sent an instruction.
        var used: Set<String> = []
        /// The answers to instructions, by the request's body.
        var answers: [[UInt8]: Result<String, ProviderProblem>] = [:]
        /// The last sequence numbers, by wallet.
        var lastSequenceNumbers: [String: Int64] = [:]
        /// The revoked wallets, with the error they receive.
        var revoked: [String: ProviderProblem] = [:]
        /// The `wallet_status` of all other wallets.
        var status = AccountStatus.active
        /// The hardware whose evidence the provider verifies; nil to believe all evidence.
        var hardware: FakeAttestedKeys?
        /// The attested keys, by wallet.
        var deviceKeys: [String: P256.Signing.PublicKey] = [:]
        /// The keys that were deleted.
        var deletedKeys: [String] = []
        /// The number of counted attempts.
        var wrongPINs = 0
    }

    let certificateKey = P256.Signing.PrivateKey()
    let resultKey = P256.Signing.PrivateKey()
    let otherKey = P256.Signing.PrivateKey()
    let state = Mutex(State())
    let clock: PhoneClock
    let network: NetworkPlan
    /// The configuration server.
    let documents = FakeDocuments()
    /// Answers the requests to the verifier of the tests of sharing.
    let verifier = Mutex<(@Sendable (NetworkRequest, String) async throws(NetworkError) -> NetworkResponse)?>(nil)

    init(clock: PhoneClock) {
        self.clock = clock
        network = NetworkPlan { clock.advance(by: $0) }
    }

    /// The embedded edition of these tests.
    var embedded: EmbeddedEdition { documents.embedded(provider: address) }

    /// The provider's entry in the configuration.
    var address: ProviderAddress {
        ProviderAddress(
            address: FakeDocuments.address(Self.url), certificateKeys: ["cert-1": JWK(certificateKey.publicKey)],
            resultKeys: ["result-1": JWK(resultKey.publicKey)])
    }

    func add(_ fault: NetworkPlan.Fault, to endpoint: Endpoint) { network.stage(fault, at: endpoint.path) }

    /// Holds the next request to an endpoint: the signals of its arrival, and that let it go on.
    func hold(_ endpoint: Endpoint) -> (arrived: Signal, goesOn: Signal) {
        let (arrived, goesOn) = (Signal(), Signal())
        add(
            .wait {
                arrived.set()
                await goesOn.wait()
            }, to: endpoint)
        return (arrived, goesOn)
    }

    /// Yields before each following response.
    func makeSlow() {
        for endpoint in [Endpoint.enroll, .createWallet, .beacon] + Self.instructions.map(Endpoint.instruction) {
            for _ in 0..<100 { add(.wait { for _ in 0..<10 { await Task.yield() } }, to: endpoint) }
        }
    }

    /// Returns the bodies sent to an endpoint, in order.
    func bodies(to endpoint: Endpoint) -> [[UInt8]] { network.bodies(to: endpoint.path) }

    /// Resets the recorded requests.
    func forgetRequests() { network.forgetRequests() }

    var requestCount: Int { network.requests.count }

    // MARK: Network

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        if request.url.hasPrefix(FakeDocuments.url) { return try await documents.send(request) }
        if request.url.hasPrefix("https://shop.example/"), let verifier = verifier.withLock({ $0 }) {
            return try await network.send(request, deliver: verifier)
        }
        return try await network.send(request, deliver: answer)
    }

    static func refusal(_ problem: ProviderProblem) -> NetworkResponse {
        NetworkResponse(status: problem.status, mediaType: ProviderProblem.mediaType, body: problem.encode())
    }

    static func json(_ body: [UInt8], status: Int = 200) -> NetworkResponse {
        NetworkResponse(status: status, mediaType: "application/json", body: body)
    }

    // MARK: The protocol

    private func answer(_ request: NetworkRequest, _ path: String) -> NetworkResponse {
        do {
            guard request.url == Self.url + path, (request.method == .get) == (path == Endpoint.beacon.path) else {
                throw ProviderProblem.malformedRequest
            }
            switch path {
            case Endpoint.beacon.path: return Self.json(SingleMemberAnswer(.beacon, beacon()).encode())
            case Endpoint.enroll.path: return Self.json(SingleMemberAnswer(.challenge, try enrolment()).encode())
            case Endpoint.createWallet.path: return try createWallet(request.body)
            default:
                guard let instruction = Self.instructions.first(where: { Endpoint.instruction($0).path == path }) else {
                    return Self.refusal(.malformedRequest)
                }
                return try perform(instruction, request.body)
            }
        } catch let problem as ProviderProblem {
            return Self.refusal(problem)
        } catch {
            return Self.refusal(.malformedRequest)
        }
    }

    var now: Int64 { Int64(clock.now.timeIntervalSince1970) }

    private func enrolment() throws -> String {
        try token(
            EnrolmentChallenge(
                walletID: WalletID(random: systemRandomBytes), random: systemRandomBytes(32), audience: Self.url, issuedAt: now),
            "cert-1", certificateKey)
    }

    private func createWallet(_ body: [UInt8]) throws -> NetworkResponse {
        let request = try ProviderRequest(parsing: body)
        let claims = request.message.claims
        let challenge = try EnrolmentChallenge(verifying: claims.challenge, keys: ["cert-1": certificateKey.publicKey])
        guard challenge.expiresAt > now, challenge.walletID == claims.walletID else { throw ProviderProblem.challengeRejected }
        let pinKey = try RegistrationData(claims.data).pinPublicKey.publicKey
        guard request.message.isSigned(by: pinKey), claims.sequenceNumber == 1, claims.audience == Self.url else {
            throw ProviderProblem.instructionRejected
        }
        try verifyAttestation(of: request)
        let known = state.withLock { $0.certificates[claims.walletID.text] }
        let certificate = try known ?? certificate(of: claims.walletID, about: pinKey)
        state.withLock {
            $0.certificates[claims.walletID.text] = certificate
            $0.wallets[claims.walletID.text] = pinKey
        }
        let code = RevocationCode(derivedFrom: Array(SHA256.hash(data: Array(claims.walletID.text.utf8))))
        return Self.json(
            RegistrationAnswer(certificate: certificate, revocationCode: code).encode(), status: 201)
    }

    /// Signs a token.
    func token<Token: SignedToken>(_ token: Token, _ keyID: String, _ key: P256.Signing.PrivateKey) throws -> String {
        try CompactJWS.sign(header: Token.header(keyID: keyID), payload: token.claims.encode(), with: key).serialized
    }
}

extension NetworkPlan.Fault {
    /// The request does not arrive, and the provider's refusal is returned.
    static func refuse(_ problem: ProviderProblem) -> Self { .answer(FakeProvider.refusal(problem)) }
}
