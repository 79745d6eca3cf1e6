// SPDX-License-Identifier: EUPL-1.2

/// Wrong PINs in the last weeks.
package struct RecentWrongTries: Sendable, Hashable {
    package let count: Int
    /// The length of the period, in days.
    package let days: Int

    package init(count: Int, days: Int) {
        self.count = count
        self.days = days
    }
}
