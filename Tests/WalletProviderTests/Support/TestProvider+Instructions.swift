// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import JSON
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// Complete instructions, from the beacon to the result.
extension TestProvider {
    /// Returns the current beacon.
    func beacon() async throws -> String {
        try SingleMemberAnswer(parsing: try await provider.beacon(), expecting: .beacon).value
    }

    /// Returns the result of a request, after checking that it belongs to the request.
    ///
    /// - Throws: the provider's problem.
    func result(of request: ProviderRequest) async throws -> JSONObject? {
        let body = try await provider.perform(request.message.claims.instruction, request.encode())
        let token = try InstructionAnswer(parsing: body).result
        let result = try await verified(token, as: InstructionResult.self, by: .result)
        #expect(result.answers(request.message.claims))
        return result.result
    }

    /// Returns the result of a request whose instruction has one.
    func object(of request: ProviderRequest) async throws -> JSONObject {
        try #require(try await result(of: request))
    }

    /// Returns the problem of a request; nil if it is accepted.
    func refusal(of request: ProviderRequest) async -> ProviderProblem? {
        do throws(ProviderProblem) {
            _ = try await provider.perform(request.message.claims.instruction, request.encode())
            return nil
        } catch {
            return error
        }
    }

    // MARK: PIN change

    /// Starts a change. The phone keeps its certificate and its PIN key.
    ///
    /// - Returns: the certificate for the new key.
    @discardableResult
    func startPINChange(_ phone: inout TestPhone, to new: P256.Signing.PrivateKey) async throws -> String {
        let request = try phone.startPINChange(try await beacon(), to: new)
        return try CertificateResult(try await object(of: request)).certificate
    }

    func settleRequest(
        _ phone: inout TestPhone, current: P256.Signing.PrivateKey, new: P256.Signing.PrivateKey
    ) async throws -> ProviderRequest {
        try phone.settlePINChange(try await beacon(), current: current, new: new)
    }

    // MARK: Keys

    func issueKeys(_ count: Int = 1, to phone: inout TestPhone) async throws -> [IssuedKeys.Key] {
        let data = KeyRequest(count: count, audience: "https://issuer.example", nonce: "nonce", issuer: "client").json
        let request = try phone.message(.performIssuance, try await beacon(), data: data)
        return try IssuedKeys(try await object(of: request)).keys
    }

    func signRequest(_ phone: inout TestPhone, _ keys: [WalletKeyID], bytes: [UInt8] = [1, 2, 3]) async throws -> ProviderRequest {
        let data = SigningRequest(items: keys.map { SigningRequest.Item(key: $0, signing: bytes) }).json
        return try phone.message(.sign, try await beacon(), data: data)
    }

    // MARK: Recovery

    /// Registers a phone that has a PID and has disclosed its recovery code.
    func phoneWithPID(code: String = "person 1") async throws -> TestPhone {
        var phone = try await registeredPhone()
        #expect(try await disclose(code, from: &phone) == nil)
        return phone
    }

    /// Creates a key and a PID for it, and discloses the PID's recovery code.
    func disclose(_ code: String, from phone: inout TestPhone) async throws -> ProviderProblem? {
        let key = try #require(try await issueKeys(to: &phone).first)
        return try await disclose(pid: pidIssuer.pid(code, boundTo: key.publicKey), from: &phone)
    }

    func disclose(pid: String, from phone: inout TestPhone) async throws -> ProviderProblem? {
        let challenge = try await beacon()
        return await refusal(of: try phone.message(.discloseRecoveryCode, challenge, data: RecoveryCodeDisclosure(pid: pid).json))
    }

    /// Starts a recovery.
    ///
    /// - Returns: the key for the PID.
    func startPINRecovery(_ phone: inout TestPhone, to new: P256.Signing.PrivateKey) async throws -> IssuedKeys.Key {
        let request = try phone.startPINRecovery(try await beacon(), to: new)
        let issued = try IssuedKeys(try await object(of: request))
        return try #require(issued.keys.first)
    }

    func completeRequest(_ phone: inout TestPhone, pid: String, pinKey: P256.Signing.PrivateKey) async throws -> ProviderRequest {
        try phone.completePINRecovery(try await beacon(), pid: pid, pinKey: pinKey)
    }

    // MARK: Device only

    func status(of phone: inout TestPhone) async throws -> AccountStatus {
        let request = try phone.message(.walletStatus, try await beacon())
        return try AccountStatus(try await object(of: request))
    }

    func deregister(_ phone: inout TestPhone) async throws {
        let request = try phone.message(.deregister, try await beacon())
        #expect(try await result(of: request) == nil)
    }

    /// Moves the clock to the end of the current waiting period, if any.
    func sitOutWait(of phone: TestPhone) async throws {
        guard let waitUntil = try await account(of: phone).waitUntil else { return }
        clock.advance(milliseconds: max(0, waitUntil.milliseconds - Timestamp(clock.now).milliseconds))
    }
}

extension SigningRequest.Item {
    /// The request for a signature over these bytes, which the wallet hashes.
    init(key: WalletKeyID, signing bytes: [UInt8]) {
        self.init(key: key, hash: Array(SHA256.hash(data: bytes)))
    }
}
