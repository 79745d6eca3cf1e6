// SPDX-License-Identifier: EUPL-1.2

/// The period over which wrong PINs are counted, regardless of right PINs in between.
///
/// Stores keep one count for each day on which a wallet had a wrong PIN, so at most `days` counts for a wallet.
///
/// - SeeAlso: threats-and-faults.md, T-N6.
package enum WrongPINWindow {
    /// The number of days, today included. Days are in UTC.
    package static let days: Int64 = 30
    /// The length of a day, in milliseconds.
    package static let day: Int64 = 86_400_000

    /// Returns the day of an instant, as days since 1970.
    package static func day(of time: Timestamp) -> Int64 { time.milliseconds / day }
}
