// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Synchronization

/// The browser of a phone, or of the laptop beside it, with one page at a time. A sandboxed frame of the user's browser draws the pages;
/// this class answers the frame's requests, and supplies the contents of the browser's own bar and error pages.
package final class SimulatedBrowser: Sendable {
    private struct State {
        var view = View()
        var jar = CookieJar()
        var pictures = PagePictures()
        /// The number of redirects since the frame's last page.
        var redirects = 0
        var turn = 0
        /// Cancels the navigation in progress when finished.
        var stop: AsyncStream<Never>.Continuation?

        /// Ends the navigation in progress; its result is not used.
        mutating func overtake() {
            stop?.finish()
            stop = nil
            turn += 1
        }

        /// Begins a new frame, or shows an error page, which has no frame. Without an address there is nothing to load.
        mutating func show(_ content: Content, at address: BrowserAddress?) {
            overtake()
            redirects = 0
            pictures = PagePictures()
            view = View(
                number: view.number + 1, address: address, content: content, isLoading: content == .blank && address != nil,
                pageCount: view.pageCount)
        }

        /// Shows a page in the present frame.
        mutating func showPage(at address: BrowserAddress, refresh: Int?) {
            redirects = 0
            pictures = PagePictures()
            view = View(
                number: view.number, address: address, content: .page(address), pageCount: view.pageCount + 1, refresh: refresh)
        }
    }

    private struct Order {
        let turn: Int
        let request: PageRequest
        let stopped: AsyncStream<Never>
    }

    private let machine: BrowserMachine
    private let loader: PageLoader
    private let state = Mutex(State())
    private let version = ObservedValue(0)

    /// Creates the browser of a phone.
    ///
    /// - Parameters:
    ///   - phone: supplies the network setting, the clock and the language, and opens the app.
    ///   - sites: the only sites that the browser reaches. The first site that resolves an address counts.
    ///   - associated: the links that open the installed app, without query and fragment. Host, port and path must match exactly.
    package convenience init(phone: SimulatedPhone, sites: [BrowserSite], associated: Set<BrowserAddress>) {
        var limits = BrowserLimits()
        limits.time = max(limits.time, phone.leastTimeout)
        self.init(
            phone: phone,
            network: PinnedPageNetwork(device: phone.device, sites: sites, connectTimeout: max(.seconds(10), phone.leastTimeout)),
            associated: associated, limits: limits)
    }

    /// Creates the browser of a laptop that the phone's user has as well. It has cookies of its own, is always online, and opens no app: a
    /// link of the app is an ordinary address there.
    ///
    /// - Parameters:
    ///   - phone: supplies the true time, the user's language and the least time limit; nothing else of it counts.
    ///   - sites: the only sites that the browser reaches. The first site that resolves an address counts.
    package convenience init(laptopBeside phone: SimulatedPhone, sites: [BrowserSite]) {
        var limits = BrowserLimits()
        limits.time = max(limits.time, phone.leastTimeout)
        self.init(
            laptopBeside: phone,
            network: PinnedPageNetwork(device: nil, sites: sites, connectTimeout: max(.seconds(10), phone.leastTimeout)), limits: limits)
    }

    convenience init(
        phone: SimulatedPhone, network: any PageNetwork, associated: Set<BrowserAddress>, limits: BrowserLimits = BrowserLimits()
    ) {
        self.init(on: .phone(phone), loader: PageLoader(network: network, associated: associated, limits: limits))
    }

    convenience init(laptopBeside phone: SimulatedPhone, network: any PageNetwork, limits: BrowserLimits = BrowserLimits()) {
        self.init(on: .laptop(beside: phone), loader: PageLoader(network: network, associated: [], limits: limits))
    }

    private init(on machine: BrowserMachine, loader: PageLoader) {
        self.machine = machine
        self.loader = loader
    }

    package var view: View { state.withLock { $0.view } }

    /// Streams a value at once and after changes, to any number of observers. A slow observer misses intermediate values.
    package func changes() -> AsyncStream<Int> { version.stream() }

    /// The PNG pictures that the open page has loaded, oldest first: at most 4. They are forgotten with the page.
    package var pictures: [[UInt8]] { state.withLock { $0.pictures.all } }

    // MARK: User actions

    /// Begins a frame at an address named by an app or a person, and drops the previous page.
    package func open(_ text: String) {
        let address = BrowserAddress(text)
        change { $0.show(address == nil ? .fault(.refusedAddress) : .blank, at: address) }
    }

    /// Requests the address of an error page again, with GET, so that a form is not submitted twice.
    package func retry() {
        change { state in
            guard case .fault = state.view.content, let address = state.view.address else { return }
            state.show(.blank, at: address)
        }
    }

    /// Begins a frame with the present address, requested with GET.
    package func reload() {
        change { state in
            guard let address = state.view.address else { return }
            state.show(.blank, at: address)
        }
    }

    /// Records that the frame has loaded its page with the images.
    ///
    /// - Parameter number: the number of the frame.
    /// - Returns: false when that frame no longer exists.
    package func noteLoaded(in number: Int) -> Bool {
        change { state in
            guard state.view.number == number else { return false }
            if case .page = state.view.content { state.view.isComplete = true }
            return true
        }
    }

    /// Shows an error page after the frame refused a link of the page.
    ///
    /// - Parameter number: the number of the frame.
    /// - Returns: false when that frame no longer exists.
    package func refuse(in number: Int) -> Bool {
        change { state in
            guard state.view.number == number else { return false }
            state.show(.fault(.refusedAddress), at: state.view.address)
            return true
        }
    }

    /// Closes the page and the browser; a phone shows its home screen.
    package func close() {
        change { $0.show(.blank, at: nil) }
        machine.leave()
    }

    /// Removes page and cookies after the phone was replaced.
    package func renew() {
        close()
        state.withLock { $0.jar = CookieJar() }
    }

    // MARK: Requests of the frame

    /// Answers a request of the frame. A new navigation ends the navigation in progress, whose answer then stores no cookies.
    package func load(_ request: FrameRequest) async -> FrameAnswer {
        guard request.part == .page else { return await part(request) }
        guard let order = begin(request) else { return .nothing }
        let answer = await carryOut(order)
        let (frameAnswer, link) = change { state in
            guard let answer, state.turn == order.turn else { return (FrameAnswer.nothing, String?.none) }
            state.jar.store(answer.cookies, from: order.request.address, now: machine.now())
            return finish(answer.outcome, at: order.request.address, in: &state)
        }
        if let link { machine.openApp(link) }
        return frameAnswer
    }

    private func part(_ request: FrameRequest) async -> FrameAnswer {
        let view = view
        guard view.number == request.number, let page = view.address, request.method == .get,
            let response = await loader.load(request.part, at: request.address, of: page, language: language)
        else { return .nothing }
        if request.part == .image { keep(response, from: request.address, of: view) }
        return .content(response)
    }

    /// Keeps a picture of a page that is still open.
    private func keep(_ picture: PageResponse, from address: BrowserAddress, of view: View) {
        change { state in
            guard state.view.number == view.number, state.view.pageCount == view.pageCount else { return }
            state.pictures.keep(picture, from: address)
            state.view.pictureCount = state.pictures.count
        }
    }

    private func begin(_ request: FrameRequest) -> Order? {
        let (stopped, stop) = AsyncStream.makeStream(of: Never.self)
        return change { state in
            let page: BrowserAddress? = if case .page(let address) = state.view.content { address } else { nil }
            // Only a page has links.
            guard state.view.number == request.number, page != nil || !request.isFromPage else { return nil }
            state.overtake()
            state.stop = stop
            state.view.isLoading = true
            let initiator = request.isFromPage ? page : nil
            let cookies = state.jar.field(
                for: request.address, isGet: request.method == .get, askedBy: initiator, now: machine.now())
            let pageRequest = PageRequest(
                method: request.method, address: request.address, initiator: initiator, cookies: cookies, language: language,
                maximumBytes: loader.limits.pageBytes)
            return Order(turn: state.turn, request: pageRequest, stopped: stopped)
        }
    }

    /// Returns nil if the navigation was ended.
    private func carryOut(_ order: Order) async -> PageLoader.Answer? {
        await withTaskGroup(of: PageLoader.Answer?.self) { [loader] group in
            group.addTask { await loader.load(order.request) }
            group.addTask {
                do { try await Task.sleep(for: loader.limits.time) } catch { return nil }
                return PageLoader.Answer(outcome: .fault(.tookTooLong))
            }
            group.addTask {
                for await _ in order.stopped {}
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func finish(_ outcome: PageLoader.Outcome, at address: BrowserAddress, in state: inout State) -> (FrameAnswer, link: String?) {
        switch outcome {
        case .page(var response):
            state.showPage(at: address, refresh: PageRefresh.take(from: &response))
            return (.content(response), nil)
        case .redirect(let status, let next) where state.redirects < loader.limits.redirects:
            state.redirects += 1
            return (.redirect(status: status, next), nil)
        case .redirect: state.show(.fault(.tooManyRedirects), at: address)
        case .fault(let fault): state.show(.fault(fault), at: address)
        case .app(let link):
            state.view.isLoading = false
            return (.nothing, link)
        }
        return (.nothing, nil)
    }

    private var language: String { machine.language() }

    /// Changes the state and notifies the observers. Two concurrent calls may count to the same number; both changes were made before.
    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let result = state.withLock { body(&$0) }
        version.set(version.value &+ 1)
        return result
    }
}
