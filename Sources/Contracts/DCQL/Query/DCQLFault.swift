// SPDX-License-Identifier: EUPL-1.2

/// A broken rule of a query and the member that breaks it. Contains no part of the query, so it may be logged.
public struct DCQLFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The broken rule.
    public let reason: Reason
    /// The member at fault, such as `credentials[2].claims[0].path`; only indexes and names of the standard. `dcql_query` for the query
    /// itself.
    public let member: String

    /// The kinds of broken rules.
    @nonexhaustive public enum Reason: String, Sendable, CaseIterable {
        /// A wrong type, an empty array or text, or an id with other characters than letters, digits, `_` and `-`.
        case malformed
        /// More than ``DCQLLimits`` allow.
        case tooLarge = "too_large"
        /// A required member is absent; the id of a claim beside `claim_sets` too.
        case missing
        /// Two credential queries, or two claims of a credential query, have the same id.
        case duplicateID = "duplicate_id"
        /// An option or a claim set names an id that does not exist.
        case unknownID = "unknown_id"
        /// `claim_sets` without `claims`.
        case claimSetsWithoutClaims = "claim_sets_without_claims"
        /// Not a claims path pointer (OpenID4VP 1.0 §7), or for an mdoc not exactly two names.
        case path
        /// `values` is not an array of at least one text, integer or boolean.
        case values
    }

    /// A fault of a member.
    ///
    /// - Parameter member: indexes and names of the standard; never a part of the query.
    public init(reason: Reason, member: String) {
        self.reason = reason
        self.member = member
    }

    init(_ reason: Reason, _ place: QueryPlace) { self.init(reason: reason, member: place.text) }

    /// Reason and member, in a sentence for the log.
    public var description: String { "unusable query: \(reason.rawValue) at \(member)" }
}

/// The place of a value in a query. It can only be built of names in our source and indexes.
struct QueryPlace {
    private let path: String

    private init(path: String) { self.path = path }

    /// The query itself.
    static let query = QueryPlace(path: "")

    var text: String { path.isEmpty ? "dcql_query" : path }

    func member(_ name: StaticString) -> QueryPlace { QueryPlace(path: path.isEmpty ? name.description : "\(path).\(name)") }

    func element(_ index: Int) -> QueryPlace { QueryPlace(path: "\(path)[\(index)]") }
}
