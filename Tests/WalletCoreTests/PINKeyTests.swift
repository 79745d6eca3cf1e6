// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Testing
import WalletInterface

@testable import WalletCore

/// The expected values were computed with Python's `hmac` and arbitrary-precision integers.
struct PINKeyTests {
    struct Derivation: Sendable {
        let salt: String
        let pin: String
        let scalar: String
    }

    struct Reduction: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let number: String
        let scalar: String

        init(_ name: String, _ number: String, _ scalar: String) {
            testDescription = name
            self.number = number
            self.scalar = scalar
        }
    }

    @Test(arguments: [
        Derivation(
            salt: "0000000000000000000000000000000000000000000000000000000000000000", pin: "000000",
            scalar: "1e33813dfff00ec01ba224681d64d0ecf0f86f0bc67a0f78541546d3e6ada6ad"),
        Derivation(
            salt: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", pin: "142857",
            scalar: "eecc33e9316f8790b21456aff1fa746d5e3b0b0bc9a64e17a574249ef7731356"),
        Derivation(
            salt: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", pin: "999999",
            scalar: "7552d2be78505434d67e7b8c8bc2b8ea6d2136853f30a1d9434304bb5fb22abb"),
        Derivation(
            salt: "63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97", pin: "123456",
            scalar: "b27f51a8a2a639e74d21fcdc7e49e9cf155df30ad03060f2c098c9c39170028b"),
        Derivation(
            salt: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", pin: "142858",
            scalar: "ff147dc2854655c4fe881be0aec41a33512530ca2e9742810d9026dc6fd9d048"),
    ])
    func `the key of a PIN and a salt is the key that the protocol page defines`(vector: Derivation) throws {
        let pin = try #require(PIN(vector.pin))
        #expect(hex(PINKey.scalar(from: pin, salt: bytes(vector.salt))) == vector.scalar)
        let expected = try P256.Signing.PrivateKey(rawRepresentation: bytes(vector.scalar))
        #expect(try PINKey.derive(from: pin, salt: bytes(vector.salt)).publicKey.rawRepresentation == expected.publicKey.rawRepresentation)
    }

    @Test(arguments: [
        Reduction(
            "zero", "00000000000000000000000000000000000000000000000000000000000000000000000000000000",
            "0000000000000000000000000000000000000000000000000000000000000001"),
        Reduction(
            "one", "00000000000000000000000000000000000000000000000000000000000000000000000000000001",
            "0000000000000000000000000000000000000000000000000000000000000002"),
        Reduction(
            "n-3", "0000000000000000ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254e",
            "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254f"),
        Reduction(
            "n-2", "0000000000000000ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254f",
            "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"),
        Reduction(
            "n-1", "0000000000000000ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550",
            "0000000000000000000000000000000000000000000000000000000000000001"),
        Reduction(
            "n", "0000000000000000ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
            "0000000000000000000000000000000000000000000000000000000000000002"),
        Reduction(
            "2^256-1", "0000000000000000ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "00000000ffffffff00000000000000004319055258e8617b0c46353d039cdab0"),
        Reduction(
            "2^256", "00000000000000010000000000000000000000000000000000000000000000000000000000000000",
            "00000000ffffffff00000000000000004319055258e8617b0c46353d039cdab1"),
        Reduction(
            "2(n-1)-1", "0000000000000001fffffffe00000001ffffffffffffffff79cdf55b4e2f3d09e7739585f8c64a9f",
            "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"),
        Reduction(
            "2(n-1)", "0000000000000001fffffffe00000001ffffffffffffffff79cdf55b4e2f3d09e7739585f8c64aa0",
            "0000000000000000000000000000000000000000000000000000000000000001"),
        Reduction(
            "2^320-1", "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "fffffffe00000001431905529c0166cd22159165b6faae71f756a572fc632550"),
        Reduction(
            "max mult", "ffffffffffffffff00000001fffffffebce6faad63fe9932ddea6e9a4905518e08a95a8d039cdab0",
            "0000000000000000000000000000000000000000000000000000000000000001"),
        Reduction(
            "max mult-1", "ffffffffffffffff00000001fffffffebce6faad63fe9932ddea6e9a4905518e08a95a8d039cdaaf",
            "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"),
        Reduction(
            "2^319", "80000000000000000000000000000000000000000000000000000000000000000000000000000000",
            "fffffffe80000001218c82a94e00b3666f7e4609af09267b7588381afc632551"),
        Reduction(
            "alt", "a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5",
            "4b4b4b4a5a5a5a5ad110309edd6a5193e27123b93b6cb1661cd85fba4a3b4736"),
        Reduction(
            "2^255", "00000000000000008000000000000000000000000000000000000000000000000000000000000000",
            "8000000000000000000000000000000000000000000000000000000000000001"),
        Reduction(
            "random 0", "a54dca182530bb1d6d132cded6237b2ed91e3f721fcb1971174494d6493c9d5c3460be31201e69fe",
            "9243e7fb0ba4f5fa0471c35f0a7bff77e785c30561827b79e3a762f5dfd5206f"),
        Reduction(
            "random 1", "daa0eee8b9997f5c7c2999fdafe593253cd654af4dfad71427a0aeb3fee9232f8af2211f9ee491c5",
            "35c319591bab24e07623d1793cba7994793390b9b502a97605badc464a032336"),
        Reduction(
            "random 2", "b10becb5563bfc1e6f93427ecbc8fe2955e5cd8e46dc8ed4b7c2764d2a5a4d767706f85d8690024a",
            "c5cf3e9bc4811556844d3a5a377946d41f524b7b5ccd2f94e4d728891dd7c15b"),
        Reduction(
            "random 3", "d6bda3401be9c8cbccc935f6cd1f61226ae15338ae1a34004d33ba0d246ac04c81b1baf23e3bf9ee",
            "e8b2fec0da77f517a329f1ee667664eb128dd5c0fcea2c0e69c820249b0b9f7f"),
    ])
    func `any forty bytes become a scalar from 1 to n − 1`(vector: Reduction) throws {
        #expect(hex(ScalarReduction.scalar(of: bytes(vector.number))) == vector.scalar)
        #expect(throws: Never.self) { try P256.Signing.PrivateKey(rawRepresentation: bytes(vector.scalar)) }
    }

    @Test func `a different PIN or a different salt gives a different key`() throws {
        let salt = [UInt8](repeating: 7, count: 32)
        let pin = try Phone.pin()
        #expect(PINKey.scalar(from: pin, salt: salt) == PINKey.scalar(from: pin, salt: salt))
        #expect(PINKey.scalar(from: pin, salt: salt) != PINKey.scalar(from: try Phone.otherPIN(), salt: salt))
        #expect(PINKey.scalar(from: pin, salt: salt) != PINKey.scalar(from: pin, salt: [UInt8](repeating: 8, count: 32)))
    }

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
