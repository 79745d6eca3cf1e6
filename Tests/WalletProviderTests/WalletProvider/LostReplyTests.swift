// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import JSON
import PhoneSimulator
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// One request or reply is lost at each step in turn. The client then retries the identical bytes, or starts again from its stored state.
struct LostReplyTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    enum Loss: CaseIterable, Sendable { case request, reply }
    enum Answer: CaseIterable, Sendable { case retriesIdentical, startsAgain }
    enum Lost: Error { case lost }

    /// A connection that loses one request or reply, and transmits the identical bytes when the client retries.
    final class LossyConnection {
        let target: Int
        let loss: Loss
        let retries: Bool
        var step = 0

        init(losing target: Int, _ loss: Loss, retries: Bool) {
            (self.target, self.loss, self.retries) = (target, loss, retries)
        }

        func send(_ call: () async throws -> [UInt8]) async throws -> [UInt8] {
            defer { step += 1 }
            guard step == target else { return try await call() }
            if loss == .reply { _ = try await call() }
            guard retries else { throw Lost.lost }
            return try await call()
        }
    }

    // MARK: PIN change

    /// The state that a client keeps during a change: both salts, and the previous certificate until a settlement is answered.
    struct Client {
        var phone: TestPhone
        var salt = "first"
        var newSalt = "second"
        var pin = "old"
    }

    /// A client with the PIN *old*, whose key the provider knows if it is warm.
    func client(isWarm: Bool) async throws -> Client {
        var phone = TestPhone()
        phone.pinKey = try P256.Signing.PrivateKey(pin: "old", salt: "first")
        let challenge = try await test.enroll(&phone)
        phone.certificate = try await test.register(phone.registration(challenge: challenge, by: test.authority, now: test.clock.now))
            .certificate
        if isWarm { try await test.warmUp(&phone) }
        return Client(phone: phone)
    }

    func beacon(over connection: LossyConnection) async throws -> String {
        let answer = try await connection.send { try await test.provider.beacon() }
        return try SingleMemberAnswer(parsing: answer, expecting: .beacon).value
    }

    func send(_ request: ProviderRequest, over connection: LossyConnection) async throws -> JSONObject {
        let body = try await connection.send { try await test.provider.perform(request.message.claims.instruction, request.encode()) }
        let token = try InstructionAnswer(parsing: body).result
        return try #require(try await test.verified(token, as: InstructionResult.self, by: .result).result)
    }

    func start(_ client: inout Client, over connection: LossyConnection) async throws {
        let challenge = try await beacon(over: connection)
        let new = try P256.Signing.PrivateKey(pin: "new", salt: client.newSalt)
        _ = try await send(try client.phone.startPINChange(challenge, to: new), over: connection)
    }

    /// Settles with the PIN that the user enters; the client adopts the answer.
    func settle(_ client: inout Client, typing pin: String, over connection: LossyConnection) async throws {
        let challenge = try await beacon(over: connection)
        let request = try client.phone.settlePINChange(
            challenge, current: P256.Signing.PrivateKey(pin: pin, salt: client.salt),
            new: P256.Signing.PrivateKey(pin: pin, salt: client.newSalt))
        let result = try PINChangeResult(try await send(request, over: connection))
        client.phone.certificate = result.certificate
        if result.pin == .new { client.salt = client.newSalt }
        client.phone.pinKey = try P256.Signing.PrivateKey(pin: pin, salt: client.salt)
        client.pin = pin
    }

    @Test(arguments: Array(0..<4), Loss.allCases)
    func `a PIN change completes whichever message is lost`(_ step: Int, _ loss: Loss) async throws {
        try await changePIN(losing: step, loss, isWarm: false)
    }

    @Test(arguments: Array(0..<4), Loss.allCases)
    func `a PIN change of a wallet whose key is known completes whichever message is lost`(_ step: Int, _ loss: Loss) async throws {
        try await changePIN(losing: step, loss, isWarm: true)
    }

    private func changePIN(losing step: Int, _ loss: Loss, isWarm: Bool) async throws {
        for answer in Answer.allCases {
            for typed in ["new", "old"] {
                var client = try await client(isWarm: isWarm)
                let former = client.phone
                let connection = LossyConnection(losing: step, loss, retries: answer == .retriesIdentical)
                var wasToldWrong = false
                do {
                    try await start(&client, over: connection)
                    try await settle(&client, typing: typed, over: connection)
                } catch is Lost {
                    // The client does not know the outcome: it settles with the user's PIN, and with the other PIN if that was wrong.
                    do {
                        try await settle(&client, typing: typed, over: connection)
                    } catch ProviderProblem.incorrectPIN {
                        wasToldWrong = true
                        try await settle(&client, typing: typed == "new" ? "old" : "new", over: connection)
                    }
                }
                // Wrong only if the change never began and the user enters the new PIN.
                let neverBegan = answer == .startsAgain && (step == 0 || step == 1 && loss == .request)
                #expect(wasToldWrong == (neverBegan && typed == "new"))
                try await expectUnlock(by: former, isRefusedAfter: &client, isWarm: isWarm)
                try await expectOnlyPINToldWorks(client)
            }
        }
    }

    /// Checks that the certificate from before the change unlocks only if its PIN stayed in force, and otherwise counts nothing.
    private func expectUnlock(by former: TestPhone, isRefusedAfter client: inout Client, isWarm: Bool) async throws {
        var phone = client.phone
        (phone.certificate, phone.pinKey) = (former.certificate, former.pinKey)
        let attempts = try await test.account(of: phone).attempts
        let isInForce = client.pin == "old"
        test.store.forgetCalls()
        #expect(try await test.tryPIN(&phone, right: true) == (isInForce ? nil : .certificateRejected))
        // The provider tries the key that it knows first, so the database must refuse it.
        #expect(test.store.calls.contains(.reserveKnown) == isWarm)
        #expect(try await test.account(of: phone).attempts == (isInForce ? 0 : attempts))
        (client.phone.sequenceNumber, client.phone.counter) = (phone.sequenceNumber, phone.counter)
    }

    /// Checks that only the PIN confirmed to the client works, and no other PIN with any salt.
    private func expectOnlyPINToldWorks(_ client: Client) async throws {
        var phone = client.phone
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        let inForce = phone.pinKey.rawRepresentation
        for pin in ["old", "new"] {
            for salt in ["first", "second"] {
                let key = try P256.Signing.PrivateKey(pin: pin, salt: salt)
                guard key.rawRepresentation != inForce else { continue }
                phone.pinKey = key
                #expect(try await test.tryPIN(&phone, right: true) != nil)
                try await test.sitOutWait(of: phone)
            }
        }
        #expect(try await test.account(of: phone).pin.sealedNewKey == nil)
        phone.pinKey = client.phone.pinKey
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    // MARK: Unlock

    @Test(arguments: Loss.allCases, UnlockKind.allCases)
    func `an unlock completes whichever message is lost, and a retry is verified once`(_ loss: Loss, _ kind: UnlockKind) async throws {
        let wrong = ProviderProblem.incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false)
        for step in [0, 1] {
            for answer in Answer.allCases {
                var phone = try await test.registeredPhone(isWarm: kind.isWarm)
                let connection = LossyConnection(losing: step, loss, retries: answer == .retriesIdentical)
                test.store.forgetCalls()
                var problem: ProviderProblem?
                do {
                    problem = try await unlock(&phone, isRight: kind.isRight, over: connection)
                } catch is Lost {
                    problem = try await unlock(&phone, isRight: kind.isRight, over: connection)
                }
                let reservations = test.store.calls.filter { [.reserve, .reserveKnown].contains($0) }
                #expect(reservations.first == (kind.isWarm ? .reserveKnown : .reserve))
                let isVerifiedTwice = step == 1 && loss == .reply && answer == .startsAgain
                #expect(reservations.count == (isVerifiedTwice ? 2 : 1))
                let second = ProviderProblem.incorrectPIN(attemptsLeftInRound: 2, isFinalRound: false)
                #expect(problem == (kind.isRight ? nil : isVerifiedTwice ? second : wrong))
                #expect(try await test.account(of: phone).attempts == (kind.isRight ? 0 : reservations.count))
            }
        }
    }

    /// Tries a PIN. The connection carries the problem as an answer; nil is a right PIN.
    private func unlock(_ phone: inout TestPhone, isRight: Bool, over connection: LossyConnection) async throws -> ProviderProblem? {
        let request = try phone.checkPIN(try await beacon(over: connection), pinKey: isRight ? nil : P256.Signing.PrivateKey())
        var problem: ProviderProblem?
        _ = try await connection.send {
            problem = await test.problem(of: request)
            return []
        }
        return problem
    }

    // MARK: Registration

    @Test(arguments: [0, 1], Loss.allCases)
    func `a registration completes whichever message is lost`(_ step: Int, _ loss: Loss) async throws {
        for answer in Answer.allCases {
            let connection = LossyConnection(losing: step, loss, retries: answer == .retriesIdentical)
            var phone = TestPhone()
            do {
                phone = try await register(over: connection)
            } catch is Lost {
                phone = try await register(over: connection)
            }
            #expect(try await test.tryPIN(&phone, right: true) == nil)
            #expect(try await test.tryPIN(&phone, right: false) != nil)
            // The remains of a lost reply are removed after a day; the wallet stays.
            test.clock.advance(seconds: 86_401)
            try await test.provider.removeExpired()
            #expect(try await test.tryPIN(&phone, right: true) == nil)
        }
        #expect(try test.count("account") == 2)
    }

    private func register(over connection: LossyConnection) async throws -> TestPhone {
        var phone = TestPhone()
        let enrolled = try await connection.send { try await test.provider.enroll(Array("{}".utf8)) }
        let challenge = try SingleMemberAnswer(parsing: enrolled, expecting: .challenge).value
        phone.walletID = try await test.verified(challenge, as: EnrolmentChallenge.self).walletID
        let body = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now).encode()
        phone.certificate = try RegistrationAnswer(parsing: try await connection.send { try await test.provider.createWallet(body) })
            .certificate
        return phone
    }

    // MARK: Recovery

    @Test(arguments: [false, true], [false, true])
    func `after a lost reply to a completed recovery the new PIN works, for a retry and for a settlement`(
        _ retries: Bool, _ isWarm: Bool
    ) async throws {
        var phone = try await test.phoneWithPID()
        if isWarm { try await test.warmUp(&phone) }
        var former = phone
        let new = P256.Signing.PrivateKey()
        let key = try await test.startPINRecovery(&phone, to: new)
        let pid = try test.pidIssuer.pid("person 1", boundTo: key.publicKey)
        let request = try await test.completeRequest(&phone, pid: pid, pinKey: new)
        _ = try await test.result(of: request)
        if retries {
            phone.certificate = try CertificateResult(try await test.object(of: request)).certificate
        } else {
            let settlement = try await test.settleRequest(&phone, current: phone.pinKey, new: new)
            phone.certificate = try PINChangeResult(try await test.object(of: settlement)).certificate
        }
        // The forgotten PIN no longer unlocks, not even by the key that the provider knows.
        (former.sequenceNumber, former.counter) = (phone.sequenceNumber, phone.counter)
        test.store.forgetCalls()
        #expect(try await test.tryPIN(&former, right: true) == .certificateRejected)
        #expect(test.store.calls == (isWarm ? [.reserveKnown, .account] : [.account]))
        (phone.sequenceNumber, phone.counter) = (former.sequenceNumber, former.counter)
        phone.pinKey = new
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }
}
