// SPDX-License-Identifier: EUPL-1.2

public import Foundation
import JOSE
import JSON
public import SDJWT

/// A verifier of status lists (draft-ietf-oauth-status-list §8.3, steps 3 to 7). Verify the token itself first: a token that is valid in
/// the list may have expired.
public struct StatusListVerifier: Sendable {
    /// The accepted issuers of lists.
    public let trust: IssuerTrust
    /// Allowed clock difference in seconds, at least 0.
    public let leeway: Int64
    /// Maximum size of an uncompressed list in bytes, 0...``StatusListEntries/greatestMaximumBytes``; a larger compressed list is refused
    /// too.
    public let maximumBytes: Int

    /// The allowance for all parts of a token except its list, in bytes: header, signature and the other claims. A token longer than twice
    /// ``maximumBytes`` (base64url lengthens the list) plus this allowance is refused.
    public static let maximumBytesBesideList = 64 * 1024

    /// A verifier; the defaults are 60 seconds and 4 MiB.
    public init(trust: IssuerTrust, leeway: Int64 = 60, maximumBytes: Int = StatusListEntries.defaultMaximumBytes) {
        self.trust = trust
        self.leeway = max(0, leeway)
        self.maximumBytes = StatusListEntries.bounded(maximumBytes)
    }

    /// Verifies a status list token and decodes its list.
    ///
    /// - Parameters:
    ///   - text: the token in compact form, as received.
    ///   - uri: the URL in the referenced token; must equal `sub`.
    ///   - time: the current time.
    /// - Throws: ``StatusListRejection``. Nothing is decompressed before signature, subject and times are verified.
    public func verify(_ text: String, from uri: String, at time: Date) async throws(StatusListRejection) -> StatusListToken {
        // The stream is base64url-encoded twice: in `lst` and as the payload.
        let maximumText = maximumBytes * 2 + Self.maximumBytesBesideList
        guard text.utf8.count <= maximumText else { throw StatusListRejection(.tooLarge) }
        guard let jws = try? CompactJWS(parsing: text, maximumBytes: maximumText) else { throw StatusListRejection(.malformed) }
        do throws(SDJWTRejection) {
            _ = try await trust.signer(of: jws, type: StatusListToken.type, at: time)
        } catch {
            throw StatusListRejection(.signature)
        }
        guard let claims = try? JSONObject(parsing: jws.payload, limits: JSONLimits(maximumBytes: maximumText)) else {
            throw StatusListRejection(.malformed)
        }
        let (subject, issuedAt, expiresAt) = try times(claims)
        guard subject.utf8.elementsEqual(uri.utf8) else { throw StatusListRejection(.subject) }
        let now = time.timeIntervalSince1970
        guard Double(issuedAt) <= now + Double(leeway) else { throw StatusListRejection(.issuedInFuture) }
        if let expiresAt, now >= Double(expiresAt) + Double(leeway) { throw StatusListRejection(.expired) }
        let timeToLive = try timeToLive(claims)
        guard case .object(let list)? = claims["status_list"] else { throw StatusListRejection(.malformed) }
        return StatusListToken(
            subject: subject, issuedAt: issuedAt, expiresAt: expiresAt, timeToLive: timeToLive,
            list: try StatusListEntries(list, maximumBytes: maximumBytes))
    }

    private func times(_ claims: JSONObject) throws(StatusListRejection) -> (String, Int64, Int64?) {
        do throws(JSONError) {
            var reader = JSONReader(claims)
            return (try reader.string("sub"), try reader.time("iat"), try reader.optionalTime("exp"))
        } catch {
            throw StatusListRejection(.malformed)
        }
    }

    private func timeToLive(_ claims: JSONObject) throws(StatusListRejection) -> Int64? {
        guard let value = claims["ttl"] else { return nil }
        // Any positive number is allowed (§5.1), so a fraction of a second counts as one second.
        guard let duration = NumericDate(value), value != .integer(0), value != .decimal(0) else { throw StatusListRejection(.timeToLive) }
        return max(1, duration.seconds)
    }
}

extension StatusListToken {
    /// The time until which this list may be used, in seconds since 1970: the earlier of `exp` and `ttl` after fetching.
    ///
    /// - Parameters:
    ///   - fetchedAt: seconds since 1970.
    ///   - maximum: upper bound on caching in seconds; also applies to a list without `ttl`.
    public func freshUntil(fetchedAt: Int64, maximum: Int64) -> Int64 {
        let kept = fetchedAt.addingReportingOverflow(min(timeToLive ?? maximum, maximum))
        return min(kept.overflow ? .max : kept.partialValue, expiresAt ?? .max)
    }
}
