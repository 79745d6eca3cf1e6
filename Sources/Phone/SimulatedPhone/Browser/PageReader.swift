// SPDX-License-Identifier: EUPL-1.2

/// A reader that turns an HTML document into what the browser draws: elements and attributes on closed lists, texts, numbered links and fields.
///
/// It leaves out scripts, frames, embedded content, inline styles, event handlers, refreshes, targets and everything unknown.
struct PageReader {
    private(set) var document: PageDocument
    /// In document order.
    private(set) var styles: [StyleSource] = []

    let limits: BrowserLimits
    private var base: BrowserAddress
    private var hasBase = false
    /// The open elements, outermost first; below them the page itself.
    private var open: [PageElement] = []
    private var roots: [PageNode] = []
    private var count = 0
    /// The element that is left out with its contents, and how many times it is open.
    private var omitted: (name: String, depth: Int)?
    /// The name of an open title or style element, whose content is text.
    private var textOf: String?
    private var form: Int?

    /// Elements that are left out with their contents.
    private static let omittedElements: Set<String> = [
        "script", "template", "svg", "math", "object", "iframe", "noembed", "noframes", "xmp", "video", "audio", "canvas", "applet",
        "frameset", "dialog",
    ]

    private init(_ address: BrowserAddress, _ limits: BrowserLimits) {
        document = PageDocument(address: address)
        base = address
        self.limits = limits
    }

    /// Reads a document. Every input gives a page; content over the limits is left out.
    static func read(_ bytes: [UInt8], from address: BrowserAddress, within limits: BrowserLimits) -> PageReader {
        var reader = PageReader(address, limits)
        for token in HTMLTokenizer(bytes) {
            guard reader.count < limits.nodes else { break }
            reader.take(token)
        }
        while !reader.open.isEmpty { reader.closeLast() }
        reader.document.nodes = reader.roots
        return reader
    }

    /// Creates a page of plain text.
    static func read(text bytes: [UInt8], from address: BrowserAddress) -> PageDocument {
        var document = PageDocument(address: address)
        document.nodes = [.element(PageElement(tag: .pre, children: [.text(String(decoding: bytes, as: UTF8.self))]))]
        return document
    }

    private mutating func take(_ token: HTMLToken) {
        if let (name, depth) = omitted {
            if case .start(name, _) = token { omitted = (name, depth + 1) }
            if case .end(name) = token { omitted = depth > 1 ? (name, depth - 1) : nil }
            return
        }
        switch token {
        case .text(let text): take(text: text)
        case .start(let name, let attributes): begin(name, attributes)
        case .end(let name): end(name)
        }
    }

    private mutating func take(text: String) {
        switch textOf {
        case "title": if document.title.isEmpty { document.title = String(text.prefix(200)) }
        case "style":
            if styles.count < limits.styleSheets, text.utf8.count <= limits.styleBytes { styles.append(.text(text)) }
        default: add(.text(text))
        }
    }

    // MARK: Elements

    private mutating func begin(_ name: String, _ attributes: [String: String]) {
        textOf = nil
        switch name {
        case "html": document.language = attributes["lang"] ?? ""
        case "title", "style": textOf = name
        case "base": takeBase(attributes)
        case "meta":
            if attributes["name"]?.lowercased() == "color-scheme" {
                document.hasDarkScheme = attributes["content"]?.lowercased().split(separator: " ").contains("dark") == true
            }
        case "link": takeLink(attributes)
        case "img": if let text = attributes["alt"], !text.isEmpty { add(.text(text)) }
        case "input": beginInput(attributes)
        case _ where Self.omittedElements.contains(name): omitted = (name, 1)
        default: if let tag = PageTag(rawValue: name) { begin(tag, attributes) }
        }
    }

    private mutating func begin(_ tag: PageTag, _ attributes: [String: String]) {
        while let last = open.last?.tag, tag.ends(last) { closeLast() }
        var element = PageElement(tag: tag, attributes: PageAttribute.of(tag, attributes))
        switch tag {
        case .form:
            guard form == nil else { return }
            form = document.forms.count
            document.forms.append(
                PageForm(action: base.resolving(attributes["action"] ?? ""), isPost: attributes["method"]?.lowercased() == "post"))
        case .a: element.control = link(attributes["href"])
        case .button where (attributes["type"] ?? "submit").lowercased() == "submit": element.control = submit(attributes)
        case .select: element.control = field(.select([]), attributes).map(PageControl.field)
        case .textarea: element.control = field(.text, attributes).map(PageControl.field)
        default: break
        }
        if tag.isVoid {
            add(.element(element))
        } else if open.count < limits.depth {
            open.append(element)
        } else {
            add(.element(element))
        }
    }

