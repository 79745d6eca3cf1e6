// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import JSON

/// The editable text format of documents.
package enum ContentsText {
    /// Returns the object as indented JSON with members sorted by name.
    ///
    /// - Throws: an error of Foundation.
    package static func write(_ object: JSONObject) throws -> [UInt8] {
        let value = try JSONSerialization.jsonObject(with: Data(object.encode()))
        let data = try JSONSerialization.data(withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return Array(data) + Array("\n".utf8)
    }
}
