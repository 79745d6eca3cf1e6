// SPDX-License-Identifier: EUPL-1.2

import CWalletHost
import Foundation
import PlatformSupport
import Testing

@testable import WalletHost

/// Calls of the host that end otherwise than by one reply.
@Suite(.timeLimit(.minutes(20))) struct HostCallsUse {
    private let host = RecordingHost()
    private let calls: HostCalls

    init() throws {
        calls = HostCalls(try #require(unsafe HostCallbacks(host.functions)))
    }

    private func ask(isCancellable: Bool = false) async -> Result<String, CallFailure> {
        do throws(CallFailure) {
            return .success(try await calls.call("name", ["request": 1], isCancellable: isCancellable))
        } catch {
            return .failure(error)
        }
    }

    @Test func `of many concurrent replies to one call exactly one is accepted`() async throws {
        async let outcome = ask()
        let token = try #require(await host.nextToken())
        let taken = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<50 {
                group.addTask { (try? calls.reply(token, Data(#"{"ok":"\#(number)"}"#.utf8))) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 1)
        #expect(try await Int(outcome.get()) != nil)
    }

    @Test func `a cancelled call ends, and the host is notified`() async throws {
        let task = Task { await ask(isCancellable: true) }
        let token = try #require(await host.nextToken())
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        var callbacks = host.seen.makeAsyncIterator()
        #expect(await callbacks.next() == .call("cancel", token: 0))
        #expect(throws: HostFailure.self) { try calls.reply(token, Data(#"{"ok":"late"}"#.utf8)) }
    }

    @Test func `a cancelled task's call reaches the host before its cancellation`() async throws {
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await ask(isCancellable: true)
        }
        #expect(await task.value == .failure(.cancelled))
        var callbacks = host.seen.makeAsyncIterator()
        #expect(await callbacks.next() == .call("name", token: 1))
        #expect(await callbacks.next() == .call("cancel", token: 0))
    }

    @Test func `a call that must not be lost continues after its task is cancelled`() async throws {
        let task = Task { await ask() }
        let token = try #require(await host.nextToken())
        task.cancel()
        try calls.reply(token, Data(#"{"ok":"kept"}"#.utf8))
        #expect(await task.value == .success("kept"))
    }

    @Test func `closing fails waiting and later calls`() async throws {
        async let waiting = ask()
        _ = try #require(await host.nextToken())
        calls.close()
        #expect(await waiting == .failure(.closed))
        #expect(await ask() == .failure(.closed))
    }

    // MARK: The sensor

    private var prompt: BiometricPrompt { BiometricPrompt(title: "Wallet", reason: "Unlock", fallback: "PIN") }

    /// The ending of a prompt to which the host replies.
    private func ending(_ reply: String) async throws -> BiometricPromptEnding {
        async let result = HostBiometrics(calls: calls).sign([1], prompt: prompt)
        let token = try #require(await host.nextToken())
        try calls.reply(token, Data(reply.utf8))
        return await result.ending
    }

    @Test func `a prompt that closes with the wallet counts as cancelled, so that its key is kept`() async throws {
        async let result = HostBiometrics(calls: calls).sign([1], prompt: prompt)
        _ = try #require(await host.nextToken())
        calls.close()
        #expect(await result.ending == .cancelled)
    }

    @Test(
        arguments: [
            (#"{"error":"failed"}"#, .failed), (#"{"error":"notAnswering"}"#, .failed), (#"{"error":"notAvailableYet"}"#, .notAvailableYet),
            (#"{"error":"unavailable"}"#, .unavailable), (#"{"ok":{"ending":"unavailable"}}"#, .unavailable),
            (#"{"ok":{"ending":"cancelled"}}"#, .cancelled), (#"{"ok":{"ending":"failed"}}"#, .failed),
            (#"{"ok":{"ending":"no such ending"}}"#, .failed), (#"{"ok":{"ending":"signed"}}"#, .failed),
            (#"{"ok":{"ending":"signed","signature":"AQ=="}}"#, .signed([1])),
        ] as [(String, BiometricPromptEnding)])
    func `a prompt ends as unavailable or cancelled only if the host's reply says so`(
        _ reply: String, _ expected: BiometricPromptEnding
    ) async throws {
        #expect(try await ending(reply) == expected)
    }

    @Test func `the sensor has the kind that the phone reports`() async throws {
        async let availability = HostBiometrics(calls: calls).availability()
        let token = try #require(await host.nextToken())
        try calls.reply(token, Data(#"{"ok":{"state":"lockedOut","kind":"face"}}"#.utf8))
        #expect(await availability == .lockedOut(.face))
    }
}
