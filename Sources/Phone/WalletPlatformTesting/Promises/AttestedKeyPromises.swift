// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

extension ConformanceSuite {
    private static let challengeHash = [UInt8](repeating: 0x5a, count: 32)
    private static let payload = Array("payload of the conformance suite".utf8)

    /// Makes and attests a key.
    ///
    /// - Returns: the platform's name for it and its verified public key.
    private static func newKey(_ trial: Trial) async throws -> (name: String, publicKey: [UInt8]) {
        let name = try await trial.attested.generate()
        let attestation = try await trial.attested.attest(name, challengeHash: challengeHash)
        return (name, try await trial.phone.attestations.publicKey(of: attestation, challengeHash: challengeHash))
    }

    /// Signs a payload and verifies the proof.
    ///
    /// - Returns: the proof's counter; nil on a platform without a counter.
    @discardableResult
    private static func sign(_ payload: [UInt8], _ key: (name: String, publicKey: [UInt8]), _ trial: Trial) async throws -> UInt32? {
        let proof = try await trial.attested.sign(payload, with: key.name)
        return try trial.phone.attestations.counter(of: proof, over: payload, by: key.publicKey)
    }

    private static func kind(_ trial: Trial) -> AttestedKeyKind {
        switch trial.phone.platform {
        case .iOS: .apple
        case .android: .android
        }
    }

