// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import JOSE
import JSON
import PhoneSimulator
import ProviderProtocol

/// A phone with real keys whose messages a test controls.
struct TestPhone: Sendable {
    var deviceKey: AppAttestKey
    /// The device key of an Android phone; nil for an iPhone.
    var keystoreKey: AndroidKeystoreKey?
    var pinKey = P256.Signing.PrivateKey()
    var walletID = WalletID { _ in [UInt8](repeating: 0, count: 16) }
    var audience = TestProvider.publicURL
    var certificate = ""
    var sequenceNumber: Int64 = 0
    var counter: UInt32 = 0

    init(appID: AppID = TestProvider.appID, environment: AppAttestEnvironment = .production) {
        deviceKey = AppAttestKey(privateKey: P256.Signing.PrivateKey(), appID: appID, environment: environment)
    }

    /// Returns the next message's claims.
    mutating func claims(_ instruction: Instruction, challenge: String, data: JSONObject = [:]) -> InstructionClaims {
        sequenceNumber += 1
        return InstructionClaims(
            walletID: walletID, audience: audience, instruction: instruction, challenge: challenge, sequenceNumber: sequenceNumber,
            issuedAt: 1_767_225_600, data: data)
    }

    /// Returns a request with a genuine device proof.
    mutating func request(_ message: InstructionMessage, certificate: String?) throws -> ProviderRequest {
        if let keystoreKey {
            let signature = try keystoreKey.signature(over: message.deviceSigned)
            return ProviderRequest(certificate: certificate, message: message, device: .androidSignature(signature))
        }
        counter += 1
        let assertion = try deviceKey.assertion(clientData: message.deviceSigned, counter: counter)
        return ProviderRequest(certificate: certificate, message: message, device: .appleAssertion(assertion))
    }

    /// Returns the text that a PIN key signs within the data of the next message.
    func possessionText(_ instruction: Instruction, _ challenge: String) -> String {
        InstructionClaims(
            walletID: walletID, audience: audience, instruction: instruction, challenge: challenge, sequenceNumber: sequenceNumber + 1,
            issuedAt: 0
        ).possessionText
    }

    /// Returns a request for `check_pin`, with the phone's own PIN key or a wrong one.
    mutating func checkPIN(_ challenge: String, pinKey wrong: P256.Signing.PrivateKey? = nil) throws -> ProviderRequest {
        let message = try InstructionMessage(claims(.checkPIN, challenge: challenge), signedBy: wrong ?? pinKey)
        return try request(message, certificate: certificate)
    }

    /// Returns a registration that answers a challenge.
    mutating func registration(challenge: String, by authority: DevelopmentAppleCA, now: Date) throws -> ProviderRequest {
        var generator = SystemRandomNumberGenerator()
        let attestation = try deviceKey.attestation(
            clientDataHash: Array(SHA256.hash(data: Array(challenge.utf8))), by: authority, now: now, using: &generator)
        return try registration(challenge: challenge, attestation: attestation)
    }

    mutating func registration(challenge: String, attestation: [UInt8]) throws -> ProviderRequest {
        try registration(challenge: challenge, .apple(object: attestation))
    }

    mutating func registration(challenge: String, _ attestation: DeviceKeyAttestation) throws -> ProviderRequest {
        sequenceNumber = 0
        let data = RegistrationData(attestation: attestation, pinPublicKey: JWK(pinKey.publicKey))
        return try request(
            InstructionMessage(claims(.createWallet, challenge: challenge, data: data.json), signedBy: pinKey), certificate: nil)
    }

    /// Registers at a provider that the test sees only from outside, so the challenge is not verified.
    mutating func register(
        by authority: DevelopmentAppleCA, over send: (Endpoint, [UInt8]) async throws -> [UInt8]
    ) async throws {
        let challenge = try SingleMemberAnswer(parsing: try await send(.enroll, Array("{}".utf8)), expecting: .challenge).value
        walletID = try EnrolmentChallenge(claims: JSONObject(parsing: CompactJWS(parsing: challenge).payload)).walletID
        let request = try registration(challenge: challenge, by: authority, now: Date())
        certificate = try RegistrationAnswer(parsing: try await send(.createWallet, request.encode())).certificate
    }
}
