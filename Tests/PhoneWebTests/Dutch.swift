// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator

extension DeviceSettings.Language {
    /// A second language for tests.
    static let dutch = DeviceSettings.Language(rawValue: "nl")
}
