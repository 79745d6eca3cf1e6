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
        /// A fault of all functions but these, until this number of initialisations.
        var untilInitialised: (code: UInt, sparing: Set<String>, initialisations: Int)?
        var held: String?
        var holds = 0
        var hiddenLabel: [UInt8]?
        var observer: Observer?
        var calls: [String: Int] = [:]
        var running = 0
        var isPausing = false
        var isFinalising = false
        /// The number of other calls that ran during a `C_Finalize`.
        var overlaps = 0
    }

    private let module: any Cryptoki
    private let state = Mutex(State())
    private let changed = NSCondition()
    /// One element when a call hangs, and one when an operation of `hanging` has ended.
    private let (ends, ended) = AsyncStream.makeStream(of: Hold.self)

    private struct Hold {
        /// The number of the `hold` that was in force.
        let number: Int
        let isHanging: Bool
    }

    /// The operation that was expected to hang has ended without.
    struct NothingHangs: Error {}

    init(_ module: any Cryptoki) { self.module = module }

    /// Makes the next calls of a function fail with this code; all calls if `times` is nil.
    func fail(_ function: String, _ code: UInt, times: Int? = 1) {
        state.withLock { $0.faults[function] = (code, times ?? .max) }
    }

    /// Makes all calls fail with this code; nil ends this and all other faults.
    func failEverything(_ code: UInt?) {
        state.withLock { state in
            state.everything = code
            if code == nil { (state.faults, state.untilInitialised) = ([:], nil) }
        }
    }

    /// Makes all calls but those of the spared functions, `C_Finalize` and `C_Initialize` fail with this code, like a module that needs a new
    /// initialisation after an outage of its device.
    ///
    /// - Parameter initialisations: the number of initialisations after which the module works.
    func failUntilInitialised(_ code: UInt, sparing functions: Set<String> = [], initialisations: Int = 1) {
        state.withLock { $0.untilInitialised = (code, functions.union(["C_Initialize", "C_Finalize"]), initialisations) }
    }

    /// Makes all calls of a function hang until `release()`.
    func hold(_ function: String) {
        state.withLock { state in
            state.held = function
            state.holds += 1
        }
    }

    /// Runs an operation of which a call should hang. When it ends, `hasHeld` no longer waits.
    func hanging<Value>(_ operation: () async -> Value) async -> Value {
        let value = await operation()
        note(isHanging: false)
        return value
    }

    /// Waits until a call hangs. The operation must run in `hanging`.
    ///
    /// - Throws: `NothingHangs` if the operation has ended and no call hung, such as when its time was over before it reached the module.
    func hasHeld() async throws {
        let number = state.withLock { $0.holds }
        for await end in ends where end.number == number {
            guard end.isHanging else { throw NothingHangs() }
            return
        }
    }

    private func note(isHanging: Bool) {
        ended.yield(Hold(number: state.withLock { $0.holds }, isHanging: isHanging))
    }

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

    /// The number of calls that ran during a `C_Finalize`, which PKCS#11 forbids.
    var callsDuringFinalize: Int { state.withLock { $0.overlaps } }

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
                guard !state.isPausing else { return false }
                if state.isFinalising { state.overlaps += 1 }
                if function == "C_Finalize" {
                    state.overlaps += state.running
                    state.isFinalising = true
                }
                state.running += 1
                return true
            }
            if isIn { break }
        }
        defer {
            state.withLock { state in
                state.running -= 1
                if function == "C_Finalize" { state.isFinalising = false }
            }
            announce()
        }
        let (code, isHeld) = state.withLock { state -> (UInt?, Bool) in
            state.calls[function, default: 0] += 1
            if let code = state.everything { return (code, false) }
            if let fault = state.untilInitialised, !fault.sparing.contains(function) { return (fault.code, false) }
            if let fault = state.faults[function] {
                state.faults[function] = fault.times > 1 ? (fault.code, fault.times - 1) : nil
                return (fault.code, false)
            }
            return (nil, state.held == function)
        }
        if let code { throw CryptokiFailure(function, code) }
        if isHeld {
            note(isHanging: true)
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
        let isFresh = try pass("C_Initialize") { () throws(CryptokiFailure) in
            try SoftHSMToken.alone { () throws(CryptokiFailure) in try module.initialize() }
        }
        guard isFresh else { return false }
        state.withLock { state in
            guard let fault = state.untilInitialised else { return }
            let left = fault.initialisations - 1
            state.untilInitialised = left > 0 ? (fault.code, fault.sparing, left) : nil
        }
        return true
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
