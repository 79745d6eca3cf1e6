// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization

/// The trial of one promise: the phone, and the notebook of both phases.
final class Trial: Sendable {
    let phone: any PhoneUnderTest
    private let identifier: String
    private let notebook: Mutex<Notebook>

    init(of promise: Promise, on phone: any PhoneUnderTest, _ notebook: Notebook) {
        identifier = promise.identifier
        self.phone = phone
        self.notebook = Mutex(notebook)
    }

    var bridges: PlatformBridges { phone.bridges }
    var keys: any EncryptionKeyBridge { bridges.encryptionKey }
    var attested: any AttestedKeyBridge { bridges.attestedKey }
    var sensor: any BiometricsBridge { bridges.biometrics }
    var camera: any CameraBridge { bridges.camera }

    /// - Throws: `NoServer`.
    func server() throws -> SuiteServer {
        guard let server = phone.server else { throw NoServer() }
        return server
    }

    /// The notebook with the values of this trial.
    var written: Notebook { notebook.withLock { $0 } }

    /// A key's name that no other promise uses.
    var key: String { "conformance." + identifier }

    /// Notes a value for the second phase.
    func note(_ name: String, _ value: [UInt8]) { notebook.withLock { $0.values[identifier + "." + name] = value } }

    /// - Throws: `Broken` when the first phase has not noted the value.
    func noted(_ name: String) throws -> [UInt8] {
        guard let value = notebook.withLock({ $0.values[identifier + "." + name] }) else {
            throw Broken("the first phase has not noted \(name)")
        }
        return value
    }

    /// - Throws: `Broken` unless the condition is true.
    func require(_ condition: Bool, _ otherwise: String) throws {
        if !condition { throw Broken(otherwise) }
    }

    /// - Throws: `Broken` unless the call throws this error.
    func require<Failure: Error & Equatable>(_ expected: Failure, by call: () async throws -> Void) async throws {
        do {
            try await call()
        } catch let error as Failure where error == expected {
            return
        } catch {
            throw Broken("\(error) was thrown instead of \(expected)")
        }
        throw Broken("nothing was thrown instead of \(expected)")
    }

    /// Runs a body while the phone waits for its first unlock, and unlocks it afterwards.
    ///
    /// - Throws: `ActNotPossible`; the body's error.
    func beforeFirstUnlock(_ body: () async throws -> Void) async throws {
        try await phone.perform(.restartPhone)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        try await phone.perform(.unlockPhone)
        try result.get()
    }
}

/// A promise was not kept.
struct Broken: Error {
    /// The observation instead, for the report; no secret and no personal value.
    let detail: String

    init(_ detail: String) { self.detail = detail }
}
