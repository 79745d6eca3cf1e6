// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import DurableFiles
import JSON
import Registrar
import ServerCommands
import ServerState

/// The directory of a registrar, as `registrar init` makes it.
struct RegistrarDirectory: ParsableArguments {
    @Argument(help: "The directory that registrar init made.")
    var directory: String

    private static let maximumBytes = 1 << 21

    /// Reads the keys and certificates.
    ///
    /// - Throws: `StartError` naming the file.
    func registrar() throws -> DemoRegistrar {
        try RegistrarRefusal.named {
            try DemoRegistrar { name in
                String(decoding: try StateFile.read("\(directory)/\(name)", maximumBytes: Self.maximumBytes), as: UTF8.self)
            }
        }
    }

    private var bookPath: String { "\(directory)/\(RegistrationBook.fileName)" }

    /// Reads the registrations.
    ///
    /// - Throws: `StartError` naming the file.
    func book() throws -> RegistrationBook {
        try RegistrarRefusal.named { try RegistrationBook(parsing: try StateFile.read(bookPath, maximumBytes: Self.maximumBytes)) }
    }

    /// Changes the registrations while no other command does. They are stored before `commit`, and put back if it fails.
    ///
    /// - Throws: the errors of `change` and `commit`; `StartError` if the book cannot be read or written.
    func changeBook(_ change: (inout RegistrationBook) throws -> Void, commit: () throws -> Void = {}) throws {
        try StateFile.withLock(onDirectoryOf: bookPath) {
            let before = try book()
            var after = before
            try change(&after)
            try StateFile.replace(bookPath, with: after.json.encode())
            do {
                try commit()
            } catch {
                try StateFile.replace(bookPath, with: before.json.encode())
                throw error
            }
        }
    }
}

/// Errors of the registrar as the one line of a command.
enum RegistrarRefusal {
    /// Runs a body; what it refuses becomes a `StartError`.
    static func named<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as UnacceptableMember {
            throw StartError("\(error). Nothing was written.")
        }
    }

    /// Writes new files.
    ///
    /// - Throws: `StartError` naming the file.
    static func write(_ files: NewFiles) throws {
        do {
            try files.write()
        } catch {
            throw StartError("\(error.reason). Nothing was written.")
        }
    }
}
