// SPDX-License-Identifier: EUPL-1.2

/// The time over which wrong PINs are counted, whatever right PINs come between them.
///
/// Stores keep one number for each day on which a wallet had a wrong PIN, so a wallet has `days` of them at most.
///
/// - SeeAlso: threat list, T-N6.
package enum WrongPINWindow {
    /// How many days, today included. Days are those of UTC.
    package static let days: Int64 = 30
    /// The length of a day in milliseconds.
    package static let day: Int64 = 86_400_000

    /// The number of the day that an instant is in, counted from 1970.
    package static func day(of time: Timestamp) -> Int64 { time.milliseconds / day }
}
