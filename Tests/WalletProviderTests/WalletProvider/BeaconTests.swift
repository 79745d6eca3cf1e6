// SPDX-License-Identifier: EUPL-1.2

import HSM
import JSON
import ProviderProtocol
import TestEnvironment
import Testing

@testable import WalletProvider

/// Beacons by themselves: which texts prove a message recent, and which do not. (In messages: `BeaconMessageTests`.)
struct BeaconTests {
    private static let lifetime: Int64 = 300
    /// 1 January 2026, noon.
    private static let noon: Int64 = 1_767_268_800
    private static let midnight = noon + 43_200

    private let directory: TemporaryDirectory
    private let hsm: FlakyHSM
    private let beacons: Beacons

    init() throws {
        directory = try TemporaryDirectory(isInMemory: true)
        hsm = FlakyHSM(try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret")))
        beacons = Beacons(audience: "https://provider.example", lifetime: Self.lifetime * 1000, hsm: hsm)
    }

    /// Another replica with an HSM of its own on the same keys.
    private func replica(audience: String = "https://provider.example") throws -> (Beacons, FlakyHSM) {
        let hsm = FlakyHSM(try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret")))
        return (Beacons(audience: audience, lifetime: Self.lifetime * 1000, hsm: hsm), hsm)
    }

    // MARK: What is accepted

    @Test func `a beacon is a second and a code of 32 bytes, the same for all wallets, and changes every second`() async throws {
        let beacon = try await beacons.beacon(at: Self.noon)
        let bytes = try Base64URL.decode(beacon)
        #expect(bytes.count == 40)
        #expect(bytes.prefix(8) == [0, 0, 0, 0, 0x69, 0x56, 0x61, 0xC0])
        #expect(try await beacons.beacon(at: Self.noon) == beacon)
        let next = try Base64URL.decode(try await beacons.beacon(at: Self.noon + 1))
        #expect(next.dropFirst(8) != bytes.dropFirst(8))
    }

    @Test(arguments: [-300, -299, -1, 0, 1, 299, 300] as [Int64])
    func `a beacon is accepted within its lifetime, any number of times, and as early from a clock that is ahead`(_ age: Int64) async throws
    {
        let beacon = try await beacons.beacon(at: Self.noon)
        for _ in 1...3 { #expect(try await beacons.isFresh(beacon, at: Self.noon + age)) }
    }

    @Test func `replicas with HSMs on the same keys accept each other's beacons`() async throws {
        let (other, _) = try replica()
        #expect(try await other.isFresh(try await beacons.beacon(at: Self.noon), at: Self.noon + 7))
        #expect(try await beacons.isFresh(try await other.beacon(at: Self.noon + 7), at: Self.noon))
    }

    @Test func `a beacon from before midnight is accepted after it, and the reverse, also by a replica that has just started`() async throws
    {
        let (before, after) = (try await beacons.beacon(at: Self.midnight - 1), try await beacons.beacon(at: Self.midnight))
        let (other, _) = try replica()
        for verifier in [beacons, other] {
            for (beacon, now) in [
                (before, Self.midnight), (before, Self.midnight + 299), (after, Self.midnight - 1), (after, Self.midnight - 300),
            ] {
                #expect(try await verifier.isFresh(beacon, at: now))
            }
            #expect(try await !verifier.isFresh(before, at: Self.midnight + 300))
            #expect(try await !verifier.isFresh(after, at: Self.midnight - 301))
        }
    }

    // MARK: What is refused

    @Test(arguments: [-86_400, -301, 301, 86_400, 31_536_000, Self.noon, Int64.max - 1000 - Self.noon] as [Int64])
    func `a beacon is refused beyond its lifetime, in the past and in the future, without the HSM`(_ age: Int64) async throws {
        let beacon = try await beacons.beacon(at: Self.noon)
        hsm.forgetCalls()
        #expect(try await !beacons.isFresh(beacon, at: Self.noon + age))
        #expect(hsm.calls.isEmpty)
    }

    @Test func `a beacon with any one bit changed is refused`() async throws {
        let bytes = try Base64URL.decode(try await beacons.beacon(at: Self.noon))
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                #expect(try await !beacons.isFresh(Base64URL.encode(changed), at: Self.noon))
            }
        }
    }

    @Test func `refused codes of a second, however many, are not remembered for it, and its own code stays accepted`() async throws {
        let (other, _) = try replica()
        let bytes = try Base64URL.decode(try await other.beacon(at: Self.noon))
        var forged = bytes
        forged[39] ^= 1
        for _ in 1...3 { #expect(try await !beacons.isFresh(Base64URL.encode(forged), at: Self.noon)) }
        #expect(try await beacons.isFresh(Base64URL.encode(bytes), at: Self.noon))
        #expect(try await !beacons.isFresh(Base64URL.encode(forged), at: Self.noon))
        #expect(try await beacons.beacon(at: Self.noon) == Base64URL.encode(bytes))
    }

    @Test func `seconds beyond the number of remembered codes have the same beacons as in a replica without memory`() async throws {
        let seconds = (0..<2000 as Range<Int64>).map { Self.noon + $0 }
        for second in seconds { _ = try await beacons.beacon(at: second) }
        for second in [seconds[0], seconds[1023], seconds[1024], seconds[1999]] {
            let beacon = try await replica().0.beacon(at: second)
            #expect(try await beacons.beacon(at: second) == beacon)
            #expect(try await beacons.isFresh(beacon, at: second))
            #expect(try await !beacons.isFresh(beacon, at: second + Self.lifetime + 1))
        }
    }

    @Test func `an old beacon whose second is moved into the lifetime is refused`() async throws {
        let old = try Base64URL.decode(try await beacons.beacon(at: Self.noon - 1000))
        let now = try Base64URL.decode(try await beacons.beacon(at: Self.noon))
        #expect(try await !beacons.isFresh(Base64URL.encode(now.prefix(8) + old.dropFirst(8)), at: Self.noon))
        // A day later the same second has a different key.
        let tomorrow = try Base64URL.decode(try await beacons.beacon(at: Self.noon + 86_400))
        #expect(try await !beacons.isFresh(Base64URL.encode(tomorrow.prefix(8) + now.dropFirst(8)), at: Self.noon + 86_400))
    }

    @Test func `a beacon with any part missing or any addition is refused`() async throws {
        let beacon = try await beacons.beacon(at: Self.noon)
        for length in 0..<beacon.count { #expect(try await !beacons.isFresh(String(beacon.prefix(length)), at: Self.noon)) }
        for index in beacon.indices.dropFirst() { #expect(try await !beacons.isFresh(String(beacon[index...]), at: Self.noon)) }
        let bytes = try Base64URL.decode(beacon)
        for other in [bytes + [0], [0] + bytes, bytes + bytes, Array(bytes.dropFirst(8)), Array(bytes.prefix(8)), Array(bytes.reversed())] {
            #expect(try await !beacons.isFresh(Base64URL.encode(other), at: Self.noon))
        }
    }

    @Test func `a second encoding of a beacon, and any other text, is refused without the HSM`() async throws {
        let beacon = try await beacons.beacon(at: Self.noon)
        let unused = try #require(beacon.last == "A" ? "B" : "A")
        hsm.forgetCalls()
        for text in [
            beacon + "=", beacon + "==", " " + beacon, beacon + "\n", beacon + "\0", "\u{FEFF}" + beacon, "+" + beacon.dropFirst(),
            "null", "{}", "0", "\0", "ç", String(repeating: "A", count: 100_000), String(repeating: "A", count: 54), "e30.e30.e30",
        ] {
            #expect(try await !beacons.isFresh(text, at: Self.noon), "\(text.prefix(60).debugDescription)")
        }
        #expect(hsm.calls.isEmpty)
        // The last character has four bits that mean nothing; only one value of them is accepted.
        #expect(try await !beacons.isFresh(String(beacon.dropLast()) + unused, at: Self.noon))
    }

    @Test(arguments: [
        "https://provider.example/", "https://provider.exampl", "https://provider.exampld", "https://other.example", "",
        "https://provider.example ", "beacon https://provider.example",
    ])
    func `a beacon for a different audience is refused, also with the same keys`(_ audience: String) async throws {
        let (other, _) = try replica(audience: audience)
        #expect(try await !beacons.isFresh(try await other.beacon(at: Self.noon), at: Self.noon))
        #expect(try await !other.isFresh(try await beacons.beacon(at: Self.noon), at: Self.noon))
    }

    @Test func `a beacon of a provider with different keys is refused`() async throws {
        let other = try BeaconTests()
        #expect(try await !beacons.isFresh(try await other.beacons.beacon(at: Self.noon), at: Self.noon))
    }

    @Test func `an HMAC of a different purpose is not accepted as a beacon's code`() async throws {
        let second = try Base64URL.decode(try await beacons.beacon(at: Self.noon)).prefix(8)
        for purpose in AuthenticationPurpose.allCases {
            for text in [Array("beacon https://provider.example ".utf8) + second, Array("beacon key ".utf8) + second, Array(second)] {
                let code = try await hsm.authenticationCode(over: text, for: purpose)
                #expect(try await !beacons.isFresh(Base64URL.encode(second + code), at: Self.noon), "\(purpose)")
            }
        }
    }

    // MARK: The HSM

    @Test func `the HSM is asked once a day, whatever is issued and verified`() async throws {
        for day in 0..<3 as Range<Int64> {
            hsm.forgetCalls()
            for offset in stride(from: 0, to: 40_000, by: 1000) as StrideTo<Int64> {
                let now = Self.noon + day * 86_400 + offset
                let beacon = try await beacons.beacon(at: now)
                #expect(try await beacons.isFresh(beacon, at: now + 100))
            }
            #expect(hsm.calls == [.authenticate])
        }
    }

    @Test func `around midnight both days' keys are kept`() async throws {
        let (before, after) = (try await beacons.beacon(at: Self.midnight - 1), try await beacons.beacon(at: Self.midnight))
        #expect(hsm.calls == [.authenticate, .authenticate])
        for _ in 1...5 {
            #expect(try await beacons.isFresh(before, at: Self.midnight))
            #expect(try await beacons.isFresh(after, at: Self.midnight))
        }
        // Other seconds need the keys again.
        for offset in 1...5 as ClosedRange<Int64> {
            #expect(try await beacons.isFresh(try await beacons.beacon(at: Self.midnight - 1 - offset), at: Self.midnight))
            #expect(try await beacons.isFresh(try await beacons.beacon(at: Self.midnight + offset), at: Self.midnight))
        }
        #expect(hsm.calls.count == 2)
    }

    @Test func `without the HSM beacons of a known day still work; other beacons are an error and never accepted`() async throws {
        let beacon = try await beacons.beacon(at: Self.noon)
        let tomorrow = try await replica().0.beacon(at: Self.midnight + 1)
        hsm.fail(.authenticate)
        #expect(try await beacons.isFresh(beacon, at: Self.noon))
        _ = try await beacons.beacon(at: Self.midnight - 1)
        await #expect(throws: HSMError(.unavailable, "")) { try await beacons.beacon(at: Self.midnight) }
        await #expect(throws: HSMError(.unavailable, "")) { try await beacons.isFresh(tomorrow, at: Self.midnight) }
        hsm.fail()
        #expect(try await beacons.isFresh(tomorrow, at: Self.midnight))
    }
}
