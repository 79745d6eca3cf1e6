// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import JOSE
import JSON
import PhoneSimulator
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// Each kind of token in every place that takes a token: only the right kind is accepted.
struct TokenMatrixTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    enum Kind: String, CaseIterable, Sendable {
        case certificate, enrolmentChallenge, result, pinSignedMessage, deviceOnlyMessage, beacon, proof, pid
    }

    /// One genuine token of each kind, all for this phone.
    func tokens(_ phone: inout TestPhone) async throws -> [Kind: String] {
        let key = try #require(try await test.issueKeys(to: &phone).first)
        let checked = try phone.checkPIN(try await test.beacon())
        let answer = try await test.provider.perform(.checkPIN, checked.encode())
        let enrolment = EnrolmentChallenge(
            walletID: phone.walletID, random: [UInt8](repeating: 1, count: 32), audience: TestProvider.publicURL,
            issuedAt: Timestamp(test.clock.now).seconds)
        return [
            .certificate: phone.certificate, .enrolmentChallenge: try await test.sign(enrolment),
            .result: try InstructionAnswer(parsing: answer).result, .pinSignedMessage: checked.message.text,
            .deviceOnlyMessage: try phone.message(.walletStatus, "none").message.text,
            .beacon: try await test.beacon(), .proof: key.proof,
            .pid: try test.pidIssuer.pid("person 1", boundTo: key.publicKey),
        ]
    }

    @Test(arguments: Kind.allCases)
    func `only a certificate is accepted as a certificate`(_ kind: Kind) async throws {
        var phone = try await test.registeredPhone()
        let token = try #require(try await tokens(&phone)[kind])
        let beacon = try await test.beacon()
        phone.certificate = token
        #expect(await test.refusal(of: try phone.checkPIN(beacon)) == (kind == .certificate ? nil : .certificateRejected))
    }

    @Test(arguments: [Kind.certificate, .enrolmentChallenge, .result])
    func `a genuine token's claims under a different kind's name are rejected, whatever key signed them`(_ kind: Kind) async throws {
        var phone = try await test.registeredPhone()
        let payload = try CompactJWS(parsing: try #require(try await tokens(&phone)[kind])).payload
        let purpose: SigningPurpose = kind == .result ? .result : .certificate
        let keyID = try #require(try await test.hsm.publicKeys(for: purpose).first).keyID
        let headers: [Kind: JSONObject] = [
            .certificate: WalletCertificate.header(keyID: keyID), .enrolmentChallenge: EnrolmentChallenge.header(keyID: keyID),
            .result: InstructionResult.header(keyID: keyID),
        ]
        for (named, header) in headers {
            let signature = try await test.hsm.sign(CompactJWS.signingInput(header: header, payload: payload), with: keyID, for: purpose)
            let token = try CompactJWS(header: header, payload: payload, signature: signature).serialized
            let isTaken =
                switch kind {
                case .certificate: (try? await test.verified(token, as: WalletCertificate.self)) != nil
                case .enrolmentChallenge: (try? await test.verified(token, as: EnrolmentChallenge.self)) != nil
                default: (try? await test.verified(token, as: InstructionResult.self, by: .result)) != nil
                }
            #expect(isTaken == (named == kind))
            guard kind == .certificate else { continue }
            phone.certificate = token
            #expect(try await test.problem(of: phone.checkPIN("none")) == (named == kind ? .challengeRejected : .certificateRejected))
        }
    }

    @Test(arguments: Kind.allCases)
    func `only a beacon is accepted as the challenge of an instruction`(_ kind: Kind) async throws {
        var phone = try await test.registeredPhone()
        let token = try #require(try await tokens(&phone)[kind])
        #expect(await test.refusal(of: try phone.checkPIN(token)) == (kind == .beacon ? nil : .challengeRejected))
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test(arguments: Kind.allCases)
    func `only an enrolment challenge is accepted as the challenge of a registration`(_ kind: Kind) async throws {
        var other = try await test.registeredPhone()
        let token = try #require(try await tokens(&other)[kind])
        // The wallet in the enrolment challenge must be new. Removing its account leaves the other tokens genuine.
        try test.forget(other)
        var phone = TestPhone()
        phone.walletID = other.walletID
        let request = try phone.registration(challenge: token, by: test.authority, now: test.clock.now)
        if kind == .enrolmentChallenge {
            _ = try await test.register(request)
        } else {
            await #expect(throws: ProviderProblem.challengeRejected) { try await test.register(request) }
            #expect(try await test.store.account(of: phone.walletID) == nil)
        }
    }

    @Test(arguments: Kind.allCases, [Instruction.checkPIN, .walletStatus])
    func `only a message with its instruction's own proof is accepted as a message`(_ kind: Kind, _ instruction: Instruction) async throws {
        var phone = try await test.registeredPhone()
        let token = try #require(try await tokens(&phone)[kind])
        phone.counter += 1
        let assertion = try phone.deviceKey.assertion(clientData: Array(token.utf8), counter: phone.counter)
        let body: JSONObject = [
            "certificate": .string(phone.certificate), "message": .string(token),
            "device": .object(DeviceProof.appleAssertion(assertion).json),
        ]
        let before = try test.row(of: phone)
        let isMessage = kind == .pinSignedMessage || kind == .deviceOnlyMessage
        // A genuine message is rejected here too: it belongs to another endpoint, its number is used, or its challenge is unknown.
        let allowed: Set<ProviderProblem> = isMessage ? [.instructionRejected, .challengeRejected] : [.malformedRequest]
        do throws(ProviderProblem) {
            _ = try await test.provider.perform(instruction, body.encode())
            Issue.record("taken")
        } catch {
            #expect(allowed.contains(error))
        }
        #expect(try test.row(of: phone) == before)
    }

    @Test(arguments: Kind.allCases)
    func `only a PID is accepted as a PID`(_ kind: Kind) async throws {
        var phone = try await test.registeredPhone()
        let token = try #require(try await tokens(&phone)[kind])
        #expect(try await test.disclose(pid: token, from: &phone) == (kind == .pid ? nil : .instructionRejected))
    }

    @Test(arguments: Kind.allCases)
    func `a client accepts only a result as a result and a certificate as a certificate`(_ kind: Kind) async throws {
        var phone = try await test.registeredPhone()
        let token = try #require(try await tokens(&phone)[kind])
        let isResult = (try? await test.verified(token, as: InstructionResult.self, by: .result)) != nil
        #expect(isResult == (kind == .result))
        let isCertificate = (try? await test.verified(token, as: WalletCertificate.self)) != nil
        #expect(isCertificate == (kind == .certificate))
        let isChallenge = (try? await test.verified(token, as: EnrolmentChallenge.self)) != nil
        #expect(isChallenge == (kind == .enrolmentChallenge))
        // A genuine token signed by the other key is not accepted either.
        #expect((try? await test.verified(token, as: InstructionResult.self, by: .certificate)) == nil)
    }
}
