// SPDX-License-Identifier: EUPL-1.2

public import DCQL
public import JSON
public import OAuthMessages
import OpenID4VP

/// The body with which a party asks a verifier's server for a session: what to ask, and how the user comes back.
///
/// The server writes the rest of the request, so members that would weaken the request, or that wallets refuse, are named as faults.
public struct RequestBody: Sendable, Hashable {
    /// `dcql_query`.
    public let query: DCQLQuery
    /// `return_url`: the page that opens after an answer on the same device; nil without one.
    public let returnURL: HTTPSURL?
    /// `use`: the party's name for its kind of request, 1 to 64 ASCII letters, digits, `-` and `_`; nil without one.
    public let use: String?
    /// `evidence`: true if the party wants the signed presentation with the result.
    public let evidence: Bool

    /// A body with these parts.
    public init(query: DCQLQuery, returnURL: HTTPSURL?, use: String?, evidence: Bool) {
        self.query = query
        self.returnURL = returnURL
        self.use = use
        self.evidence = evidence
    }

    /// Reads a body.
    ///
    /// `response_type` and `response_mode` may be present with the only values that are sent, `vp_token` and `direct_post.jwt`.
    ///
    /// - Throws: ``RequestFaults`` with every fault that is found.
    public static func read(_ json: JSONObject) throws(RequestFaults) -> RequestBody {
        var faults = RequestParameters.faults(of: json)
        var query: DCQLQuery?
        if let value = json["dcql_query"] {
            do throws(DCQLFault) {
                let read = try DCQLQuery(value)
                faults += ignored(value, kept: .object(read.json), at: "").map { RequestFault(.unknownMember, member: $0) }
                query = read
            } catch {
                faults.append(RequestFault(.refused(error.reason == .tooLarge ? .queryTooLarge : .queryMalformed), member: error.member))
            }
        }
        var returnURL: HTTPSURL?
        if let value = json["return_url"] {
            if case .string(let text) = value { returnURL = HTTPSURL(text) }
            if returnURL == nil { faults.append(malformed("return_url")) }
        }
        var use: String?
        if let value = json["use"] {
            if case .string(let text) = value, text.isName { use = text } else { faults.append(malformed("use")) }
        }
        var evidence = false
        if let value = json["evidence"] {
            if case .bool(let isWanted) = value { evidence = isWanted } else { faults.append(malformed("evidence")) }
        }
        guard faults.isEmpty, let query else { throw RequestFaults(faults) }
        return RequestBody(query: query, returnURL: returnURL, use: use, evidence: evidence)
    }

    private static func malformed(_ member: String) -> RequestFault { RequestFault(.refused(.requestMalformed), member: member) }

    /// The places of objects in a query with members that are not read; wallets would ignore them, such as `claim` for `claims`.
    private static func ignored(_ value: JSONValue, kept: JSONValue, at place: String) -> [String] {
        guard value != kept else { return [] }
        switch (value, kept) {
        case (.object(let all), .object(let known)):
            var places = all.count == known.count ? [] : [place.isEmpty ? "dcql_query" : place]
            for (name, inner) in known.members {
                if let original = all[name] { places += ignored(original, kept: inner, at: place.isEmpty ? name : "\(place).\(name)") }
            }
            return places
        case (.array(let all), .array(let known)):
            return zip(all, known).enumerated().flatMap { index, pair in ignored(pair.0, kept: pair.1, at: "\(place)[\(index)]") }
        default: return []
        }
    }
}

extension String {
    /// True for 1 to 64 ASCII letters, digits, `-` and `_`.
    fileprivate var isName: Bool {
        (1...64).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }
}
