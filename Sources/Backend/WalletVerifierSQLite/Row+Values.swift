// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import WalletVerifier

/// Typed access to columns. A value of the wrong type throws an error; GRDB's own subscripts would trap.
extension Row {
    static let damaged = SessionStoreError(.damaged, "a stored value has another type than it was written with")

    func value<Value: DatabaseValueConvertible>(_ type: Value.Type, _ column: String) throws -> Value {
        guard let stored = self[column] as DatabaseValue?, let value = Value.fromDatabaseValue(stored) else { throw Self.damaged }
        return value
    }

    func bytes(_ column: String) throws -> [UInt8] { Array(try value(Data.self, column)) }
}