    /// The promises of `AttestedKeyBridge`.
    static let attestedKeys: [Promise] = [
        Promise("ATT-01", "Two keys have different names.") { trial in
            let one = try await trial.attested.generate()
            try trial.require(try await trial.attested.generate() != one, "they have the same name")
        },
        Promise("ATT-02", "An attestation is valid for its own challenge hash only.") { trial in
            let name = try await trial.attested.generate()
            let attestation = try await trial.attested.attest(name, challengeHash: challengeHash)
            _ = try await trial.phone.attestations.publicKey(of: attestation, challengeHash: challengeHash)
            let other = [UInt8](repeating: 0xa5, count: 32)
            let isGeneral = (try? await trial.phone.attestations.publicKey(of: attestation, challengeHash: other)) != nil
            try trial.require(!isGeneral, "it verifies for another hash too")
        },
        Promise("ATT-03", "Attestations and proofs have the platform's format.") { trial in
            let name = try await trial.attested.generate()
            let attestation = try await trial.attested.attest(name, challengeHash: challengeHash)
            let proof = try await trial.attested.sign(payload, with: name)
            try trial.require(attestation.kind == kind(trial) && proof.kind == kind(trial), "they are of another kind")
        },
        Promise("ATT-04", "A key can be attested once: a second attempt fails with `unknownKey`, and the key still signs.") { trial in
            let key = try await newKey(trial)
            try await trial.require(AttestedKeyError.unknownKey) {
                _ = try await trial.attested.attest(key.name, challengeHash: challengeHash)
            }
            try await sign(payload, key, trial)
        },
        Promise("ATT-05", "Signing with a key that is not attested fails with `unknownKey`.") { trial in
            let name = try await trial.attested.generate()
            try await trial.require(AttestedKeyError.unknownKey) { _ = try await trial.attested.sign(payload, with: name) }
        },
        Promise("ATT-06", "A proof can be verified with the attested public key, for its own payload only.") { trial in
            let key = try await newKey(trial)
            let proof = try await trial.attested.sign(payload, with: key.name)
            _ = try trial.phone.attestations.counter(of: proof, over: payload, by: key.publicKey)
            let isGeneral = (try? trial.phone.attestations.counter(of: proof, over: payload + [0], by: key.publicKey)) != nil
            try trial.require(!isGeneral, "it verifies for another payload too")
        },
        Promise("ATT-07", "Payloads of any length can be signed, including an empty payload.") { trial in
            let key = try await newKey(trial)
            for length in [0, 1, 32, 65_536] { try await sign([UInt8](repeating: 7, count: length), key, trial) }
        },
        Promise("ATT-08", "Signing or attesting with an unknown name fails with `unknownKey`.") { trial in
            try await trial.require(AttestedKeyError.unknownKey) { _ = try await trial.attested.sign(payload, with: trial.key) }
            try await trial.require(AttestedKeyError.unknownKey) {
                _ = try await trial.attested.attest(trial.key, challengeHash: challengeHash)
            }
        },
        Promise("ATT-09", "A deleted key is unknown, and deleting it again has no effect.") { trial in
            let (key, other) = (try await newKey(trial), try await newKey(trial))
            for _ in 1...2 { await trial.attested.delete(key.name) }
            try await trial.require(AttestedKeyError.unknownKey) { _ = try await trial.attested.sign(payload, with: key.name) }
            try await sign(payload, other, trial)
        },
        Promise("ATT-10", "A new key does not affect an attested key.") { trial in
            let key = try await newKey(trial)
            for _ in 1...3 { _ = try await trial.attested.generate() }
            try await sign(payload, key, trial)
        },
        Promise("ATT-11", "Deleting all keys except some keeps those; the others are unknown.") { trial in
            let (kept, dropped) = (try await newKey(trial), try await newKey(trial))
            await trial.attested.deleteAll(except: [kept.name, "conformance.never"])
            try await sign(payload, kept, trial)
            try await trial.require(AttestedKeyError.unknownKey) { _ = try await trial.attested.sign(payload, with: dropped.name) }
        },
        Promise(
            "ATT-12", "Without a network, attesting fails with `platformUnreachable`, and the same key can be attested later.", on: [.iOS]
        ) {
            trial in
            let name = try await trial.attested.generate()
            try await trial.phone.perform(.switchNetworkOff)
            let refused: Result<Void, any Error>
            do {
                refused = .success(
                    try await trial.require(AttestedKeyError.platformUnreachable) {
                        _ = try await trial.attested.attest(name, challengeHash: challengeHash)
                    })
            } catch {
                refused = .failure(error)
            }
            try await trial.phone.perform(.switchNetworkOn)
            try refused.get()
            let attestation = try await trial.attested.attest(name, challengeHash: challengeHash)
            _ = try await trial.phone.attestations.publicKey(of: attestation, challengeHash: challengeHash)
        },
        Promise(
            "ATT-13", "Before the phone is first unlocked, making, attesting and signing fail with `notAvailableYet`, and no key is lost."
        ) {
            trial in
            let key = try await newKey(trial)
            let fresh = try await trial.attested.generate()
            try await trial.beforeFirstUnlock {
                try await trial.require(AttestedKeyError.notAvailableYet) { _ = try await trial.attested.generate() }
                try await trial.require(AttestedKeyError.notAvailableYet) {
                    _ = try await trial.attested.attest(fresh, challengeHash: challengeHash)
                }
                try await trial.require(AttestedKeyError.notAvailableYet) { _ = try await trial.attested.sign(payload, with: key.name) }
            }
            try await sign(payload, key, trial)
            _ = try await trial.attested.attest(fresh, challengeHash: challengeHash)
        },
        Promise("ATT-14", "An attested key survives the end of the process.") { trial in
            let key = try await newKey(trial)
            try await sign(payload, key, trial)
            trial.note("name", Array(key.name.utf8))
            trial.note("publicKey", key.publicKey)
        } check: { trial in
            let name = String(decoding: try trial.noted("name"), as: UTF8.self)
            try await sign(payload, (name, try trial.noted("publicKey")), trial)
        },
        Promise("ATT-15", "The counter in a key's proofs increases with each proof, also across processes.", on: [.iOS]) { trial in
            let key = try await newKey(trial)
            let first = try await sign(payload, key, trial) ?? 0
            let second = try await sign(payload, key, trial) ?? 0
            try trial.require(second > first, "it went from \(first) to \(second)")
            trial.note("name", Array(key.name.utf8))
            trial.note("publicKey", key.publicKey)
            trial.note("counter", Array(String(second).utf8))
        } check: { trial in
            let name = String(decoding: try trial.noted("name"), as: UTF8.self)
            let before = UInt32(String(decoding: try trial.noted("counter"), as: UTF8.self)) ?? .max
            let after = try await sign(payload, (name, try trial.noted("publicKey")), trial) ?? 0
            try trial.require(after > before, "it went from \(before) to \(after)")
        },
        Promise("ATT-16", "A key that was made but not attested can be attested by the next process.") { trial in
            trial.note("name", Array(try await trial.attested.generate().utf8))
        } check: { trial in
            let name = String(decoding: try trial.noted("name"), as: UTF8.self)
            let attestation = try await trial.attested.attest(name, challengeHash: challengeHash)
            _ = try await trial.phone.attestations.publicKey(of: attestation, challengeHash: challengeHash)
        },
    ]
}
