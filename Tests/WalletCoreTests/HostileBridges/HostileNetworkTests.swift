// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// A network that breaks a promise: its response counts as none, the same bytes are sent again, and no attempt is counted twice.
@Suite(.timeLimit(.minutes(20)))
struct HostileNetworkTests {
    /// A change of an honest response.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (NetworkResponse) -> NetworkResponse

        init(_ name: String, _ make: @escaping @Sendable (NetworkResponse) -> NetworkResponse) {
            (testDescription, self.make) = (name, make)
        }
    }

    private let phone: Phone
    private let checkPIN = Endpoint.instruction(.checkPIN)

    init() throws {
        phone = try Phone()
    }

    /// Returns a response with other parts.
    private static func changed(
        _ response: NetworkResponse, status: Int? = nil, mediaType: String? = nil, body: [UInt8]? = nil,
        headers: [NetworkHeaderField] = []
    ) -> NetworkResponse {
        NetworkResponse(
            status: status ?? response.status, mediaType: mediaType ?? response.mediaType, body: body ?? response.body,
            validator: response.validator, headers: headers)
    }

    /// JSON with spaces after it, which a reader accepts.
    private static func padded(_ body: [UInt8], to size: Int) -> [UInt8] {
        body + [UInt8](repeating: 0x20, count: max(size - body.count, 0))
    }

    static let changes = [
        Change("a body of one byte too many (NET-07)") { changed($0, body: padded($0.body, to: 65_537)) },
        Change("an enormous body") { changed($0, body: padded($0.body, to: 1 << 22)) },
        Change("no body") { changed($0, body: []) },
        Change("half a body") { changed($0, body: Array($0.body.prefix($0.body.count / 2))) },
        Change("the status 0") { changed($0, status: 0) },
        Change("the status -1") { changed($0, status: -1) },
        Change("the status 999") { changed($0, status: 999) },
        Change("the largest status") { changed($0, status: .max) },
        Change("a redirect (NET-05)") {
            changed($0, status: 302, headers: [NetworkHeaderField("Location", "https://other.test/")])
        },
        Change("no media type") { changed($0, mediaType: "") },
        Change("a media type in capitals") { changed($0, mediaType: "APPLICATION/JSON") },
        Change("a media type with a line end") { changed($0, mediaType: "application/json\r\nx: y") },
        Change("an enormous media type") { changed($0, mediaType: String(repeating: "a", count: 1 << 20)) },
        Change("a header with a line end in its value") { changed($0, headers: [NetworkHeaderField("x", "a\r\ny: b")]) },
        Change("a header with a line end in its name") { changed($0, headers: [NetworkHeaderField("x\ny", "b")]) },
        Change("a header with a zero byte") { changed($0, headers: [NetworkHeaderField("x", "\0")]) },
    ]

    @Test(arguments: changes)
    func `an unlock after such a response sends the same bytes, and unlocks`(change: Change) async throws {
        let core = try await locked()
        phone.provider.add(.rewrite(change.make), to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !core.isUnlocked())
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        expectSameBytes(to: checkPIN)
        try await phone.expectWhole()
    }

    @Test(arguments: changes)
    func `a wrong PIN after such a response counts once`(change: Change) async throws {
        let core = try await locked()
        phone.provider.add(.rewrite(change.make), to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.otherPIN()) }
        #expect(try await core.unlock(pin: Phone.otherPIN()) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
        expectSameBytes(to: checkPIN)
        #expect(phone.provider.state.withLock { $0.wrongPINs } == 1)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
    }

    @Test(arguments: changes)
    func `a registration after such a response sends the same bytes, and makes one account`(change: Change) async throws {
        let core = try await phone.launch()
        phone.provider.add(.rewrite(change.make), to: .createWallet)
        await expect(.serverUnreachable) { try await core.register(pin: Phone.pin()) }
        #expect(try await !core.hasRemotePIN())
        try await core.register(pin: Phone.pin())
        expectSameBytes(to: .createWallet)
        #expect(phone.provider.accountCount == 1)
        try await phone.expectWhole()
    }

    @Test(arguments: changes)
    func `without a beacon no PIN is sent`(change: Change) async throws {
        let core = try await locked()
        phone.provider.add(.rewrite(change.make), to: .beacon)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(phone.provider.count(of: .checkPIN) == 0)
        try await phone.expectWhole()
    }

    private func locked() async throws -> Core {
        _ = try await phone.registered()
        let core = try await phone.launch()
        phone.provider.forgetRequests()
        return core
    }

    private func expectSameBytes(to endpoint: Endpoint, at location: SourceLocation = #_sourceLocation) {
        let bodies = phone.provider.bodies(to: endpoint)
        #expect(bodies.count == 2 && bodies.first == bodies.last, sourceLocation: location)
    }

    @Test func `the response to an earlier request unlocks nothing`() async throws {
        let core = try await locked()
        let earlier = Mutex<NetworkResponse?>(nil)
        phone.provider.add(
            .rewrite { response in
                earlier.withLock { $0 = response }
                return response
            }, to: checkPIN)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        await core.lock()
        let kept = earlier.withLock { $0 }
        phone.provider.add(.answer(try #require(kept)), to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.otherPIN()) }
        #expect(try await !core.isUnlocked())
        try await phone.expectWhole()
    }

    // MARK: Documents

    static let documentChanges = [
        Change("a body above the limit (NET-07)") { changed($0, body: padded($0.body, to: UpdatePolicy.maximumTokenBytes + 1)) },
        Change("a header with a line end") { changed($0, headers: [NetworkHeaderField("etag", "\"a\"\r\n")]) },
        Change("the status 999") { changed($0, status: 999) },
    ]

    @Test(arguments: documentChanges)
    func `a document in such a response is not accepted, and the next one is`(change: Change) async throws {
        let core = try await phone.registered()
        let documents = phone.provider.documents
        let token = try documents.sign(phone.policy("=1.0.0", .block), version: 1, at: phone.seconds)
        let honest = NetworkResponse(status: 200, mediaType: DocumentEndpoint.mediaType, body: Array(token.utf8))
        documents.serve(change.make(honest), at: .updatePolicy)
        #expect(try await core.pollUpdatePolicy() == .failed(.serverUnreachable))
        documents.serve(honest, at: .updatePolicy)
        #expect(try await core.pollUpdatePolicy() == .accepted)
        try await phone.expectWhole()
    }

    @Test(arguments: ["\"a\"\r\nx: y", "\"a\", \"b\"", "a", "", "\"" + String(repeating: "a", count: 1000) + "\""])
    func `a validator that is none (NET-08) is not sent back`(validator: String) async throws {
        let core = try await phone.registered()
        let documents = phone.provider.documents
        let token = try documents.sign(phone.policy("=1.0.0", .block), version: 1, at: phone.seconds)
        documents.serve(token, validator: validator, at: .updatePolicy)
        #expect(try await core.pollUpdatePolicy() == .accepted)
        #expect(try await core.pollUpdatePolicy() == .unchanged)
        #expect(documents.validators(at: .updatePolicy) == [nil, nil])
    }
}
