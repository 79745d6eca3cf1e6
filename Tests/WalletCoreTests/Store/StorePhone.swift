// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport
import Synchronization

@testable import WalletCore

/// A phone whose store tests open, copy and damage.
extension Phone {
    var directory: String { utilities.storageDirectory }

    func openStore() async throws -> SealedStore {
        try await SealedStore.open(in: directory, encryptionKey: encryptionKeys, randomBytes: systemRandomBytes)
    }

    /// Returns another phone with copies of this one's present files and hardware.
    func copied() throws -> Phone {
        let copy = try Phone()
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            try FileManager.default.copyItem(atPath: directory + "/" + name, toPath: copy.directory + "/" + name)
        }
        let keys = encryptionKeys.keys.withLock { $0 }
        copy.encryptionKeys.keys.withLock { $0 = keys }
        return copy
    }

    /// Creates a phone with a store from Tests/Fixtures/Store, and the key that wraps its data key.
    convenience init(fixture name: String) throws {
        try self.init()
        try FileManager.default.copyItem(atPath: Self.fixture(name), toPath: file)
        let key = SymmetricKey(data: (0..<32).map { UInt8($0) })
        encryptionKeys.keys.withLock { $0[SealedStore.encryptionKeyIdentifier] = key }
    }

    /// Returns the path of a store in Tests/Fixtures/Store.
    static func fixture(_ name: String) -> String {
        let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Fixtures/Store")
        return fixtures.appendingPathComponent(name + ".db").path
    }

    /// Returns the files in the app's directory, by name.
    func contents() throws -> [String: Data] {
        try FileManager.default.contentsOfDirectory(atPath: directory).reduce(into: [:]) { contents, name in
            contents[name] = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name))
        }
    }

    /// The store's file, without SQLite's accompanying files.
    var storeBytes: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: file)) } }
}

/// Copies of a phone, one for each call of SQLite that changes a file: the state after a kill at that point.
final class KilledPhones: Sendable {
    private let found = Mutex<[Phone]>([])

    /// Runs work on a phone's store and collects the copies.
    static func during(_ phone: Phone, _ work: () async throws -> Void) async throws -> [Phone] {
        let killed = KilledPhones()
        let calls = StoreSystemCalls(in: phone.directory) { _ in
            // A failed copy would go unnoticed here; the count is compared below.
            guard let copy = try? phone.copied() else { return }
            killed.found.withLock { $0.append(copy) }
        }
        defer { calls.stop() }
        try await work()
        let phones = killed.found.withLock { $0 }
        guard phones.count == calls.count else { throw CocoaError(.fileReadUnknown) }
        return phones
    }
}
