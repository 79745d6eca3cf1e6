// SPDX-License-Identifier: EUPL-1.2

/// The credentials with which the holder answers a query.
public struct DCQLChoice: Sendable, Hashable {
    /// The references of the credentials by credential query. Queries that are left out are not answered.
    public let references: [String: [String]]

    /// A choice of credentials by query.
    public init(_ references: [String: [String]]) { self.references = references }
}
