// SPDX-License-Identifier: EUPL-1.2

/// The lines of a JSON text on which its members and elements begin, for messages about files that people write.
///
/// Paths are written as `services.pid_issuer.url` and `rules[0].from`. Names in them come from the text.
package struct JSONLines: Sendable {
    /// A place in a JSON text.
    package struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The line, 1 for the first.
        package let line: Int
        /// The path of the member or element; empty for the whole text.
        package let path: String

        /// Line and path, such as `line 3, at services.url`. Only visible ASCII characters of the path are shown, 64 at most.
        package var description: String {
            let shown = String(path.prefix(64).map { $0.isASCII && $0.asciiValue.map { (0x21...0x7E).contains($0) } ?? false ? $0 : "?" })
            return "line \(line)" + (shown.isEmpty ? "" : ", at \(shown)")
        }
    }

    private var lines: [String: Int] = [:]
    private var levels: [Level] = []
    private var line = 1

    /// An open object with the name that was read last, or an open array with the index of its element.
    private enum Level {
        case object(String?)
        case array(Int)
    }

    /// The lines of a text. Of a text that is not JSON, those of the part that is.
    package init(_ text: [UInt8]) { read(text[...]) }

    /// Where a text stops being JSON, and why: the line of the last character that is no space.
    ///
    /// - Returns: nil for a text that is JSON.
    package static func firstError(in text: [UInt8]) -> (place: Place, error: JSONError)? {
        do throws(JSONError) {
            var parser = try JSONParser(text, limits: JSONLimits())
            do throws(JSONError) {
                _ = try parser.document()
                return nil
            } catch {
                var lines = JSONLines([])
                // A name that stands twice was read to its end, and its colon was not.
                let isName = error.code == .duplicateMember
                let end = text[..<parser.position].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
                lines.read(text[..<end] + (isName ? [UInt8(ascii: ":")] : []))
                return (Place(line: lines.line, path: lines.path), error)
            }
        } catch {
            return (Place(line: 1, path: ""), error)
        }
    }

    /// The place of a member or element; when it is not there, that of the innermost one around it that is.
    package func place(of path: String) -> Place {
        var known = path
        while !known.isEmpty, lines[known] == nil {
            known = known.lastIndex { $0 == "." || $0 == "[" }.map { String(known[..<$0]) } ?? ""
        }
        return Place(line: lines[known] ?? 1, path: path)
    }

    private var path: String {
        levels.reduce(into: "") { path, level in
            switch level {
            case .object(let name?): path += (path.isEmpty ? "" : ".") + name
            case .object(nil): break
            case .array(let index): path += "[\(index)]"
            }
        }
    }

    private mutating func read(_ text: ArraySlice<UInt8>) {
        var string: (start: Int, line: Int)?
        var last: (name: String, line: Int) = ("", 1)
        var isEscaped = false
        for (index, byte) in zip(text.indices, text) {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if let open = string {
                switch byte {
                case _ where isEscaped: isEscaped = false
                case UInt8(ascii: "\\"): isEscaped = true
                case UInt8(ascii: "\""):
                    last = (String(decoding: text[open.start..<index], as: UTF8.self), open.line)
                    string = nil
                default: break
                }
                continue
            }
            guard byte > 0x20 else { continue }
            if case .array? = levels.last, ![UInt8(ascii: "]"), UInt8(ascii: ",")].contains(byte), lines[path] == nil {
                lines[path] = line
            }
            switch byte {
            case UInt8(ascii: "\""): string = (index + 1, line)
            case UInt8(ascii: "{"): levels.append(.object(nil))
            case UInt8(ascii: "["): levels.append(.array(0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
            case UInt8(ascii: ":"):
                guard case .object? = levels.popLast() else { return }
                levels.append(.object(last.name))
                lines[path] = last.line
            case UInt8(ascii: ","):
                guard case .array(let element)? = levels.last else { continue }
                levels[levels.count - 1] = .array(element + 1)
            default: break
            }
        }
    }
}
