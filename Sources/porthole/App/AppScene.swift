/// Which session the main window presents, which is its tile, and which wait: what happened goes in, what is to be done
/// comes out. Pure.
///
/// Whether a session floats is its controller's business: a session that floats keeps its place here, where its
/// placeholder is shown (spec B9).
nonisolated struct AppScene: Sendable, Equatable {
    /// What happened.
    enum Event: Sendable, Equatable {
        /// A session was opened, in front of all others.
        case opened(String)
        /// It is to become the tile.
        case minimise(String)
        /// It is to fill the window, at the user's wish: what is presented becomes the tile.
        case maximise(String)
        /// It comes back from its mini window: what is presented goes, without animation, and its session goes on
        /// (spec S6).
        case restore(String)
        /// It is over.
        case ended(String)
    }
    /// What is to be done, in order.
    enum Effect: Sendable, Equatable {
        /// It fills the window.
        case fill(String, animated: Bool)
        /// It becomes the tile.
        case tile(String)
        /// It is shown no more, and goes on.
        case hide(String)
        /// It leaves the window for ever.
        case remove(String)
    }

    /// All sessions, oldest first.
    private(set) var sessions: [String] = []
    /// The one that fills the window; nil shows the lobby.
    private(set) var presented: String?
    /// The tile.
    private(set) var tile: String?

    /// Those that are open and not in the window, newest first.
    var waiting: [String] { sessions.reversed().filter { $0 != presented && $0 != tile } }

    /// The one that an action without a name is meant for: what is presented, the tile, or the newest.
    var current: String? { presented ?? tile ?? sessions.last }

    /// Takes what happened; says what is to be done.
    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        case .opened(let name):
            guard !sessions.contains(name) else { return [] }
            sessions.append(name)
            defer { presented = name }
            guard let old = presented else { return [.fill(name, animated: false)] }
            if tile == nil {
                tile = old
                return [.tile(old), .fill(name, animated: false)]
            }
            return [.hide(old), .fill(name, animated: false)]
        case .minimise(let name):
            guard sessions.contains(name), tile != name else { return [] }
            let (old, front) = (tile, presented)
            tile = name
            // The tile that was is what the user sees in its stead.
            presented = front == name ? old : front
            var effects: [Effect] = [.tile(name)]
            if let old { effects.append(presented == old ? .fill(old, animated: true) : .hide(old)) }
            return effects
        case .maximise(let name):
            guard sessions.contains(name), presented != name else { return [] }
            let old = presented
            presented = name
            if tile == name { tile = nil }
            guard let old else { return [.fill(name, animated: true)] }
            if tile == nil {
                tile = old
                return [.tile(old), .fill(name, animated: true)]
            }
            return [.hide(old), .fill(name, animated: true)]
        case .restore(let name):
            // The tile comes back as the tile (spec B6).
            guard sessions.contains(name), presented != name, tile != name else { return [] }
            let old = presented
            presented = name
            return (old.map { [.hide($0)] } ?? []) + [.fill(name, animated: false)]
        case .ended(let name):
            guard let index = sessions.firstIndex(of: name) else { return [] }
            sessions.remove(at: index)
            if tile == name { tile = nil }
            guard presented == name else { return [.remove(name)] }
            presented = tile
            tile = nil
            return [.remove(name)] + (presented.map { [.fill($0, animated: true)] } ?? [])
        }
    }
}
