// SPDX-License-Identifier: EUPL-1.2

public import ArgumentParser
public import DeviceAttestation
import Foundation

/// Bytes as hexadecimal digits, optionally separated by colons as Android's SDK tools print digests.
struct HexBytes: ExpressibleByArgument {
    let bytes: [UInt8]

    /// Two digits per byte.
    var text: String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    init?(argument: String) {
        let digits = Array(argument.utf8.filter { $0 != UInt8(ascii: ":") })
        guard digits.count.isMultiple(of: 2) else { return nil }
        let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard values.count == digits.count else { return nil }
        bytes = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}

/// A time in ISO 8601, such as 2026-01-31T12:00:00Z.
struct ISO8601Time: ExpressibleByArgument {
    let date: Date

    init?(argument: String) {
        guard let date = try? Date(argument, strategy: .iso8601) else { return nil }
        self.date = date
    }
}

extension PatchLevel: ExpressibleByArgument {
    /// Reads `YYYY-MM`.
    public init?(argument: String) {
        self.init(parsing: argument)
    }
}

extension AppAttestEnvironment: ExpressibleByArgument {}

extension AndroidAttestationPolicy.CertificateValidity: ExpressibleByArgument {}
