// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing

@testable import RevocationPortal

/// The portal's own limit of tries, over HTTP.
struct TryLimitTests {
    @Test func `the sixth try within ten minutes is rejected, right or wrong, with a retry time`() async throws {
        let test = try TestPortal()
        let codes = [test.wallets.add(1), WalletTable.unknown(1), test.wallets.add(2), WalletTable.unknown(2)]
        let right = test.wallets.add(3)
        try await test.serving { open in
            let browser = open()
            _ = try await browser.get("/?lang=en")
            for code in codes { #expect(try await browser.submit(code.text).status == 303) }
            #expect(try await browser.submit("no code").status == 303)
            test.clock.advance(seconds: 90)
            let refused = try await browser.submit(right.text)
            #expect(refused.status == 429 && refused.screen == "TooManyTries" && refused.header("Retry-After") == "510")
            #expect(refused.body.contains("in 9 minutes"))
            #expect(!test.wallets.isRevoked(right) && test.wallets.asked.count == 4)
            test.clock.advance(seconds: 509)
            #expect(try await browser.submit(right.text).header("Retry-After") == "1")
            test.clock.advance(seconds: 1)
            #expect(try await browser.enter(right.text).screen == "Revoked")
        }
    }

    @Test func `opening pages costs no try`() async throws {
        let test = try TestPortal(limits: TryLimits(perAddress: 1, inAll: 1, window: .seconds(600)))
        let code = test.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            for path in ["/", "/help", "/result", "/cancelled", "/nowhere", "/portal.css"] { _ = try await browser.get(path) }
            #expect(try await browser.enter(code.text).screen == "Revoked")
        }
    }

    @Test func `concurrent tries from many browsers never exceed the limit`() async throws {
        let test = try TestPortal(limits: TryLimits(perAddress: 5, inAll: 1000, window: .seconds(600)))
        try await test.serving { open in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for seed in 0..<200 {
                    group.addTask { try await open().submit(WalletTable.unknown(UInt8(seed)).text).status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 303 }.count == 5 && statuses.filter { $0 == 429 }.count == 195)
            #expect(test.wallets.asked.count == 5)
        }
    }

    @Test func `concurrent uses of a right code delete the wallet once, and all show the same time`() async throws {
        let test = try TestPortal(limits: TryLimits(perAddress: 50, inAll: 50, window: .seconds(600)))
        let code = test.wallets.add(1)
        try await test.serving { open in
            let pages = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<50 { group.addTask { try await open().enter(code.text).body } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(pages.count == 1)
        }
    }

    @Test func `if the counter fails, no code is tried and the page says that the service is unavailable`() async throws {
        struct Broken: TryLimiter {
            func take(_ address: String, now: Date) async throws -> Allowance { throw WalletTable.Down() }
        }
        let test = try TestPortal(limiter: Broken())
        let code = test.wallets.add(1)
        try await test.serving { open in
            let answer = try await open().submit(code.text)
            #expect(answer.status == 503 && answer.screen == "Unavailable")
            #expect(test.wallets.asked.isEmpty)
            #expect(test.log.lines.contains { $0.contains("part=try_limiter") && $0.contains("error_type=Down") })
        }
    }

    @Test func `the counter receives only the client's address and nothing of the form`() async throws {
        final class Recorder: TryLimiter {
            let addresses = Mutex<[String]>([])
            func take(_ address: String, now: Date) async throws -> Allowance {
                addresses.withLock { $0.append(address) }
                return .allowed
            }
        }
        let recorder = Recorder()
        let test = try TestPortal(limiter: recorder)
        try await test.serving { open in
            // Without a socket there is no address, and a header does not provide one.
            _ = try await open().submit(
                "x", headers: TestBrowser.ours + [("X-Forwarded-For", "192.0.2.1"), ("Forwarded", "for=192.0.2.1")])
        }
        #expect(recorder.addresses.withLock { $0 } == ["unknown"])
    }
}
