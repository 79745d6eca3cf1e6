// SPDX-License-Identifier: EUPL-1.2

import CLibFuzzer
import Foundation
import FuzzTargets

/// `wallet-fuzz TARGET [libFuzzer's options]`, `wallet-fuzz seeds DIRECTORY`, `wallet-fuzz list`. `make fuzz` runs it.
@main
struct WalletFuzz {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else { throw FuzzFinding("which target?") }
        switch arguments[1] {
        case "list": for target in FuzzTarget.all { print(target.name) }
        case "seeds": try writeSeeds(to: arguments[2])
        default:
            guard let target = FuzzTarget.all.first(where: { $0.name == arguments[1] }) else { throw FuzzFinding("no such target") }
            unsafe chosen = target
            exit(unsafe run([arguments[0]] + arguments.dropFirst(2)))
        }
    }

    private static func writeSeeds(to directory: String) throws {
        for target in FuzzTarget.all {
            let place = URL(filePath: directory).appending(path: target.name)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for (number, seed) in try target.seeds().enumerated() {
                try Data(seed).write(to: place.appending(path: "seed-\(number)"))
            }
        }
    }

    @unsafe private static func run(_ arguments: [String]) -> CInt {
        var count = CInt(arguments.count)
        var texts: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
        return unsafe texts.withUnsafeMutableBufferPointer { buffer in
            var base = buffer.baseAddress
            return unsafe LLVMFuzzerRunDriver(&count, &base) { data, size in unsafe LLVMFuzzerTestOneInput(data, size) }
        }
    }
}

/// Set once, before libFuzzer's single thread runs.
nonisolated(unsafe) private var chosen: FuzzTarget?

/// Required by libFuzzer's own main function, which is linked but not used.
@unsafe @_cdecl("LLVMFuzzerTestOneInput")
public func LLVMFuzzerTestOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: data, count: size))
    guard let target = unsafe chosen else { return 0 }
    CallingThread.run {
        do throws(FuzzFinding) {
            _ = try await target.run(input)
        } catch {
            // libFuzzer detects a finding by the trap, and keeps the input.
            fatalError("\(error)")
        }
    }
    return 0
}
