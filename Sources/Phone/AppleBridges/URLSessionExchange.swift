// SPDX-License-Identifier: EUPL-1.2

#if canImport(Security)

import Foundation
import Security
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One exchange: judges the server's certificate by the given roots, follows no redirect, and stops at the longest accepted body.
final class URLSessionExchange: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var body: [UInt8] = []
        var wasRefused = false
        var continuation: CheckedContinuation<(HTTPURLResponse, [UInt8]), any Error>?
    }

    private let roots: [[UInt8]]
    private let maximumSize: Int
    private let state = Mutex(State())

    init(roots: [[UInt8]], maximumSize: Int) {
        self.roots = roots
        self.maximumSize = maximumSize
    }

    /// True if the server's certificate did not chain to the roots; then nothing was sent.
    var wasRefused: Bool { state.withLock { $0.wasRefused } }

    /// Runs a task of a session with this delegate; cancels it with the caller.
    ///
    /// - Throws: the error of the session; `URLError.dataLengthExceedsMaximum` above the longest accepted body.
    func run(_ task: URLSessionDataTask) async throws -> (HTTPURLResponse, [UInt8]) {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.continuation = continuation }
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Without trust the server asks for something else, such as a password.
        guard let trust = challenge.protectionSpace.serverTrust, isTrusted(trust) else {
            state.withLock { $0.wasRefused = true }
            return completionHandler(.cancelAuthenticationChallenge, nil)
        }
        completionHandler(.useCredential, URLCredential(trust: trust))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = state.withLock { state in
            state.body += data
            return state.body.count > maximumSize
        }
        guard isTooLong else { return }
        finish(throwing: URLError(.dataLengthExceedsMaximum))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard error == nil, let response = task.response as? HTTPURLResponse else {
            return finish(throwing: error ?? URLError(.badServerResponse))
        }
        let (continuation, body) = state.withLock { ($0.continuation.take(), $0.body) }
        continuation?.resume(returning: (response, body))
    }

    /// Ends the exchange; only its first end counts.
    private func finish(throwing error: any Error) {
        state.withLock { $0.continuation.take() }?.resume(throwing: error)
    }

    /// Returns true if the server's certificate is valid for the host and chains to the roots. The system's own roots never count.
    private func isTrusted(_ trust: SecTrust) -> Bool {
        let anchors = roots.compactMap { SecCertificateCreateWithData(nil, Data($0) as CFData) }
        guard !anchors.isEmpty, anchors.count == roots.count,
            SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess,
            SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
        else { return false }
        return SecTrustEvaluateWithError(trust, nil)
    }
}

#endif
