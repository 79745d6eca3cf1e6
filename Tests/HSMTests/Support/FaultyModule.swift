// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PKCS11HSM
import Synchronization

/// A PKCS#11 module that counts its calls. Calls can be made to fail, to hang and to lose all state.
final class FaultyModule: Cryptoki {
    /// Receives the function, the underlying module, the session and the handle of a private key that was just created or unwrapped.
    typealias Observer = @Sendable (String, any Cryptoki, UInt, UInt) -> Void

    private struct State {
        var faults: [String: (code: UInt, times: Int)] = [:]
        var everything: UInt?
        var held: String?
        var hiddenLabel: [UInt8]?
        var observer: Observer?
        var calls: [String: Int] = [:]
        var running = 0
        var isPausing = false
    }

    private let module: any Cryptoki
    private let state = Mutex(State())
    private let changed = NSCondition()
    private let (holds, held) = AsyncStream.makeStream(of: Void.self)

    init(_ module: any Cryptoki) { self.module = module }

    /// Makes the next calls of a function fail with this code; all calls if `times` is nil.
    func fail(_ function: String, _ code: UInt, times: Int? = 1) {
        state.withLock { $0.faults[function] = (code, times ?? .max) }
    }

    /// Makes all calls fail with this code; nil ends this and all other faults.
    func failEverything(_ code: UInt?) {
        state.withLock { state in
            state.everything = code
            if code == nil { state.faults = [:] }
        }
    }

    /// Makes all calls of a function hang until `release()`.
    func hold(_ function: String) { state.withLock { $0.held = function } }

    /// Waits until a call hangs.
    func hasHeld() async { for await _ in holds { return } }

    /// Releases the hanging calls.
    func release() {
        state.withLock { $0.held = nil }
        announce()
    }

    /// Hides objects with this label from searches.
    func hide(label: String) { state.withLock { $0.hiddenLabel = Array(label.utf8) } }

    /// Calls the observer for each new private key.
    func observe(_ observer: @escaping Observer) { state.withLock { $0.observer = observer } }

    /// Counts the session objects in the module, up to 1000. Call only while a session is logged in.
    ///
    /// No other call runs at the same time: SoftHSM crashes if an object is destroyed during a search of all objects.
    func sessionObjects(onTokenWithLabel label: String) throws -> Int {
        try pausing { () throws in
            guard let slot = try module.slots().first(where: { try module.tokenLabel(slot: $0) == label }) else { return 0 }
            let session = try module.openSession(slot: slot, writing: false)
            defer { try? module.closeSession(session) }
            return try module.findObjects(session, [ObjectAttribute(0x1, false)]).count
        }
    }

    /// Returns the number of calls of a function.
    func calls(_ function: String) -> Int { state.withLock { $0.calls[function] ?? 0 } }

    /// Restarts the module after the calls in progress: all sessions, handles and logins are lost.
    func restart() { restart {} }

    /// Does the same, and runs a function before further calls.
    func restart<Failure: Error>(_ meanwhile: () throws(Failure) -> Void) throws(Failure) {
        try pausing { () throws(Failure) in
            try? module.finalize()
            try meanwhile()
        }
    }

    /// Runs a function while no call is in progress; new calls wait.
    private func pausing<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        state.withLock { $0.isPausing = true }
        wait { $0.running == 0 }
        defer {
            state.withLock { $0.isPausing = false }
            announce()
        }
        return try body()
    }

    private func pass<Value>(_ function: String, _ body: () throws(CryptokiFailure) -> Value) throws(CryptokiFailure) -> Value {
        while true {
            wait { !$0.isPausing }
            let isIn = state.withLock { state in
                if !state.isPausing { state.running += 1 }
                return !state.isPausing
            }
            if isIn { break }
        }
        defer {
            state.withLock { $0.running -= 1 }
            announce()
        }
        let (code, isHeld) = state.withLock { state -> (UInt?, Bool) in
            state.calls[function, default: 0] += 1
            if let code = state.everything { return (code, false) }
            if let fault = state.faults[function] {
                state.faults[function] = fault.times > 1 ? (fault.code, fault.times - 1) : nil
                return (fault.code, false)
            }
            return (nil, state.held == function)
        }
        if let code { throw CryptokiFailure(function, code) }
        if isHeld {
            held.yield()
            wait { $0.held == nil }
        }
        return try body()
    }

    private func wait(_ isReached: (borrowing State) -> Bool) {
        changed.lock()
        while !state.withLock({ isReached($0) }) { changed.wait() }
        changed.unlock()
    }

    private func announce() {
        changed.lock()
        changed.broadcast()
        changed.unlock()
    }
}

extension FaultyModule {
    func initialize() throws(CryptokiFailure) -> Bool {
        try pass("C_Initialize") { () throws(CryptokiFailure) in
            try SoftHSMToken.alone { () throws(CryptokiFailure) in try module.initialize() }
        }
    }

    func finalize() throws(CryptokiFailure) { try pass("C_Finalize") { () throws(CryptokiFailure) in try module.finalize() } }

    func slots() throws(CryptokiFailure) -> [UInt] { try pass("C_GetSlotList") { () throws(CryptokiFailure) in try module.slots() } }

