// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import JOSE
import JSON
import PhoneSimulator
import ProviderProtocol

/// A registered wallet with real keys. It signs its messages in advance.
struct BenchmarkPhone: Sendable {
    static let publicURL = "https://provider.example"
    static let appID = AppID(teamID: "ABCDE12345", bundleID: "nl.example.wallet")
    static let appIDText = "ABCDE12345.nl.example.wallet"

    private let deviceKey = AppAttestKey(privateKey: P256.Signing.PrivateKey(), appID: appID, environment: .development)
    private let pinKey = P256.Signing.PrivateKey()
    private var walletID: WalletID
    private var certificate: String?
    private var sequenceNumber: Int64 = 0
    private var prepared: [[UInt8]] = []

    /// Sends bytes to an endpoint of the provider and returns the response.
    typealias Exchange = @Sendable (Endpoint, [UInt8]) async throws -> [UInt8]

    /// Registers a phone.
    init(registeringWith authority: DevelopmentAppleCA, _ send: Exchange) async throws {
        let challenge = try await Self.enrol(send)
        try self.init(enrolledBy: challenge)
        let registration = try await send(.createWallet, registration(answering: challenge, by: authority).encode())
        sequenceNumber = 1
        certificate = try RegistrationAnswer(parsing: registration).certificate
    }

    /// A phone that has not registered yet.
    init(enrolledBy challenge: String) throws {
        walletID = try EnrolmentChallenge(claims: JSONObject(parsing: CompactJWS(parsing: challenge).payload)).walletID
    }

    /// Requests a challenge for a registration.
    static func enrol(_ send: Exchange) async throws -> String {
        try SingleMemberAnswer(parsing: try await send(.enroll, Array("{}".utf8)), expecting: .challenge).value
    }

    /// The registration request, optionally with other data.
    func registration(answering challenge: String, by authority: DevelopmentAppleCA, data: JSONObject? = nil) throws -> ProviderRequest {
        var generator = SystemRandomNumberGenerator()
        let attestation = try deviceKey.attestation(
            clientDataHash: Array(SHA256.hash(data: Array(challenge.utf8))), by: authority, now: Date(), using: &generator)
        let own = RegistrationData(attestation: .apple(object: attestation), pinPublicKey: JWK(pinKey.publicKey)).json
        let message = try InstructionMessage(claims(.createWallet, 1, challenge: challenge, data: data ?? own), signedBy: pinKey)
        return try request(message, 1)
    }

    /// A correctly signed instruction that the provider refuses because of its data.
    func refused(_ instruction: Instruction, with beacon: String) throws -> ProviderRequest {
        let claims = claims(instruction, sequenceNumber + 1, challenge: beacon, data: ["unknown": true])
        let message =
            try instruction.needsPIN
            ? InstructionMessage(claims, signedBy: pinKey) : InstructionMessage(deviceOnly: claims)
        return try request(message, sequenceNumber + 1)
    }

    /// Signs this number of `check_pin` messages in advance, replacing the messages that were not sent.
    mutating func prepare(_ count: Int, with beacon: String) throws {
        prepared = try (1...count).map { index in
            let number = sequenceNumber + Int64(index)
            return try request(InstructionMessage(claims(.checkPIN, number, challenge: beacon), signedBy: pinKey), number).encode()
        }
        prepared.reverse()
    }

    /// Takes the next prepared message.
    mutating func next() throws -> [UInt8] {
        guard let request = prepared.popLast() else { throw BenchmarkError("more unlocks than were prepared") }
        sequenceNumber += 1
        return request
    }

    private func claims(_ instruction: Instruction, _ number: Int64, challenge: String, data: JSONObject = [:]) -> InstructionClaims {
        InstructionClaims(
            walletID: walletID, audience: Self.publicURL, instruction: instruction, challenge: challenge, sequenceNumber: number,
            issuedAt: Int64(Date().timeIntervalSince1970), data: data)
    }

    /// Uses the sequence number as the device key's counter.
    private func request(_ message: InstructionMessage, _ number: Int64) throws -> ProviderRequest {
        let assertion = try deviceKey.assertion(clientData: message.deviceSigned, counter: UInt32(number))
        return ProviderRequest(certificate: certificate, message: message, device: .appleAssertion(assertion))
    }
}
