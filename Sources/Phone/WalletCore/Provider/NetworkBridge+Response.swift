// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

extension NetworkBridge {
    /// Sends a request, and refuses a response that breaks the bridge's promises: a body above the request's limit (NET-07), a status that
    /// HTTP does not have, or a header field with a control character. The core reads no such response.
    ///
    /// - Throws: `NetworkError`; `lost` for a refused response, because the server has the request.
    func response(to request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        let response = try await send(request)
        guard response.body.count <= request.maximumResponseSize, (100...599).contains(response.status),
            response.headers.allSatisfy(\.isOneLine)
        else { throw .lost }
        return response
    }
}

extension NetworkHeaderField {
    /// True if neither name nor value has a control character, such as the end of a line (RFC 9110 §5.5).
    fileprivate var isOneLine: Bool {
        [name, value].allSatisfy { $0.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) } }
    }
}
