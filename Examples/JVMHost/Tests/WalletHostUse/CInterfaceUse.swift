// SPDX-License-Identifier: EUPL-1.2

import CWalletHost
import Crypto
import DemoServers
import Foundation
import Testing
import WalletDevelopment
import WalletHost

/// Every bad use of the C interface is a status, and changes nothing.
@Suite(.timeLimit(.minutes(20))) struct CInterfaceUse {
    private static let ok = wallet_status(WALLET_OK)
    private static let badArgument = wallet_status(WALLET_BAD_ARGUMENT)
    private static let badJSON = wallet_status(WALLET_BAD_JSON)
    private static let badConfiguration = wallet_status(WALLET_BAD_CONFIGURATION)
    private static let unknownWallet = wallet_status(WALLET_UNKNOWN_WALLET)
    private static let wrongState = wallet_status(WALLET_WRONG_STATE)
    private static let unknownToken = wallet_status(WALLET_UNKNOWN_TOKEN)
    private static let notTaken = wallet_status(WALLET_NOT_TAKEN)

    @Test func `creating a wallet with invalid arguments, lengths or JSON fails and creates nothing`() {
        let host = RecordingHost()
        #expect(create(nil, host).status == Self.badArgument)
        #expect(create([], host).status == Self.badJSON)
        #expect(create(Array("[]".utf8), host).status == Self.badJSON)
        #expect(create([0xff, 0x00], host).status == Self.badJSON)
        let empty = #"{"appVersion":"1.0.0","language":"en","storageDirectory":"/","edition":"","signers":"","sentences":""}"#
        #expect(create(Array(empty.utf8), host).status == Self.badConfiguration)
        var callbacks = unsafe host.functions
        var wallet: UInt64 = 7
        let bytes = Array(empty.utf8)
        var statuses = unsafe [
            wallet_create(bytes, 16 << 20 + 1, &callbacks, &wallet), wallet_create(nil, 4, &callbacks, &wallet),
            wallet_create(bytes, Int(bitPattern: UInt.max), &callbacks, &wallet), wallet_create(bytes, bytes.count, nil, &wallet),
            wallet_create(bytes, bytes.count, &callbacks, nil),
        ]
        unsafe callbacks.time = nil
        statuses.append(unsafe wallet_create(bytes, bytes.count, &callbacks, &wallet))
        #expect(statuses == Array(repeating: Self.badArgument, count: 6))
        #expect(wallet == 7)
    }

    @Test func `every function refuses a number that belongs to no wallet`() {
        for wallet in [0, UInt64.max] {
            #expect(wallet_start(wallet) == Self.unknownWallet)
            #expect(tell(wallet, #"{"touch":true}"#) == Self.unknownWallet)
            #expect(answer(wallet, #"{"ticket":1,"control":"x"}"#, []) == Self.unknownWallet)
            #expect(reply(wallet, 1, #"{"ok":true}"#) == Self.unknownWallet)
            #expect(wallet_close(wallet) == Self.unknownWallet)
            #expect(wallet_free(wallet) == Self.unknownWallet)
        }
    }

    @Test func `each status has a text`() throws {
        let texts = (-8...0).map { status in unsafe String(cString: wallet_status_text(wallet_status(status))) }
        #expect(Set(texts).count == 9)
    }

    @Test func `calls that do not fit the wallet's lifecycle are refused, and no callback follows the ended callback`() async throws {
        try await withServers { servers in
            let configuration = try self.configuration(servers)
            let idle = RecordingHost()
            let never = create(configuration, idle)
            #expect(never.status == Self.ok)
            #expect(wallet_free(never.wallet) == Self.wrongState)
            #expect(wallet_close(never.wallet) == Self.ok)
            #expect(await idle.seen.reduce(into: []) { $0.append($1) } == [.ended])
            #expect(wallet_start(never.wallet) == Self.wrongState)
            #expect(wallet_free(never.wallet) == Self.ok)
            #expect(wallet_free(never.wallet) == Self.unknownWallet)

            let host = RecordingHost()
            let (status, wallet) = create(configuration, host)
            #expect(status == Self.ok)
            #expect(wallet != never.wallet)
            #expect(tell(wallet, #"{"touch":true}"#) == Self.wrongState)
            #expect(wallet_start(wallet) == Self.ok)
            #expect(wallet_start(wallet) == Self.wrongState)
            #expect(wallet_free(wallet) == Self.wrongState)
            let token = try #require(await host.nextToken())
            checkInput(of: wallet, token)
            #expect(wallet_close(wallet) == Self.ok)
            #expect(wallet_close(wallet) == Self.wrongState)
            #expect(tell(wallet, #"{"touch":true}"#) == Self.wrongState)
            #expect(reply(wallet, token, #"{"ok":true}"#) == Self.wrongState)
            var last: RecordingHost.Callback?
            for await callback in host.seen { last = callback }
            #expect(last == .ended)
            #expect(wallet_free(wallet) == Self.ok)
            #expect(reply(wallet, token, #"{"ok":true}"#) == Self.unknownWallet)
        }
    }

    @Test func `a link passed right after the start is on disk when the function returns`() async throws {
        try await withServers { servers in
            let host = RecordingHost()
            let (_, wallet) = create(try self.configuration(servers), host)
            #expect(wallet_start(wallet) == Self.ok)
            #expect(tell(wallet, #"{"link":"https://wallet.example/in/first"}"#) == Self.ok)
            let file = self.storage(servers).appending(path: "links")
            #expect(try String(contentsOf: file, encoding: .utf8).contains("first"))
            #expect(wallet_close(wallet) == Self.ok)
            for await _ in host.seen {}
            #expect(wallet_free(wallet) == Self.ok)
        }
    }

    @Test func `the development authority certifies a public key, and nothing else`() async throws {
        try await withServers { servers in
            let key = P256.Signing.PrivateKey().publicKey.x963Representation
            let (good, bad) = (try request(servers, key), try request(servers, key.dropLast()))
            #expect(attestation(good).status == Self.ok)
            #expect(attestation(good).chain?.count == 4)
            #expect(attestation(bad).status == Self.badConfiguration)
            #expect(attestation(Array("{}".utf8)).status == Self.badJSON)
            #expect(attestation(nil).status == Self.badArgument)
        }
    }

    // MARK: Helpers

    /// Bad input to a wallet that runs and waits for a reply.
    private func checkInput(of wallet: UInt64, _ token: UInt64) {
        let control = Array(#"{"ticket":1,"control":""}"#.utf8)
        let statuses = unsafe [
            wallet_tell(wallet, nil, 0), wallet_answer(wallet, nil, 3, nil, 0), wallet_answer(wallet, control, control.count, nil, 6),
            wallet_reply(wallet, token, nil, 0),
        ]
        #expect(statuses == Array(repeating: Self.badArgument, count: 4))
        for told in ["", "{}", #"{"event":"didMelt"}"#, #"{"touch":true,"event":"openLink"}"#, #"{"link":{"number":1}}"#, #"{"link":1}"#] {
            #expect(tell(wallet, told) == Self.badJSON, "told: \(told)")
        }
        #expect(answer(wallet, "12", []) == Self.badJSON)
        #expect(answer(wallet, #"{"ticket":-1,"control":"UC2.3/1.3"}"#, Array("572039".utf8)) == Self.notTaken)
        #expect(reply(wallet, token, "") == Self.badJSON)
        #expect(reply(wallet, token, #"{"good":true}"#) == Self.badJSON)
        #expect(reply(wallet, token, #"{"ok":[[]]}"#) == Self.badJSON)
        #expect(reply(wallet, 0, #"{"ok":true}"#) == Self.unknownToken)
        #expect(reply(wallet, .max, #"{"ok":true}"#) == Self.unknownToken)
        #expect(reply(wallet, token, #"{"error":"no such error"}"#) == Self.ok)
        #expect(reply(wallet, token, #"{"error":"failed"}"#) == Self.unknownToken)
    }

    private func create(_ configuration: [UInt8]?, _ host: RecordingHost) -> (status: wallet_status, wallet: UInt64) {
        var (callbacks, wallet) = (unsafe host.functions, UInt64(0))
        let status = unsafe wallet_create(configuration, configuration?.count ?? 0, &callbacks, &wallet)
        return (status, wallet)
    }

    private func tell(_ wallet: UInt64, _ told: String) -> wallet_status {
        let bytes = Array(told.utf8)
        return unsafe wallet_tell(wallet, bytes, bytes.count)
    }

    private func answer(_ wallet: UInt64, _ answer: String, _ value: [UInt8]) -> wallet_status {
        let bytes = Array(answer.utf8)
        return unsafe wallet_answer(wallet, bytes, bytes.count, value, value.count)
    }

    private func reply(_ wallet: UInt64, _ token: UInt64, _ reply: String) -> wallet_status {
        let bytes = Array(reply.utf8)
        return unsafe wallet_reply(wallet, token, bytes, bytes.count)
    }

    private func storage(_ servers: DemoServers) -> URL { servers.state.deletingLastPathComponent().appending(path: "app") }

    private func configuration(_ servers: DemoServers) throws -> [UInt8] {
        let directory = storage(servers)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return try Array(
            JSONEncoder().encode([
                "appVersion": "2.0.0", "language": "en", "storageDirectory": directory.path,
                "edition": String(decoding: servers.file("configuration.json"), as: UTF8.self),
                "signers": String(decoding: servers.file("signers.json"), as: UTF8.self),
                "sentences": #"{"sourceLanguage":"en","version":"1.0","strings":{}}"#,
            ]))
    }

    private func request(_ servers: DemoServers, _ key: Data) throws -> [UInt8] {
        let zeros = Data(count: 32).base64EncodedString()
        return try Array(
            JSONSerialization.data(withJSONObject: [
                "authority": servers.googleAuthority(), "packageName": "nl.example.wallet", "signingCertificateDigest": zeros,
                "patchMonth": 202_509, "publicKey": key.base64EncodedString(), "challengeHash": zeros,
            ]))
    }

    private func attestation(_ request: [UInt8]?) -> (status: wallet_status, chain: [Data]?) {
        var json = Data()
        let status = unsafe withUnsafeMutablePointer(to: &json) { json in
            unsafe wallet_development_attestation(request, request?.count ?? 0, json) { context, chain, length in
                guard let chain = unsafe chain else { return }
                unsafe context?.assumingMemoryBound(to: Data.self).pointee = Data(UnsafeBufferPointer(start: chain, count: length))
            }
        }
        return (status, try? JSONDecoder().decode([Data].self, from: json))
    }

    private func withServers(_ body: (DemoServers) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "jvm-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await DemoServers.run(in: directory, body)
    }
}
