import Geometry

/// How the list follows the server.
extension StackingState {
    mutating func list(_ ids: [UInt]) {
        let old = Dictionary(windows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        self.ids = ids
        windows = ids.map { old[$0] ?? StackedWindow(unknown: $0) }
        shown = windows.map(\.isSeen)
        curtains.formIntersection(ids)
        // From the top: that is where lockers and what covers us are.
        unplaced = windows.filter { !$0.isPlaced || !$0.hasMapState }.map(\.id)
        isDirty = true
    }

    mutating func add(_ window: StackedWindow) {
        guard index(of: window.id) == nil else { return }
        insert(window, at: windows.count)
        if attention[window.id] != nil, window.isPlaced { attention[window.id] = window.rect }
    }

    mutating func join(_ id: UInt) {
        isDirty = true
        guard index(of: id) == nil else { return move(id, to: windows.count) }
        add(StackedWindow(unknown: id))
        unplaced.append(id)
    }

    mutating func configure(_ id: UInt, _ rect: Rect, _ above: UInt, _ isOverrideRedirect: Bool) {
        guard let index = index(of: id) else { return needsList = true }
        let isThere = index == 0 ? above == 0 : windows[index - 1].id == above
        change(id) {
            $0.rect = rect
            $0.isPlaced = true
            $0.isOverrideRedirect = isOverrideRedirect
        }
        guard !isThere else { return }
        guard above != 0 else { return move(id, to: 0) }
        guard above != id, let sibling = self.index(of: above) else { return needsList = true }
        move(id, to: sibling + 1)
    }

    /// Puts a window in front of the one that is at `place` now.
    mutating func move(_ id: UInt, to place: Int) {
        guard let index = index(of: id) else { return needsList = true }
        let window = takeOut(index)
        insert(window, at: place > index ? place - 1 : place)
        if matters(window) { isDirty = true }
    }

    mutating func map(_ id: UInt, _ isOverrideRedirect: Bool) {
        change(id) {
            $0.isMapped = true
            $0.hasMapState = true
            $0.isOverrideRedirect = isOverrideRedirect
            $0.isStale = true
        }
        changeKeep(id) { $0.isHiding = false }
    }

    mutating func unmap(_ id: UInt) {
        change(id) {
            $0.isMapped = false
            $0.hasMapState = true
            $0.findings = nil
            $0.isRelooked = false
        }
        changeKeep(id) { $0.isHiding = false }
    }

    mutating func remove(_ id: UInt) {
        guard let index = index(of: id) else { return }
        let window = takeOut(index)
        if matters(window) { isDirty = true }
        curtains.remove(id)
        attention[id] = nil
        watched[id] = nil
        keeps.removeAll { $0.id == id }
        relooks[id] = nil
    }

    mutating func place(_ id: UInt, _ glance: WindowGlance?) {
        glancing = max(0, glancing - 1)
        isDirty = true
        guard let glance else { return remove(id) }
        change(id) {
            // What events told meanwhile is newer.
            if !$0.isPlaced { $0.rect = glance.rect }
            if !$0.hasMapState {
                $0.isMapped = glance.isMapped
                $0.isOverrideRedirect = glance.isOverrideRedirect
            }
            $0.isPlaced = true
            $0.hasMapState = true
        }
    }

    mutating func note(_ id: UInt, _ findings: WindowFindings) {
        inspecting = max(0, inspecting - 1)
        isDirty = true
        guard let index = index(of: id) else { return }
        windows[index].isInspecting = false
        guard windows[index].isMapped else { return }
        windows[index].findings = findings
        // Managers put clients into frames and mark them when they like, without an event that we would see.
        if windows[index].isBare, findings.hasChildren, !windows[index].isRelooked {
            windows[index].isRelooked = true
            relooks[id] = .some(nil)
        }
    }

    /// What was bare may have a client now.
    mutating func doubt() {
        guard let lowest = keeps.compactMap({ index(of: $0.id) }).min() else { return }
        for index in seen(above: lowest) where windows[index].isBare {
            windows[index].isStale = true
            isDirty = true
        }
    }

    private mutating func insert(_ window: StackedWindow, at place: Int) {
        windows.insert(window, at: place)
        ids.insert(window.id, at: place)
        shown.insert(window.isSeen, at: place)
    }

    private mutating func takeOut(_ place: Int) -> StackedWindow {
        ids.remove(at: place)
        shown.remove(at: place)
        return windows.remove(at: place)
    }

    /// Changes a window, and notes whether that may matter to us.
    mutating func change(_ id: UInt, _ body: (inout StackedWindow) -> Void) {
        guard let index = index(of: id) else { return }
        let didMatter = matters(windows[index])
        body(&windows[index])
        if attention[id] != nil, windows[index].isPlaced { attention[id] = windows[index].rect }
        shown[index] = windows[index].isSeen
        let isShaped = isCurtainShaped(windows[index])
        if isShaped { curtains.insert(id) } else { curtains.remove(id) }
        if didMatter || matters(windows[index]) { isDirty = true }
    }

    /// It is ours or watched, or seen and a curtain or where one of those is.
    private func matters(_ window: StackedWindow) -> Bool {
        if attention[window.id] != nil { return true }
        guard window.isSeen else { return false }
        return curtains.contains(window.id) || attention.values.contains { $0.intersects(window.rect) }
    }
}