    func tokenLabel(slot: UInt) throws(CryptokiFailure) -> String {
        try pass("C_GetTokenInfo") { () throws(CryptokiFailure) in try module.tokenLabel(slot: slot) }
    }

    func openSession(slot: UInt, writing: Bool) throws(CryptokiFailure) -> UInt {
        try pass("C_OpenSession") { () throws(CryptokiFailure) in try module.openSession(slot: slot, writing: writing) }
    }

    func closeSession(_ session: UInt) throws(CryptokiFailure) {
        try pass("C_CloseSession") { () throws(CryptokiFailure) in try module.closeSession(session) }
    }

    func login(_ session: UInt, pin: [UInt8]) throws(CryptokiFailure) {
        try pass("C_Login") { () throws(CryptokiFailure) in try module.login(session, pin: pin) }
    }

    func findObjects(_ session: UInt, _ template: [ObjectAttribute]) throws(CryptokiFailure) -> [UInt] {
        let isHidden = state.withLock { state in template.contains { $0.value == state.hiddenLabel } }
        return try pass("C_FindObjects") { () throws(CryptokiFailure) in isHidden ? [] : try module.findObjects(session, template) }
    }

    func attributes(_ session: UInt, of object: UInt, _ types: [UInt]) throws(CryptokiFailure) -> [[UInt8]?] {
        try pass("C_GetAttributeValue") { () throws(CryptokiFailure) in try module.attributes(session, of: object, types) }
    }

    func setAttributes(_ session: UInt, of object: UInt, _ values: [ObjectAttribute]) throws(CryptokiFailure) {
        try pass("C_SetAttributeValue") { () throws(CryptokiFailure) in try module.setAttributes(session, of: object, values) }
    }

    func generateKey(_ session: UInt, mechanism: UInt, _ template: [ObjectAttribute]) throws(CryptokiFailure) -> UInt {
        try pass("C_GenerateKey") { () throws(CryptokiFailure) in try module.generateKey(session, mechanism: mechanism, template) }
    }

    func generateKeyPair(
        _ session: UInt, mechanism: UInt, publicKey: [ObjectAttribute], privateKey: [ObjectAttribute]
    ) throws(CryptokiFailure) -> (publicKey: UInt, privateKey: UInt) {
        try pass("C_GenerateKeyPair") { () throws(CryptokiFailure) in
            let made = try module.generateKeyPair(session, mechanism: mechanism, publicKey: publicKey, privateKey: privateKey)
            state.withLock(\.observer)?("C_GenerateKeyPair", module, session, made.privateKey)
            return made
        }
    }

    func destroyObject(_ session: UInt, _ object: UInt) throws(CryptokiFailure) {
        try pass("C_DestroyObject") { () throws(CryptokiFailure) in try module.destroyObject(session, object) }
    }

    func wrapKey(_ session: UInt, mechanism: UInt, wrappingKey: UInt, key: UInt, limit: Int) throws(CryptokiFailure) -> [UInt8] {
        try pass("C_WrapKey") { () throws(CryptokiFailure) in
            try module.wrapKey(session, mechanism: mechanism, wrappingKey: wrappingKey, key: key, limit: limit)
        }
    }

    func unwrapKey(
        _ session: UInt, mechanism: UInt, unwrappingKey: UInt, _ wrapped: [UInt8], _ template: [ObjectAttribute]
    ) throws(CryptokiFailure) -> UInt {
        try pass("C_UnwrapKey") { () throws(CryptokiFailure) in
            let key = try module.unwrapKey(session, mechanism: mechanism, unwrappingKey: unwrappingKey, wrapped, template)
            state.withLock(\.observer)?("C_UnwrapKey", module, session, key)
            return key
        }
    }

    func random(_ session: UInt, count: Int) throws(CryptokiFailure) -> [UInt8] {
        try pass("C_GenerateRandom") { () throws(CryptokiFailure) in try module.random(session, count: count) }
    }

    func sign(_ session: UInt, mechanism: UInt, key: UInt, _ bytes: [UInt8], limit: Int) throws(CryptokiFailure) -> [UInt8] {
        try pass("C_Sign") { () throws(CryptokiFailure) in
            try module.sign(session, mechanism: mechanism, key: key, bytes, limit: limit)
        }
    }

    func encrypt(
        _ session: UInt, key: UInt, nonce: [UInt8], associatedData: [UInt8], _ plaintext: [UInt8]
    ) throws(CryptokiFailure) -> [UInt8] {
        try pass("C_Encrypt") { () throws(CryptokiFailure) in
            try module.encrypt(session, key: key, nonce: nonce, associatedData: associatedData, plaintext)
        }
    }

    func decrypt(
        _ session: UInt, key: UInt, nonce: [UInt8], associatedData: [UInt8], _ ciphertext: [UInt8]
    ) throws(CryptokiFailure) -> [UInt8] {
        try pass("C_Decrypt") { () throws(CryptokiFailure) in
            try module.decrypt(session, key: key, nonce: nonce, associatedData: associatedData, ciphertext)
        }
    }
}
