// SPDX-License-Identifier: EUPL-1.2

import CLibPQ

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One connection to the server, for one thread at a time.
///
/// Its functions block their thread, but never longer than the call that they are given: libpq's asynchronous functions are used with `poll`.
/// A statement whose caller was cancelled, or whose time is nearly over, is cancelled at the server, so that its outcome is known; only a
/// server that does not answer to that leaves it open.
@safe final class PostgresConnection {
    let handle: OpaquePointer
    /// The statements prepared here, with the names of their columns.
    var prepared: [String: [String]] = [:]
    /// A request to cancel may still be on its way to the server, so the connection must not be used for another statement.
    private(set) var isSpent = false
    private let warnings = Warnings()

    private final class Warnings {
        var isThere = false
    }

    /// How often a waiting thread looks whether its caller was cancelled.
    private static let slice: Duration = .milliseconds(50)

    /// Connects and makes the session's settings.
    ///
    /// - Throws: `notConnected`.
    init(_ configuration: PostgresConfiguration, call: Call) throws(PostgresFailure) {
        unsafe handle = try Self.start(configuration)
        _ = unsafe PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
        // The texts of warnings may quote values; that there is one is enough.
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
            // Nothing that was to be done has been sent.
            switch error {
            case .refused(let state, _): throw .notConnected(state)
            case .lost(let state): throw .notConnected(state)
            default: throw .notConnected(nil)
            }
        }
    }

    deinit { unsafe PQfinish(handle) }

    /// Whether a statement may be sent, as far as is known here. When nothing is under way, what can be read is a farewell.
    var isUsable: Bool {
        guard !isSpent, unsafe PQstatus(handle) == CONNECTION_OK, unsafe PQtransactionStatus(handle) == PQTRANS_IDLE else { return false }
        var descriptor = pollfd(fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, 0) == 0
    }

    /// Whether the server may have acknowledged what is not safe yet: one that is cancelled while it waits for a synchronous replica only
    /// warns, and then says that all is done.
    var isDoubtful: Bool { isSpent && warnings.isThere }

    // MARK: - Connecting

    private static func start(_ configuration: PostgresConfiguration) throws(PostgresFailure) -> OpaquePointer {
        // What stands before the address, the address may change; what stands behind it, it may not.
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

    /// The code at the end of libpq's text: while connecting there is no other way to it. The text itself is dropped.
    private var stateOfLastError: SQLState? {
        guard let text = unsafe PQerrorMessage(handle) else { return nil }
        return unsafe String(cString: text).split { $0.isWhitespace }.last.flatMap { SQLState($0) }
    }

    /// Why libpq could not connect. Its text is dropped.
    private var obstacle: ConnectionObstacle? {
        guard unsafe PQconnectionNeedsPassword(handle) == 0 else { return .noPassword }
        guard let text = unsafe PQerrorMessage(handle) else { return nil }
        return unsafe ConnectionObstacle(libpqText: String(cString: text))
    }

    // MARK: - Waiting

    /// Waits until the socket can be read or written, but not longer than a slice, nor beyond the next time at which something is to be done.
    private func isReady(for events: Int32, _ call: Call) throws(PostgresFailure) -> Bool {
        var descriptor = pollfd(fd: unsafe PQsocket(handle), events: Int16(events), revents: 0)
        let now = ContinuousClock.now
        let next = isSpent || now >= call.cancellationTime ? call.deadline : call.cancellationTime
        let time = max(.zero, min(Self.slice, now.duration(to: next)))
        let count = unsafe poll(&descriptor, 1, Int32((time / .milliseconds(1)).rounded(.up)))
        guard count >= 0 || errno == EINTR else { throw .lost(nil) }
        return count > 0
    }

    /// Waits until the socket can be read or written; cancels the statement when its caller does not want it any more.
    func wait(for events: Int32, _ call: Call) throws(PostgresFailure) {
        while try !isReady(for: events, call) {
            let now = ContinuousClock.now
            if !isSpent, call.isCancelled || now >= call.cancellationTime { cancel() }
            guard now < call.deadline else { throw .late }
        }
    }

    /// Asks the server, on another connection, to end what it does here. Whether it still can, its answer says.
    private func cancel() {
        isSpent = true
        warnings.isThere = false
        guard let cancellation = unsafe PQgetCancel(handle) else { return }
        var text = [CChar](repeating: 0, count: 256)
        _ = unsafe PQcancel(cancellation, &text, Int32(text.count))
        unsafe PQfreeCancel(cancellation)
    }
}

/// Does something with a list of C strings that ends with nil.
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
