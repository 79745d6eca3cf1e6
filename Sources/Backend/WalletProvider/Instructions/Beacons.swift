// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import JSON
package import ProviderProtocol
import Synchronization

/// The provider's beacons: short texts that were unknown before a certain second, so that a message that contains a beacon is not older.
///
/// A beacon is base64url(seconds since 1970, 8 bytes big-endian ‖ HMAC-SHA-256 over "beacon", audience and seconds). It is the same for all
/// wallets and instructions, and may be used any number of times: the message's sequence number makes each message unique. The HMAC's key
/// is derived in the HSM for each UTC day, so any replica verifies a beacon without the HSM and without the database.
final class Beacons: Sendable {
    private static let day: Int64 = 86_400
    private static let codeLength = 32
    /// The maximum number of remembered codes, more than a lifetime of five minutes needs in both directions.
    private static let maximumCodes = 1024

    private let audience: String
    /// Accepted age in seconds, and accepted lead of another replica's clock.
    private let lifetime: Int64
    private let hsm: any HSM
    /// The HMAC keys by day number since 1970.
    private let keys = Mutex<[Int64: SymmetricKey]>([:])
    /// The codes by second since 1970, because every message of a second needs the same code. A code of the future, which another replica's
    /// clock may need, is a secret until its second: only the current one leaves this type.
    private let codes = Mutex<[Int64: [UInt8]]>([:])

    /// - Parameter lifetime: milliseconds, rounded up to seconds.
    init(audience: String, lifetime: Int64, hsm: any HSM) {
        self.audience = audience
        self.lifetime = (lifetime + 999) / 1000
        self.hsm = hsm
    }

    /// Returns the beacon of a second.
    ///
    /// - Throws: `HSMError` if the day's key is not known yet and cannot be derived.
    func beacon(at now: Int64) async throws(HSMError) -> String {
        Base64URL.encode(Self.bytes(now) + (try await code(of: now)))
    }

    /// Returns true if this provider issued the text within the lifetime before `now`. The clock of another replica may be ahead by the
    /// same time.
    ///
    /// - Throws: `HSMError` if the day's key is not known yet and cannot be derived.
    func isFresh(_ text: String, at now: Int64) async throws(HSMError) -> Bool {
        guard let bytes = try? Base64URL.decode(text), bytes.count == 8 + Self.codeLength else { return false }
        let issuedAt = Int64(truncatingIfNeeded: bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        // Before the key is looked for: a foreign text must not make the HSM work.
        guard (now - lifetime...now + lifetime).contains(issuedAt) else { return false }
        return isEqualInConstantTime(Array(bytes.dropFirst(8)), try await code(of: issuedAt))
    }

    /// Returns the HMAC of a second, computed once.
    private func code(of second: Int64) async throws(HSMError) -> [UInt8] {
        if let code = codes.withLock({ $0[second] }) { return code }
        let code = Array(HMAC<SHA256>.authenticationCode(for: signed(Self.bytes(second)), using: try await key(at: second)))
        codes.withLock { codes in
            if codes.count >= Self.maximumCodes { codes = [:] }
            codes[second] = code
        }
        return code
    }

    private func key(at second: Int64) async throws(HSMError) -> SymmetricKey {
        let day = second / Self.day
        if let key = keys.withLock({ $0[day] }) { return key }
        let key = SymmetricKey(data: try await hsm.authenticationCode(over: Array("beacon key ".utf8) + Self.bytes(day), for: .beacon))
        keys.withLock { keys in
            keys = keys.filter { abs($0.key - day) <= 1 }
            keys[day] = key
        }
        return key
    }

    private func signed(_ seconds: [UInt8]) -> [UInt8] { Array("beacon \(audience) ".utf8) + seconds }

    private static func bytes(_ number: Int64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

extension WalletProvider {
    /// `/beacon`: returns the current beacon.
    ///
    /// - Returns: `{"beacon": "<base64url>"}`.
    /// - Throws: `ProviderProblem.unavailable`.
    package func beacon() async throws(ProviderProblem) -> [UInt8] {
        SingleMemberAnswer(.beacon, try await currentBeacon()).encode()
    }

    func currentBeacon() async throws(ProviderProblem) -> String {
        try await reaching { try await beacons.beacon(at: now.seconds) }
    }
}