    private mutating func end(_ name: String) {
        textOf = nil
        guard let tag = PageTag(rawValue: name), let index = open.lastIndex(where: { $0.tag == tag }) else { return }
        while open.count > index { closeLast() }
    }

    private mutating func closeLast() {
        guard var element = open.popLast() else { return }
        let text = element.children.map(\.text).joined()
        switch element.tag {
        case .form: form = nil
        case .option: if element.attributes[.value] == nil { element.attributes[.value] = text }
        case .textarea: if case .field(let name) = element.control { document.forms[name.form].fields[name.field].value = text }
        case .select:
            if case .field(let name) = element.control { document.forms[name.form].fields[name.field].kind.offer(element.optionValues) }
        default: break
        }
        add(.element(element))
    }

    private mutating func add(_ node: PageNode) {
        count += 1
        if open.isEmpty { roots.append(node) } else { open[open.count - 1].children.append(node) }
    }

    // MARK: Addresses

    private mutating func takeBase(_ attributes: [String: String]) {
        guard !hasBase, let address = attributes["href"].flatMap(base.resolving) else { return }
        (base, hasBase) = (address, true)
    }

    private mutating func takeLink(_ attributes: [String: String]) {
        let relations = attributes["rel"]?.lowercased().split(separator: " ") ?? []
        guard relations.contains("stylesheet"), !relations.contains("alternate"), attributes["media"]?.lowercased() != "print",
            let address = attributes["href"].flatMap(base.resolving), styles.count < limits.styleSheets
        else { return }
        styles.append(.address(address))
    }

    /// The control of a link; nil for a link that does nothing in a browser without scripts.
    private mutating func link(_ reference: String?) -> PageControl? {
        guard let reference = reference?.trimmingSpaces, !reference.hasPrefix("#") else { return nil }
        let scheme = reference.prefix { $0 != ":" && $0 != "/" }.lowercased().filter { !$0.isWhitespace }
        guard !["javascript", "vbscript", "data", "blob", "about", "file"].contains(scheme) else { return nil }
        document.links.append(base.resolving(reference))
        return .link(document.links.count - 1)
    }

    // MARK: Fields

    private mutating func beginInput(_ attributes: [String: String]) {
        var element = PageElement(tag: .input, attributes: PageAttribute.of(.input, attributes))
        let type = attributes["type"]?.lowercased() ?? "text"
        switch type {
        case "hidden":
            _ = field(.hidden, attributes)
            return
        case "button", "reset", "file": return
        case "submit", "image":
            element = PageElement(tag: .button, attributes: element.attributes, control: submit(attributes))
            element.children = [.text(attributes["value"] ?? attributes["alt"] ?? "OK")]
            element.attributes[.value] = nil
        case "checkbox", "radio":
            element.attributes[.type] = type
            element.attributes[.value] = nil
            if let name = field(.choice, attributes, value: "on") {
                element.control = .choice(name, group: group(type == "radio" ? attributes["name"] ?? "" : "\u{0}\(name)", in: name.form))
            }
        case "email", "tel", "number", "password", "search", "url", "date":
            element.attributes[.type] = type
            element.control = field(.text, attributes).map(PageControl.field)
        default:
            element.attributes[.type] = "text"
            element.control = field(.text, attributes).map(PageControl.field)
        }
        add(.element(element))
    }

    private mutating func submit(_ attributes: [String: String]) -> PageControl? {
        let action = attributes["formaction"].map { base.resolving($0) }
        let isPost = attributes["formmethod"].map { $0.lowercased() == "post" }
        return field(.submit(action: action, isPost: isPost), attributes).map(PageControl.submit)
    }

    /// Adds a field to the open form; nil outside a form.
    private mutating func field(_ kind: PageForm.Field.Kind, _ attributes: [String: String], value: String = "") -> PageFieldName? {
        guard let form else { return nil }
        document.forms[form].fields.append(
            PageForm.Field(
                kind: attributes["disabled"] == nil ? kind : .none, name: attributes["name"] ?? "", value: attributes["value"] ?? value))
        return PageFieldName(form: form, field: document.forms[form].fields.count - 1)
    }

    private mutating func group(_ name: String, in form: Int) -> Int {
        if let known = document.forms[form].groups.firstIndex(of: name) { return known }
        document.forms[form].groups.append(name)
        return document.forms[form].groups.count - 1
    }
}
