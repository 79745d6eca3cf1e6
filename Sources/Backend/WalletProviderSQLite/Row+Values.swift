// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import WalletProvider

/// Typed access to columns. A value of the wrong type throws an error; GRDB's own subscripts would trap.
extension Row {
    static let damaged = AccountStoreError(.damaged, "a stored value has another type than it was written with")

    func optional<Value: DatabaseValueConvertible>(_ type: Value.Type, _ column: String) throws -> Value? {
        guard let stored = self[column] as DatabaseValue? else { return nil }
        return try Self.optional(type, in: stored)
    }

    /// Returns the value in a column; nil for NULL.
    static func optional<Value: DatabaseValueConvertible>(_ type: Value.Type, in stored: DatabaseValue) throws -> Value? {
        guard !stored.isNull else { return nil }
        guard let value = Value.fromDatabaseValue(stored) else { throw damaged }
        return value
    }

    static func optionalBytes(in stored: DatabaseValue) throws -> [UInt8]? { try optional(Data.self, in: stored).map(Array.init) }

    func value<Value: DatabaseValueConvertible>(_ type: Value.Type, _ column: String) throws -> Value {
        guard let value = try optional(type, column) else { throw Self.damaged }
        return value
    }

    func bytes(_ column: String) throws -> [UInt8] {
        Array(try value(Data.self, column))
    }

    func optionalBytes(_ column: String) throws -> [UInt8]? {
        try optional(Data.self, column).map(Array.init)
    }
}

extension [UInt8] {
    /// The bytes as a BLOB value.
    var blob: Data { Data(self) }
}
