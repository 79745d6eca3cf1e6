// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import Testing
import WalletInterface

@testable import WalletCore

/// A new PIN is in the history as soon as it is in force, once, and only then (F-P10, UC6.1).
struct PINChangeEventTests {
    private let stage: PINChangeStage

    init() async throws {
        stage = try await PINChangeStage()
    }

    private func kinds(_ core: Core) async throws -> [WalletEvent.Kind] { try await core.events().map(\.kind) }

    @Test func `a change is one event, without a card and without an organization`() async throws {
        #expect(try await stage.change() == .changed)
        let event = try #require(try await stage.core.events().first)
        #expect(event.kind == .pinChanged && event.number == 1 && event.card == nil && event.sharing == nil && event.contact == nil)
        #expect(try await stage.core.changePIN(from: stage.new, to: stage.old) == .changed)
        #expect(try await kinds(stage.core) == [.pinChanged, .pinChanged])
    }

    @Test func `a change whose answer was lost is told once, when the new PIN is known to be in force`() async throws {
        stage.provider.add(.loseReply, to: PINChangeStage.settle)
        #expect(try await stage.change() == .outcomeUnknown)
        #expect(try await kinds(stage.core).isEmpty)
        let core = try await stage.phone.launch()
        #expect(try await core.unlock(pin: stage.new) == .valid)
        #expect(try await kinds(core) == [.pinChanged])
        #expect(try await core.unlock(pin: stage.new) == .valid)
        #expect(try await kinds(core) == [.pinChanged])
    }

    @Test func `a pending change that a recovery began is read, and one of a change has the form of version 0.1`() throws {
        let change = PendingPINChange(newSalt: Data([1]), stage: .settlement)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(change), as: UTF8.self) == #"{"newSalt":"AQ==","stage":"settlement"}"#)
        let recovery = PendingPINChange(newSalt: Data([1]), stage: .settlement, isRecovery: true)
        #expect(try JSONDecoder().decode(PendingPINChange.self, from: encoder.encode(recovery)) == recovery)
    }

    @Test func `a change that the old PIN takes back is not told`() async throws {
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        #expect(try await stage.change() == .outcomeUnknown)
        #expect(try await stage.core.unlock(pin: stage.old) == .valid)
        #expect(try await kinds(stage.core).isEmpty)
    }

    @Test func `a wrong old PIN is not told`() async throws {
        #expect(try await stage.core.changePIN(from: stage.neither, to: stage.new) != .changed)
        #expect(try await kinds(stage.core).isEmpty)
    }

    @Test func `without a history a change is not told, and the PIN changes`() async throws {
        _ = try await stage.core.unlock(pin: stage.old)
        try await stage.core.keepHistory(false)
        #expect(try await stage.change() == .changed)
        #expect(try await kinds(stage.core) == [.historyOff])
        try await stage.expectInForce(.new)
    }
}
