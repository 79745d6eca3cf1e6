// SPDX-License-Identifier: EUPL-1.2

import JSON
import PhoneSimulator
import PlatformSupport
import ProviderProtocol
import Testing
import WalletCore
import WalletInterface

/// The attacks of a person on the network, or with a copy of a message: none succeeds.
@Suite struct AttackTests {
    /// Returns the attempts left after one more wrong PIN: 3 if nothing was counted before.
    private func attemptsLeft(_ core: Core) async throws -> Int? {
        guard case .invalid(let left, _) = try await core.unlock(pin: pin(Fixture.wrong)) else { return nil }
        return left
    }

    private func problem(_ response: NetworkResponse) throws -> ProviderProblem {
        try ProviderProblem(parsing: response.body, status: response.status)
    }

    @Test(arguments: PhoneKind.allCases)
    func `a replayed message gets the same answer for ten minutes and has no second effect`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            #expect(try await attemptsLeft(core) == 3)
            let body = try #require(fixture.network.bodies(to: .instruction(.checkPIN)).last)
            for _ in 1...20 {
                let answer = try problem(await fixture.network.deliver(body, to: Endpoint.instruction(.checkPIN).path))
                #expect(answer == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
            }
            fixture.clock.advance(by: 601)
            let late = try problem(await fixture.network.deliver(body, to: Endpoint.instruction(.checkPIN).path))
            #expect(late == .instructionRejected)
            #expect(try await attemptsLeft(core) == 2)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a message for one instruction is refused at the route of another instruction`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            _ = try await core.unlock(pin: pin(Fixture.right))
            let checkPIN = try #require(fixture.network.bodies(to: .instruction(.checkPIN)).last)
            let status = try #require(fixture.network.bodies(to: .instruction(.walletStatus)).last)
            let createWallet = try #require(fixture.network.bodies(to: .createWallet).last)
            for other in [Instruction.walletStatus, .deregister] {
                #expect(try problem(await fixture.network.deliver(checkPIN, to: Endpoint.instruction(other).path)) == .instructionRejected)
            }
            for other in [Instruction.checkPIN, .deregister] {
                #expect(try problem(await fixture.network.deliver(status, to: Endpoint.instruction(other).path)) == .instructionRejected)
            }
            let registration = try problem(await fixture.network.deliver(createWallet, to: Endpoint.instruction(.checkPIN).path))
            #expect([.instructionRejected, .malformedRequest].contains(registration))
            #expect(try await fixture.accountCount("active") == 1)
        }
    }

    /// Changes to a request that keep it well-formed.
    enum Change: String, CaseIterable, Sendable {
        case proofBit, proofOfAnotherMessage, pinSignatureBit, certificateBit

        func apply(to body: [UInt8], other: [UInt8]) throws -> [UInt8] {
            var request = try JSONObject(parsing: body)
            let another = try JSONObject(parsing: other)
            switch self {
            case .proofBit:
                guard case .object(var device) = request["device"], case .string(let value) = device["value"] else { return [] }
                var bytes = try Base64URL.decode(value)
                bytes[bytes.count - 1] ^= 1
                device.set("value", .string(Base64URL.encode(bytes)))
                request.set("device", .object(device))
            case .proofOfAnotherMessage: request.set("device", another["device"] ?? .null)
            case .pinSignatureBit: request.set("message", .string(try Self.flipped(request["message"])))
            case .certificateBit: request.set("certificate", .string(try Self.flipped(request["certificate"])))
            }
            return request.encode()
        }

        /// Returns the token with the last byte of its signature changed.
        private static func flipped(_ token: JSONValue?) throws -> String {
            guard case .string(let text) = token else { return "" }
            var parts = text.split(separator: ".").map(String.init)
            var signature = try Base64URL.decode(parts.removeLast())
            signature[signature.count - 1] ^= 1
            return (parts + [Base64URL.encode(signature)]).joined(separator: ".")
        }
    }

    @Test(arguments: Change.allCases, PhoneKind.allCases)
    func `a request altered in transit is refused and not counted`(change: Change, kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            _ = try await core.unlock(pin: pin(Fixture.right))
            await core.lock()
            let other = try #require(fixture.network.bodies(to: .instruction(.checkPIN)).last)
            fixture.network.stage(
                .alter {
                    var request = $0
                    request.body = (try? change.apply(to: request.body, other: other)) ?? []
                    return request
                }, at: .instruction(.checkPIN))
            let outcome = try? await core.unlock(pin: pin(Fixture.right))
            #expect(outcome == nil || outcome == .outcomeUnknown)
            #expect(try await core.isUnlocked() == false)
            #expect(try await attemptsLeft(core) == 3)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a different wallet's message is refused with the attacker's own certificate`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            _ = try await core.unlock(pin: pin(Fixture.right))
            let mine = try #require(fixture.network.bodies(to: .instruction(.checkPIN)).last)
            try await Fixture.with { stranger in
                _ = try await stranger.registeredCore().unlock(pin: pin(Fixture.right))
                let foreign = try #require(stranger.network.bodies(to: .instruction(.checkPIN)).last)
                var mixed = try JSONObject(parsing: foreign)
                mixed.set("certificate", try JSONObject(parsing: mine)["certificate"] ?? .null)
                let answer = try problem(await fixture.network.deliver(mixed.encode(), to: Endpoint.instruction(.checkPIN).path))
                #expect(answer == .certificateRejected)
                let whole = try problem(await fixture.network.deliver(foreign, to: Endpoint.instruction(.checkPIN).path))
                #expect(whole == .certificateRejected)
            }
        }
    }
}
