// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import JOSE

/// Contents as people edit them.
package enum ContentsText {
    /// An object with line breaks and indentation, members in the order of their names.
    ///
    /// - Throws: what Foundation throws when it cannot.
    package static func write(_ object: JSONObject) throws -> [UInt8] {
        let value = try JSONSerialization.jsonObject(with: Data(object.encode()))
        let data = try JSONSerialization.data(withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return Array(data) + Array("\n".utf8)
    }
}
