// SPDX-License-Identifier: EUPL-1.2

/// The reason why a call of the host gave no value.
package enum CallFailure: Error, Equatable {
    /// The host replied with the name of an error.
    case refused(String)
    /// The wallet was closed before the host replied.
    case closed
    /// The calling task was cancelled before the host replied.
    case cancelled

    /// The bridge error that the host named, or `other` if the host named none.
    func named<Named: RawRepresentable<String>>(or other: Named) -> Named {
        if case .refused(let name) = self { Named(rawValue: name) ?? other } else { other }
    }
}

/// A reply: `{"ok": VALUE}` or `{"error": NAME}`.
struct Reply<Value: Decodable & Sendable>: Decodable {
    let result: Result<Value, CallFailure>

    private enum Key: String, CodingKey {
        case ok, error
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        result =
            if container.contains(.error) {
                .failure(.refused(try container.decode(String.self, forKey: .error)))
            } else {
                .success(try container.decode(Value.self, forKey: .ok))
            }
    }
}
