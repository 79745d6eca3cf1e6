// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// The connection check of the help page.
struct ConnectionsTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.launch()
    }

    @Test func `a provider that answers works, even while the wallet is locked`() async throws {
        _ = try await core.register(pin: Phone.pin())
        await core.lock()
        phone.provider.add(.answer(FakeProvider.json(Array("{}".utf8))), to: .keys)
        #expect(try await core.checkConnections().provider == .works)
    }

    @Test func `a phone without a connection is reported as offline`() async throws {
        phone.provider.goOffline()
        #expect(try await core.checkConnections().provider == .offline)
    }

    @Test(arguments: [
        NetworkPlan.Fault.fail(.unreachable), .fail(.lost), .refuse(.unavailable),
        .answer(NetworkResponse(status: 200, mediaType: "text/html", body: Array("<h1>Log in to Wi-Fi</h1>".utf8))),
        .answer(NetworkResponse(status: 302, mediaType: "application/json", body: [])),
    ])
    func `a different server in the provider's place counts as unreachable`(fault: NetworkPlan.Fault) async throws {
        phone.provider.add(fault, to: .keys)
        #expect(try await core.checkConnections().provider == .unreachable)
    }

    @Test func `a connection check sends no data of the wallet`() async throws {
        _ = try await core.register(pin: Phone.pin())
        phone.provider.forgetRequests()
        _ = try await core.checkConnections()
        let requests = phone.provider.network.requests
        #expect(!requests.isEmpty)
        #expect(requests.allSatisfy { $0.method == .get && $0.body.isEmpty && $0.validator == nil && $0.headers.isEmpty })
        #expect(requests.allSatisfy { !$0.url.contains("?") })
    }

    // MARK: The latest failure

    @Test func `the newest failure of the provider keeps its correlation id`() async throws {
        #expect(core.lastCorrelationID == nil)
        phone.provider.add(.refuse(.unexpected(correlationID: "a1b2-C3")), to: .enroll)
        await #expect(throws: WalletCoreError.self) { try await core.register(pin: Phone.pin()) }
        #expect(core.lastCorrelationID == "a1b2-C3")
    }

    @Test(arguments: ["", "a b", "<b>", "é", String(repeating: "a", count: 65), "a\nb"])
    func `an invalid correlation id does not replace the previous one`(name: String) async throws {
        let failure = LastFailure()
        failure.note("good-1")
        failure.note(name)
        #expect(failure.correlationID == "good-1")
    }
}
