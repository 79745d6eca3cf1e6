// SPDX-License-Identifier: EUPL-1.2

/// Wrong PINs of the last weeks.
package struct RecentWrongTries: Sendable, Hashable {
    /// The number of wrong PINs.
    package let count: Int
    /// The length of the time that is looked back on, in days.
    package let days: Int

    /// Wrong PINs.
    package init(count: Int, days: Int) {
        self.count = count
        self.days = days
    }
}
