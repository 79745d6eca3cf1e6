// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

extension ConformanceSuite {
    private static let text = Array("plaintext of the conformance suite".utf8)

    /// The promises of `EncryptionKeyBridge`.
    static let encryptionKeys: [Promise] = [
        Promise("KEY-01", "The first encryption makes the key, and decryption returns the plaintext.") { trial in
            let sealed = try await trial.keys.encrypt(text, with: trial.key)
            try trial.require(try await trial.keys.decrypt(sealed, with: trial.key) == text, "another plaintext was returned")
        },
        Promise("KEY-02", "An existing key is used again and never replaced.") { trial in
            let first = try await trial.keys.encrypt([1], with: trial.key)
            _ = try await trial.keys.encrypt([2], with: trial.key)
            try trial.require(try await trial.keys.decrypt(first, with: trial.key) == [1], "another plaintext was returned")
        },
        Promise("KEY-03", "An empty plaintext can be encrypted and decrypted.") { trial in
            let sealed = try await trial.keys.encrypt([], with: trial.key)
            try trial.require(!sealed.isEmpty, "the ciphertext is empty")
            try trial.require(try await trial.keys.decrypt(sealed, with: trial.key).isEmpty, "another plaintext was returned")
        },
        Promise("KEY-04", "A plaintext of 1 KiB can be encrypted.") { trial in
            let long = (0..<1024).map { UInt8(truncatingIfNeeded: $0) }
            let sealed = try await trial.keys.encrypt(long, with: trial.key)
            try trial.require(try await trial.keys.decrypt(sealed, with: trial.key) == long, "another plaintext was returned")
        },
        Promise("KEY-05", "Two encryptions of the same plaintext differ.") { trial in
            let one = try await trial.keys.encrypt(text, with: trial.key)
            try trial.require(try await trial.keys.encrypt(text, with: trial.key) != one, "they are equal")
        },
        Promise("KEY-06", "A ciphertext does not contain the plaintext.") { trial in
            let sealed = try await trial.keys.encrypt(text, with: trial.key)
            let isVisible = sealed.indices.contains { sealed[$0...].starts(with: text) }
            try trial.require(!isVisible, "it does")
        },
        Promise("KEY-07", "Decryption with a missing key fails with `unknownKey` and makes no key.") { trial in
            let sealed = try await trial.keys.encrypt(text, with: trial.key + ".other")
            for _ in 1...2 {
                try await trial.require(EncryptionKeyError.unknownKey) { _ = try await trial.keys.decrypt(sealed, with: trial.key) }
            }
        },
        Promise("KEY-08", "Decryption of an empty ciphertext with an existing key fails with `notDecryptable`.") { trial in
            _ = try await trial.keys.encrypt([], with: trial.key)
            try await trial.require(EncryptionKeyError.notDecryptable) { _ = try await trial.keys.decrypt([], with: trial.key) }
        },
        Promise("KEY-09", "Decryption of an empty ciphertext with a missing key fails with `unknownKey`.") { trial in
            try await trial.require(EncryptionKeyError.unknownKey) { _ = try await trial.keys.decrypt([], with: trial.key) }
        },
        Promise("KEY-10", "Decryption of a ciphertext with any byte changed fails with `notDecryptable`.") { trial in
            let sealed = try await trial.keys.encrypt(text, with: trial.key)
            for index in sealed.indices {
                var changed = sealed
                changed[index] ^= 1
                try await trial.require(EncryptionKeyError.notDecryptable) { _ = try await trial.keys.decrypt(changed, with: trial.key) }
            }
        },
        Promise("KEY-11", "Decryption of a shortened or extended ciphertext fails with `notDecryptable`.") { trial in
            let sealed = try await trial.keys.encrypt(text, with: trial.key)
            for changed in [Array(sealed.dropLast()), Array(sealed.dropFirst()), sealed + [0], Array(sealed.prefix(1))] {
                try await trial.require(EncryptionKeyError.notDecryptable) { _ = try await trial.keys.decrypt(changed, with: trial.key) }
            }
        },
        Promise("KEY-12", "Decryption of another key's ciphertext fails with `notDecryptable`.") { trial in
            _ = try await trial.keys.encrypt([], with: trial.key)
            let other = try await trial.keys.encrypt(text, with: trial.key + ".other")
            try await trial.require(EncryptionKeyError.notDecryptable) { _ = try await trial.keys.decrypt(other, with: trial.key) }
        },
        Promise("KEY-13", "A deleted key no longer exists.") { trial in
            let sealed = try await trial.keys.encrypt(text, with: trial.key)
            await trial.keys.delete(trial.key)
            try await trial.require(EncryptionKeyError.unknownKey) { _ = try await trial.keys.decrypt(sealed, with: trial.key) }
        },
        Promise("KEY-14", "Deleting a key twice, or a key that never existed, has no effect.") { trial in
            let other = try await trial.keys.encrypt(text, with: trial.key + ".other")
            _ = try await trial.keys.encrypt([], with: trial.key)
            for _ in 1...2 { await trial.keys.delete(trial.key) }
            await trial.keys.delete(trial.key + ".never")
            try trial.require(try await trial.keys.decrypt(other, with: trial.key + ".other") == text, "another key was lost")
        },
        Promise("KEY-15", "A key made under the name of a deleted key is a different key.") { trial in
            let old = try await trial.keys.encrypt(text, with: trial.key)
            await trial.keys.delete(trial.key)
            _ = try await trial.keys.encrypt([], with: trial.key)
            try await trial.require(EncryptionKeyError.notDecryptable) { _ = try await trial.keys.decrypt(old, with: trial.key) }
        },
        Promise("KEY-16", "Names that differ only in case are two keys.") { trial in
            let lower = try await trial.keys.encrypt(text, with: trial.key + ".a")
            _ = try await trial.keys.encrypt([], with: trial.key + ".A")
            await trial.keys.delete(trial.key + ".A")
            try trial.require(try await trial.keys.decrypt(lower, with: trial.key + ".a") == text, "another plaintext was returned")
        },
        Promise("KEY-17", "Concurrent first encryptions with a name use the same key.") { trial in
            let all = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for number in 0..<8 { group.addTask { try await trial.keys.encrypt([UInt8(number)], with: trial.key) } }
                var all: [[UInt8]] = []
                for try await sealed in group { all.append(sealed) }
                return all
            }
            var found: Set<[UInt8]> = []
            for sealed in all { found.insert(try await trial.keys.decrypt(sealed, with: trial.key)) }
            try trial.require(found == Set((0..<8).map { [UInt8($0)] }), "a plaintext is missing")
        },
        Promise("KEY-18", "Before the phone is first unlocked, every call fails with `notAvailableYet`, and no key is lost.") { trial in
            let sealed = try await trial.keys.encrypt(text, with: trial.key)
            try await trial.beforeFirstUnlock {
                try await trial.require(EncryptionKeyError.notAvailableYet) { _ = try await trial.keys.decrypt(sealed, with: trial.key) }
                try await trial.require(EncryptionKeyError.notAvailableYet) { _ = try await trial.keys.encrypt([1], with: trial.key) }
            }
            try trial.require(try await trial.keys.decrypt(sealed, with: trial.key) == text, "another plaintext was returned")
        },
        Promise("KEY-19", "Before the phone is first unlocked, a missing key also fails with `notAvailableYet`, never with `unknownKey`.") {
            trial in
            try await trial.beforeFirstUnlock {
                try await trial.require(EncryptionKeyError.notAvailableYet) { _ = try await trial.keys.decrypt([], with: trial.key) }
                try await trial.require(EncryptionKeyError.notAvailableYet) { _ = try await trial.keys.encrypt([1], with: trial.key) }
            }
            try await trial.require(EncryptionKeyError.unknownKey) { _ = try await trial.keys.decrypt([], with: trial.key) }
        },
        Promise("KEY-20", "Deleting all keys deletes every key of the app.") { trial in
            let names = [trial.key, trial.key + ".a", trial.key + ".b"]
            for name in names { _ = try await trial.keys.encrypt([], with: name) }
            await trial.keys.deleteAll()
            for name in names {
                try await trial.require(EncryptionKeyError.unknownKey) { _ = try await trial.keys.decrypt([], with: name) }
            }
        },
        Promise("KEY-21", "A key survives the end of the process.") { trial in
            trial.note("sealed", try await trial.keys.encrypt(text, with: trial.key))
        } check: { trial in
            let found = try await trial.keys.decrypt(try trial.noted("sealed"), with: trial.key)
            try trial.require(found == text, "another plaintext was returned")
        },
        Promise("KEY-22", "A deleted key stays deleted in the next process.") { trial in
            trial.note("sealed", try await trial.keys.encrypt(text, with: trial.key))
            await trial.keys.delete(trial.key)
        } check: { trial in
            let sealed = try trial.noted("sealed")
            try await trial.require(EncryptionKeyError.unknownKey) { _ = try await trial.keys.decrypt(sealed, with: trial.key) }
        },
    ]
}
