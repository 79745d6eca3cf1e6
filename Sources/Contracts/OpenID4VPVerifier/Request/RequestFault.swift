// SPDX-License-Identifier: EUPL-1.2

public import OpenID4VP

/// A reason why a wallet would refuse a request, or warn its user about it, with the member at fault.
///
/// Contains only indexes and names of the standard, so it may be logged and sent to the party that asks.
public struct RequestFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The broken rule.
    public let reason: Reason
    /// The member at fault, such as `response_mode`, `credentials[0].claims[1].path` or `verifier_info`; `request` if it is none.
    public let member: String

    /// A fault of a member.
    ///
    /// - Parameter member: indexes and names of the standard; never a part of the input.
    public init(_ reason: Reason, member: String) {
        self.reason = reason
        self.member = member
    }

    /// The fault with which a wallet refuses a request.
    init(_ refusal: RequestRefusal) { self.init(.refused(refusal.reason), member: refusal.member ?? "request") }

    /// Reason and member, fit for a log.
    public var description: String { "\(reason.rawValue) \(member)" }

    /// The rules of wallets, and those that only a verifier can break.
    @nonexhaustive public enum Reason: Sendable, Hashable, CaseIterable {
        /// A rule of wallets.
        case refused(RequestRefusal.Reason)
        /// `response_mode` is `direct_post`: the answer would not be encrypted.
        case notEncrypted
        /// `client_metadata` has no key. Parties leave it out, because the verifier writes it.
        case noClientMetadata
        /// A member that is not read: of the request, or of the query, where wallets would ignore it.
        case unknownMember
        /// The registration does not cover a claim, or a type, that the query asks for.
        case overAsking
        /// The registration certificate is another party's.
        case registrationOfOther
        /// The registration certificate cannot be read, is not signed by the certificate in it, or is not valid now.
        case registrationUnusable

        /// Every reason.
        public static var allCases: [Reason] {
            let refusals = RequestRefusal.Reason.allCases.map { reason in Reason.refused(reason) }
            return refusals + [.notEncrypted, .noClientMetadata, .unknownMember, .overAsking, .registrationOfOther, .registrationUnusable]
        }

        /// The code for logs and programs; of a wallet's rule the wallet's own. Codes never change.
        public var rawValue: String {
            switch self {
            case .refused(let reason): reason.rawValue
            case .notEncrypted: "not_encrypted"
            case .noClientMetadata: "no_client_metadata"
            case .unknownMember: "unknown_member"
            case .overAsking: "over_asking"
            case .registrationOfOther: "registration_of_other"
            case .registrationUnusable: "registration_unusable"
            }
        }
    }
}

/// All faults of a request; at least one.
public struct RequestFaults: Error, Hashable, Sendable {
    /// The faults, in the order in which they are checked.
    public let all: [RequestFault]

    /// The faults of a request; at least one.
    public init(_ all: [RequestFault]) { self.all = all }
}
