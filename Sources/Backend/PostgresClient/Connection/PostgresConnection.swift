// SPDX-License-Identifier: EUPL-1.2

import CLibPQ

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A connection to the server, used by one thread at a time.
///
/// Its functions block the thread, at most until the call's deadline: they use libpq's asynchronous functions with `poll`. A statement is
/// cancelled at the server if its caller was cancelled or its time is nearly over, so that its outcome is known. The outcome stays unknown
/// only if the server does not react.
@safe final class PostgresConnection {
    let handle: OpaquePointer
    /// The prepared statements of this connection, with the names of their result columns.
    var prepared: [String: [String]] = [:]
    /// True if a cancel request may still be on its way to the server. The connection must then not be used for another statement.
    private(set) var isSpent = false
    /// The part of the database that the program uses.
    let schema: PostgresSchema
    private let warnings = Warnings()

    private final class Warnings {
        var isThere = false
    }

    /// The interval at which a waiting thread checks for cancellation.
    private static let slice: Duration = .milliseconds(50)

    /// Connects and applies the session's settings.
    ///
    /// - Throws: `notConnected`.
    init(_ configuration: PostgresConfiguration, call: Call) throws(PostgresFailure) {
        schema = configuration.schema
        unsafe handle = try Self.start(configuration)
        _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
        // The texts of warnings may quote values; only the fact of a warning is kept.
        let receiver: PQnoticeReceiver = { warnings, _ in
            guard let warnings = unsafe warnings else { return }
            unsafe Unmanaged<Warnings>.fromOpaque(warnings).takeUnretainedValue().isThere = true
        }
        unsafe PQsetNoticeReceiver(handle, receiver, Unmanaged.passUnretained(warnings).toOpaque())
        try open(call)
        guard unsafe PQsetnonblocking(handle, 1) == 0 else { throw .notConnected(nil) }
        do {
            try run(script: SessionSettings.sql(for: configuration), call: call)
        } catch {
            // No statement has been sent yet.
            switch error {
            case .refused(let state, _): throw .notConnected(state)
            case .lost(let state): throw .notConnected(state)
            default: throw .notConnected(nil)
            }
        }
    }

    deinit { unsafe PQfinish(handle) }

    /// True if the client knows of no reason why a statement could not be sent. Readable data on an idle connection means that the server
    /// is closing it.
    var isUsable: Bool {
        guard !isSpent, unsafe PQstatus(handle) == CONNECTION_OK, unsafe PQtransactionStatus(handle) == PQTRANS_IDLE else { return false }
        var descriptor = pollfd(fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, 0) == 0
    }

    /// True if the server may have acknowledged a commit that is not durable yet. A server that is cancelled while it waits for a
    /// synchronous replica only issues a warning and then reports success.
    var isDoubtful: Bool { isSpent && warnings.isThere }

    // MARK: - Connecting

    private static func start(_ configuration: PostgresConfiguration) throws(PostgresFailure) -> OpaquePointer {
        // The address can override the parameters that precede it in the list, but not the parameters that follow it.
        let milliseconds = Int(configuration.callTimeLimit / .milliseconds(1))
        let parameters: KeyValuePairs = [
            "target_session_attrs": "read-write", "gssencmode": "disable", "keepalives": "1", "keepalives_idle": "10",
            "keepalives_interval": "5", "keepalives_count": "3", "tcp_user_timeout": "\(milliseconds)",
            "dbname": configuration.address.text,
            "application_name": configuration.applicationName, "client_encoding": "UTF8",
        ]
        let handle = unsafe withCStrings(parameters.map(\.key)) { keywords in
            unsafe withCStrings(parameters.map(\.value)) { values in unsafe PQconnectStartParams(keywords, values, 1) }
        }
        guard let handle = unsafe handle else { throw .notConnected(nil) }
        return unsafe handle
    }

    private func open(_ call: Call) throws(PostgresFailure) {
        var step = unsafe PQstatus(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while step != PGRES_POLLING_OK {
            guard step != PGRES_POLLING_FAILED else { throw .notConnected(stateOfLastError, obstacle: obstacle) }
            let events = step == PGRES_POLLING_READING ? POLLIN : POLLOUT
            while try !isReady(for: Int32(events), call) {
                guard !call.isCancelled else { throw .notConnected(nil) }
                guard ContinuousClock.now < call.deadline else { throw .notConnected(nil, obstacle: .timeout) }
            }
            step = unsafe PQconnectPoll(handle)
        }
    }

    /// The SQLSTATE at the end of libpq's text. While connecting there is no other source. The text itself is dropped.
    private var stateOfLastError: SQLState? {
        guard let text = unsafe PQerrorMessage(handle) else { return nil }
        return unsafe String(cString: text).split { $0.isWhitespace }.last.flatMap { SQLState($0) }
    }

    /// The reason why libpq could not connect. Its text is dropped.
    private var obstacle: ConnectionObstacle? {
        guard unsafe PQconnectionNeedsPassword(handle) == 0 else { return .noPassword }
        guard let text = unsafe PQerrorMessage(handle) else { return nil }
        return unsafe ConnectionObstacle(libpqText: String(cString: text))
    }

    // MARK: - Waiting

    /// Waits until the socket is ready, at most for one interval and at most until the next cancellation time or deadline.
    private func isReady(for events: Int32, _ call: Call) throws(PostgresFailure) -> Bool {
        var descriptor = pollfd(fd: unsafe PQsocket(handle), events: Int16(events), revents: 0)
        let now = ContinuousClock.now
        let next = isSpent || now >= call.cancellationTime ? call.deadline : call.cancellationTime
        let time = max(.zero, min(Self.slice, now.duration(to: next)))
        let count = unsafe poll(&descriptor, 1, Int32((time / .milliseconds(1)).rounded(.up)))
        guard count >= 0 || errno == EINTR else { throw .lost(nil) }
        return count > 0
    }

    /// Waits until the socket is ready. Cancels the statement if its caller was cancelled or its time is nearly over.
    func wait(for events: Int32, _ call: Call) throws(PostgresFailure) {
        while try !isReady(for: events, call) {
            let now = ContinuousClock.now
            if !isSpent, call.isCancelled || now >= call.cancellationTime { cancel() }
            guard now < call.deadline else { throw .late }
        }
    }

    /// Asks the server over a second connection to cancel the current statement. The statement's answer shows whether that succeeded.
    private func cancel() {
        isSpent = true
        warnings.isThere = false
        guard let cancellation = unsafe PQgetCancel(handle) else { return }
        var text = [CChar](repeating: 0, count: 256)
        _ = unsafe PQcancel(cancellation, &text, Int32(text.count))
        unsafe PQfreeCancel(cancellation)
    }
}

/// Calls a function with a nil-terminated array of C strings.
func withCStrings<Value>(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value) -> Value {
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for text in texts {
        offsets.append(bytes.count)
        bytes += text.utf8CString
    }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
        let pointers = unsafe offsets.map { offset in unsafe buffer.baseAddress.map { unsafe $0 + offset } } + [nil]
        return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
}
