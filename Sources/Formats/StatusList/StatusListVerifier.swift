// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import JOSE
package import SDJWT

/// Finds out what a status list says about a token (draft-ietf-oauth-status-list §8.3, steps 3 to 7). The token itself must have been
/// verified before: what a list calls valid may have expired.
package struct StatusListVerifier: Sendable {
    /// Whose lists are accepted.
    package let trust: IssuerTrust
    /// The seconds by which clocks may differ, at least 0.
    package let leeway: Int64
    /// The most bytes that a list may have, without compression; what is longer in its compressed form is refused too.
    package let maximumBytes: Int

    /// A verifier; 60 seconds and 4 MiB unless told.
    package init(trust: IssuerTrust, leeway: Int64 = 60, maximumBytes: Int = StatusList.defaultMaximumBytes) {
        self.trust = trust
        self.leeway = max(0, leeway)
        self.maximumBytes = maximumBytes
    }

    /// The list that a token holds, once it is known to be the one that was referred to.
    ///
    /// - Parameters:
    ///   - text: the token in compact form, as received.
    ///   - uri: the address that the referenced token names; `sub` must be exactly that.
    ///   - time: now.
    /// - Throws: ``StatusListRejection``; nothing is decompressed before signature, subject and times are known to be good.
    package func verify(_ text: String, from uri: String, at time: Date) async throws(StatusListRejection) -> StatusListToken {
        // Base64 twice, once of the stream and once of the payload, and something for header and signature.
        let maximumText = maximumBytes * 2 + 64 * 1024
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
            list: try StatusList(list, maximumBytes: maximumBytes))
    }

    private func times(_ claims: JSONObject) throws(StatusListRejection) -> (String, Int64, Int64?) {
        do throws(JSONError) {
            var reader = JSONReader(claims)
            return (try reader.string("sub"), try reader.integer("iat"), try reader.optionalInteger("exp"))
        } catch {
            throw StatusListRejection(.malformed)
        }
    }

    private func timeToLive(_ claims: JSONObject) throws(StatusListRejection) -> Int64? {
        switch claims["ttl"] {
        case nil: nil
        case .integer(let seconds)? where (1...0x1F_FFFF_FFFF_FFFF).contains(seconds): seconds
        default: throw StatusListRejection(.timeToLive)
        }
    }
}

extension StatusListToken {
    /// Until when this list may be used before a newer one must be asked for, in seconds since 1970: the sooner of `exp` and of `ttl` after
    /// it was fetched.
    ///
    /// - Parameters:
    ///   - fetchedAt: seconds since 1970.
    ///   - maximum: the longest that any list is kept, in seconds, whatever it says; also for one that says nothing.
    package func freshUntil(fetchedAt: Int64, maximum: Int64) -> Int64 {
        let kept = fetchedAt.addingReportingOverflow(min(timeToLive ?? maximum, maximum))
        return min(kept.overflow ? .max : kept.partialValue, expiresAt ?? .max)
    }
}
