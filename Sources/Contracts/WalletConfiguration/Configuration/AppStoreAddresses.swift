// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The app's pages in the stores: `{"ios": "https://…", "android": "https://…"}`; both are optional.
public struct AppStoreAddresses: Sendable, Hashable, Codable {
    /// Apple's App Store.
    public let ios: WebAddress?
    /// Google Play.
    public let android: WebAddress?

    /// Creates the addresses of the pages; nil for a store without the app.
    public init(ios: WebAddress? = nil, android: WebAddress? = nil) {
        self.ios = ios
        self.android = android
    }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        let ios = reader.optional("ios", Reading.pageAddress)
        let android = reader.optional("android", Reading.pageAddress)
        self = try reader.finish(AppStoreAddresses(ios: ios, android: android))
    }

    var json: JSONValue {
        var object = JSONObject()
        if let ios { object.append("ios", .string(ios.text)) }
        if let android { object.append("android", .string(android.text)) }
        return .object(object)
    }
}
