// SPDX-License-Identifier: EUPL-1.2

/// A time in a token: seconds since 1970 as a JSON number (NumericDate, RFC 7519 §2). Also reads durations in seconds, such as `ttl`.
///
/// Other parties may write a fraction or an exponent: `1796126400.25`, `1.7961264e9`. The fraction is cut off, in every claim:
/// - `exp` and durations: nothing is used longer than its issuer allows.
/// - `iat` as the begin of an age: a token never counts as younger than it is.
/// - `iat` and `nbf` as a start: a token is accepted less than a second early. Rounding up would refuse a new token, because many verifiers
///   compare with a clock of whole seconds, as the issuer's clock may be.
package struct NumericDate: Sendable, Hashable {
    /// Seconds since 1970, 0...2^53-1.
    package let seconds: Int64

    /// Reads a number. Nil for any other type, and for a number that is negative, not finite, or 2^53 or more: a later sum with a leeway
    /// cannot overflow.
    package init?(_ value: JSONValue) {
        switch value {
        case .integer(let number) where (0...0x1F_FFFF_FFFF_FFFF).contains(number): seconds = number
        case .decimal(let number) where number.sign == .plus && number < 0x20_0000_0000_0000: seconds = Int64(number)
        default: return nil
        }
    }
}
