// SPDX-License-Identifier: EUPL-1.2

package import JSON

extension DemoSite {
    /// The claims that the site asks for, as paths in an SD-JWT of a PID.
    package var asked: [[String]] {
        switch self {
        case .shop: [Self.adult]
        case .town: Self.person + Self.home
        case .portal: [["personal_administrative_number"]]
        case .raffle:
            Self.person + Self.home + [["birthdate"], ["place_of_birth"], ["sex"], ["picture"], ["personal_administrative_number"]]
        }
    }

    /// The claims that the organisation has registered: what it asks for, but for the raffle.
    package var registered: [[String]] { self == .raffle ? Self.person : asked }

    /// The query for a session (OpenID4VP 1.0 §6).
    ///
    /// - Parameter type: the `vct` of PIDs.
    package func query(_ type: String) -> JSONObject {
        let claims = asked.map { path -> JSONValue in ["path": .array(path.map { .string($0) })] }
        return [
            "credentials": [
                [
                    "id": "pid", "format": "dc+sd-jwt", "meta": ["vct_values": [.string(type)]], "claims": .array(claims),
                ]
            ]
        ]
    }

    /// True for a person who is 18 or older.
    static let adult = ["age_equal_or_over", "18"]
    private static let person = [["given_name"], ["family_name"]]
    private static let home = ["street_address", "house_number", "postal_code", "locality"].map { ["address", $0] }
}
