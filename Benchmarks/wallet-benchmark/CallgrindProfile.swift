// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The output file of callgrind: instructions by the place of their function, and calls by function.
///
/// - SeeAlso: https://valgrind.org/docs/manual/cl-format.html
struct CallgrindProfile: Sendable {
    /// A part of the server's process. The instructions of all parts are the whole.
    enum Part: String, Sendable, CaseIterable {
        case cryptography = "cryptography and TLS (BoringSSL)"
        case database = "database (SQLite, GRDB, libpq)"
        case token = "token (PKCS #11 module)"
        case http = "HTTP (SwiftNIO, Hummingbird)"
        case messages = "messages (JSON, JOSE, CBOR)"
        case provider = "the provider (WalletProvider)"
        case stores = "accounts, keys and witness"
        case frame = "requests' frame and log (ServerKit)"
        case own = "other own code"
        case swift = "Swift's runtime and standard library"
        case concurrency = "Swift's tasks, dispatch"
        case foundation = "Foundation"
        case packages = "other packages"
        case system = "C library"
        case rest = "everything else"
    }

    /// Instructions by part.
    private(set) var instructions: [Part: Int] = [:]
    /// Calls by the symbol of the called function.
    private(set) var calls: [String: Int] = [:]

    /// The instructions of the whole.
    var total: Int { instructions.values.reduce(0, +) }

    /// Instructions by the part's name.
    var instructionsByName: [String: Int] { Dictionary(uniqueKeysWithValues: instructions.map { ($0.key.rawValue, $0.value) }) }

    /// The number of calls of a C function; callgrind marks recursion with an apostrophe.
    func callCount(of function: String) -> Int {
        calls.reduce(0) { $1.key == function || $1.key.hasPrefix(function + "'") ? $0 + $1.value : $0 }
    }

    /// Reads a file of `--tool=callgrind --demangle=no` with positions as lines.
    ///
    /// - Parameter runtime: the functions of Swift's libraries that may be linked into the program.
    init(contentsOf path: String, _ runtime: RuntimeFunctions) throws {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw BenchmarkError("\(path) cannot be read") }
        // A name is written once, with a number, and later stands for itself by the number.
        var names: [String: [Substring: Substring]] = [:]
        func name(_ kind: String, _ value: Substring) -> Substring {
            guard value.hasPrefix("("), let end = value.firstIndex(of: ")") else { return value }
            let number = value[...end]
            let given = value[value.index(after: end)...].drop { $0 == " " }
            if !given.isEmpty { names[kind, default: [:]][number] = given }
            return names[kind]?[number] ?? ""
        }
        var (object, part) = (Substring(), Part.rest)
        var called = Substring()
        var isInclusive = false
        for line in text.split(separator: "\n") {
            if let first = line.first, first.isNumber || "+-*".contains(first) {
                // The line after `calls=` has the cost of the called function.
                let cost = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
                if !isInclusive, let cost { instructions[part, default: 0] += cost }
                isInclusive = false
                continue
            }
            guard let equals = line.firstIndex(of: "=") else { continue }
            let value = line[line.index(after: equals)...]
            switch line[..<equals] {
            case "ob": object = name("ob", value)
            case "cob": _ = name("ob", value)
            case "fn": part = Self.part(object: object, function: name("fn", value), runtime)
            case "cfn": called = name("fn", value)
            case "calls":
                calls[String(called), default: 0] += value.split(separator: " ").first.flatMap { Int($0) } ?? 0
                isInclusive = true
            default: break
            }
        }
        guard total > 0 else { throw BenchmarkError("\(path) contains no instructions") }
    }

    /// The part by the file of a shared library, or in the program itself by the function's module or its linked library. So the parts are
    /// those of a program that loads Swift's libraries, too, but for copies of the standard library's generic functions in Foundation.
    private static func part(object: Substring, function: Substring, _ runtime: RuntimeFunctions) -> Part {
        let library = object.split(separator: "/").last ?? ""
        if let part = part(ofLibrary: library) { return part }
        guard !library.contains(".so") else { return .rest }
        // The program itself. Swift's symbols begin with the name of their module and its length; that of tasks has a letter.
        if function.hasPrefix("$sSc") { return .concurrency }
        if let match = function.firstMatch(of: #/^\$s(\d+)(\w+)/#), let length = Int(match.1) {
            return part(ofModule: String(match.2.prefix(length)))
        }
        if function.hasPrefix("$s") { return .swift }
        if let linked = runtime.library(of: function) { return part(ofLibrary: linked) ?? .swift }
        // The compiler's helpers, which belong to no module, with its arithmetic of 128 bits.
        let helpers = [
            "swift", "_swift", "__swift", "objectdestroy", "block_copy", "block_destroy", "keypath_", "__div", "__mod", "__udiv", "__umod",
        ]
        if helpers.contains(where: function.hasPrefix) { return .swift }
        // Parser of HTTP and NIO's C functions, or BoringSSL, whose static functions have no prefix.
        return ["c_nio", "cnio", "CNIOLinux", "catmc_", "llparse"].contains(where: function.hasPrefix) ? .http : .cryptography
    }

    /// The part of a library by the beginning of its file's name; nil for another one and for the program.
    private static func part(ofLibrary name: Substring) -> Part? {
        if name.hasPrefix("libsqlite3") || name.hasPrefix("libpq") { return .database }
        if name.contains("softhsm") || name.hasPrefix("libcrypto") || name.hasPrefix("libbotan") { return .token }
        if ["libswift_Concurrency", "libswiftDispatch", "libdispatch", "libBlocksRuntime"].contains(where: name.hasPrefix) {
            return .concurrency
        }
        if name.hasPrefix("libswift") { return .swift }
        if name.contains("Foundation") || name.hasPrefix("lib_CF") { return .foundation }
        return ["libc.", "libm.", "ld-", "libpthread", "libstdc++", "libgcc"].contains(where: name.hasPrefix) ? .system : nil
    }

    private static func part(ofModule name: String) -> Part {
        if name.hasPrefix("GRDB") { return .database }
        if ["_Concurrency", "Dispatch"].contains(name) { return .concurrency }
        if ["_StringProcessing", "_RegexParser", "RegexBuilder", "Synchronization", "Observation", "Glibc"].contains(name) {
            return .swift
        }
        if ["NIOSSL", "CNIOBoringSSL", "CCryptoBoringSSL", "Crypto"].contains(name) { return .cryptography }
        if ["NIO", "_NIO", "Hummingbird", "HTTPTypes", "ExtrasBase64", "HTTPChannels"].contains(where: name.hasPrefix) { return .http }
        if ["JSON", "JOSE", "CBOR", "COSE", "ProviderProtocol", "DeviceAttestation", "UTF8Text"].contains(name) { return .messages }
        let stores = [
            "WalletProviderSQLite", "WalletProviderPostgres", "PostgresClient", "HSM", "PKCS11HSM", "WitnessFiles", "DurableFiles",
        ]
        if stores.contains(name) { return .stores }
        if ["WalletProvider", "WalletProviderHTTP"].contains(name) { return .provider }
        if ["ServerKit", "Logging"].contains(name) { return .frame }
        if name.hasPrefix("Foundation") || name.hasPrefix("_Foundation") { return .foundation }
        let others = [
            "Metrics", "Collections", "Deque", "Atomics", "Tracing", "Instrumentation", "ServiceContext", "ServiceLifecycle",
            "AsyncAlgorithms", "X509", "SwiftASN1", "ArgumentParser", "UnixSignals", "CoreMetrics", "System", "Algorithms",
        ]
        return others.contains(where: name.contains) ? .packages : .own
    }
}
