// SPDX-License-Identifier: EUPL-1.2

/// Bytes from hexadecimal digits; all other characters are skipped.
func hex(_ digits: String) -> [UInt8] {
    let values = digits.compactMap { $0.hexDigitValue }
    return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
}

/// Bytes as lower-case hexadecimal digits.
func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
