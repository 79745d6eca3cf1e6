// SPDX-License-Identifier: EUPL-1.2

import CLibPQ

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension PostgresConnection {
    /// Executes a statement as its own transaction, preparing it first if needed.
    ///
    /// - Throws: `refused` (nothing was changed); `lost`, `late`, `unfit`, `unreadable`.
    func execute(_ statement: PostgresStatement, _ values: [PostgresValue], call: Call) throws(PostgresFailure) -> [PostgresRow] {
        guard statement.accepts(values) else { throw .unfit }
        if prepared[statement.name] == nil { try prepare(statement, call: call) }
        try send(statement, values)
        return try unsafe receive(call) { result throws(PostgresFailure) in
            try unsafe rows(of: result, statement)
        } ?? []
    }

    /// Runs constant SQL without parameters. Several statements form one transaction unless the text contains transaction commands. Results
    /// are dropped.
    func run(script: String, call: Call) throws(PostgresFailure) {
        guard unsafe PQsendQuery(handle, script) == 1 else { throw .lost(nil) }
        _ = try unsafe receive(call) { _ throws(PostgresFailure) in () }
    }

    private func prepare(_ statement: PostgresStatement, call: Call) throws(PostgresFailure) {
        let types = statement.parameters.map(\.rawValue)
        guard unsafe PQsendPrepare(handle, statement.name, statement.sql, Int32(types.count), types) == 1 else { throw .notConnected(nil) }
        do {
            _ = try unsafe receive(call) { _ throws(PostgresFailure) in () }
        } catch {
            // Preparing changes nothing, so the outcome is known.
            switch error {
            case .lost(let state): throw .notConnected(state)
            case .late: throw .notConnected(nil, obstacle: .timeout)
            default: throw error
            }
        }
        prepared[statement.name] = []
    }

    private func send(_ statement: PostgresStatement, _ values: [PostgresValue]) throws(PostgresFailure) {
        var bytes: [UInt8] = []
        // Enough for an unlock's statement.
        bytes.reserveCapacity(1024)
        var ranges: [Range<Int>?] = []
        ranges.reserveCapacity(values.count)
        for value in values {
            let start = bytes.count
            value.encode(into: &bytes)
            ranges.append(value == .null ? nil : start..<bytes.count)
        }
        // An empty value still needs an address.
        bytes.append(0)
        let lengths = ranges.map { Int32(clamping: $0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        let isSent = unsafe bytes.withUnsafeBytes { buffer in
            let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let addresses: [UnsafePointer<CChar>?] = unsafe ranges.map { range in
                guard let range, let start = unsafe start else { return nil }
                return unsafe start + range.lowerBound
            }
            return unsafe PQsendQueryPrepared(handle, statement.name, Int32(values.count), addresses, lengths, formats, 1) == 1
        }
        guard isSent else { throw .lost(nil) }
    }

    // MARK: - Answers

    /// Receives a complete answer. Success is certain only at its end, because the commit comes last.
    private func receive<Value>(
        _ call: Call, _ read: (OpaquePointer) throws(PostgresFailure) -> Value
    ) throws(PostgresFailure) -> Value? {
        var value: Value?
        var refusal: SQLState?
        var object: String?
        var isRefused = false
        var unreadable: PostgresFailure?
        try flush(call)
        while let result = try unsafe nextResult(call, after: refusal) {
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
                do {
                    value = try unsafe read(result)
                } catch {
                    unreadable = error
                }
            default:
                isRefused = true
                let field = unsafe PQresultErrorField(result, Self.stateField)
                refusal = unsafe refusal ?? field.flatMap { unsafe SQLState(String(cString: $0)) }
                guard refusal?.isMissingPrivilege == true, let text = unsafe PQresultErrorField(result, Self.textField) else { continue }
                object = unsafe schema.object(in: String(cString: text))
            }
        }
        guard unsafe PQstatus(handle) == CONNECTION_OK else { throw .lost(refusal) }
        guard !isRefused else {
            guard let refusal else { throw .lost(nil) }
            throw .refused(refusal, object: object)
        }
        guard !isDoubtful else { throw .late }
        if let unreadable { throw unreadable }
        return value
    }

    /// `PG_DIAG_SQLSTATE`, a character in C.
    private static let stateField = Int32(UInt8(ascii: "C"))
    /// `PG_DIAG_MESSAGE_PRIMARY`. The text may quote values, so it is only searched for names of this program's tables.
    private static let textField = Int32(UInt8(ascii: "M"))

    /// Sends pending output. The server may require input to be read first.
    private func flush(_ call: Call) throws(PostgresFailure) {
        while true {
            switch unsafe PQflush(handle) {
            case 0: return
            case 1:
                try wait(for: Int32(POLLIN) | Int32(POLLOUT), call)
                guard unsafe PQconsumeInput(handle) == 1 else { throw .lost(nil) }
            default: throw .lost(nil)
            }
        }
    }

    /// Returns the next part of the answer; nil at its end.
    private func nextResult(_ call: Call, after state: SQLState?) throws(PostgresFailure) -> OpaquePointer? {
        while unsafe PQisBusy(handle) == 1 {
            try wait(for: Int32(POLLIN), call)
            guard unsafe PQconsumeInput(handle) == 1 else { throw .lost(state) }
        }
        return unsafe PQgetResult(handle)
    }

    private func rows(of result: OpaquePointer, _ statement: PostgresStatement) throws(PostgresFailure) -> [PostgresRow] {
        let count = unsafe PQnfields(result)
        guard count > 0 else { return [] }
        var columns = prepared[statement.name] ?? []
        if columns.count != Int(count) {
            columns = (0..<count).map { column in unsafe PQfname(result, column).map { unsafe String(cString: $0) } ?? "" }
            prepared[statement.name] = columns
        }
        var rows: [PostgresRow] = []
        for row in 0..<(unsafe PQntuples(result)) {
            var values: [PostgresValue] = []
            values.reserveCapacity(Int(count))
            for column in 0..<count {
                values.append(try unsafe value(of: result, row, column))
            }
            rows.append(PostgresRow(columns: columns, values: values))
        }
        return rows
    }

    private func value(of result: OpaquePointer, _ row: Int32, _ column: Int32) throws(PostgresFailure) -> PostgresValue {
        guard unsafe PQgetisnull(result, row, column) == 0 else { return .null }
        let bytes = unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        guard let value = unsafe PostgresValue(decoding: Array(bytes), type: PQftype(result, column)) else { throw .unreadable }
        return value
    }
}
