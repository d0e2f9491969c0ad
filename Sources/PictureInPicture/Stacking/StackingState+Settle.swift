import Geometry

/// What is decided when everything that arrived was told.
extension StackingState {
    /// How many questions are asked at once: a screen of thousands is learnt in pieces, from the top.
    static let glancesAtOnce = 256
    static let inspectionsAtOnce = 64
    /// When a bare window with children is looked at once more, in seconds.
    static let relookTime = 0.2

    mutating func settle(at now: Double) -> [StackingEffect] {
        guard !needsList else {
            needsList = false
            return [.list]
        }
        guard isDirty || wakeAt.map({ $0 <= now + 1e-6 }) ?? false else {
            // Whoever rang a little early, or for something else, must not be the last to ring.
            return wakeAt.map { [.wake(at: $0)] } ?? []
        }
        isDirty = false
        wakeAt = nil
        var effects: [StackingEffect] = []
        relook(at: now)
        glance(&effects)
        isLocked = decideLock(&effects)
        // From the top: each goes directly above its offender, so the order among ours stays.
        let order = keeps.map(\.id).sorted { (index(of: $0) ?? 0) > (index(of: $1) ?? 0) }
        for id in order { settle(id, at: now, &effects) }
        tellCoverage(&effects)
        if let wakeAt { effects.append(.wake(at: wakeAt)) }
        return effects
    }

    private mutating func settle(_ id: UInt, at now: Double, _ effects: inout [StackingEffect]) {
        guard let keepIndex = keeps.firstIndex(where: { $0.id == id }), let place = index(of: id) else { return }
        var keep = keeps[keepIndex]
        defer { keeps[keepIndex] = keep }
        if isLocked {
            // So that all is known when it ends.
            _ = offenders(above: place, asks: true, &effects)
            if windows[place].isMapped, !keep.isHiding {
                keep.isHidden = true
                keep.isHiding = true
                effects.append(.hide(id))
            }
            return
        }
        guard windows[place].isMapped || keep.isHidden else { return keep.budget.rest(at: now) }
        // What comes before that may have gone until then: in a storm nobody is asked for nothing.
        let earliest = keep.budget.earliest(at: now)
        let asks = earliest <= now + 1e-6 || keep.isHidden
        let (offenders, isKnown) = offenders(above: place, asks: asks, &effects)
        if let topmost = offenders.last {
            restack(&keep, above: offenders, topmost, at: now, &effects)
        } else if !isKnown, !asks {
            keep.budget.doubt()
            wake(at: earliest)
        } else {
            keep.budget.rest(at: now)
            keep.isContested = keep.isContested && keep.budget.isContested
        }
        if keep.isHidden {
            keep.isHidden = false
            effects.append(.show(id))
        }
    }

    private mutating func restack(
        _ keep: inout Keep, above offenders: [UInt], _ topmost: UInt, at now: Double, _ effects: inout [StackingEffect]
    ) {
        guard !keep.isRestacking else { return }
        let due = keep.budget.due(above: offenders, at: now)
        if keep.budget.isContested, !keep.isContested {
            keep.isContested = true
            effects.append(.contested(keep.id, by: topmost))
        } else if !keep.budget.isContested {
            keep.isContested = false
        }
        // A window that comes back after a lock goes up with its first appearance.
        guard due <= now + 1e-6 || keep.isHidden else { return wake(at: due) }
        keep.budget.spend(above: offenders, at: now)
        keep.isRestacking = true
        effects.append(.restack(keep.id, above: topmost))
    }

    /// Which windows are above ours and should not be, lowest first; none under a curtain.
    ///
    /// - Parameter asks: what is not known is asked for; what may be a curtain always is.
    /// - Returns: also whether everything that is there is known.
    private mutating func offenders(
        above place: Int, asks: Bool, _ effects: inout [StackingEffect]
    ) -> (offenders: [UInt], isKnown: Bool) {
        let own = windows[place].rect
        var offenders: [UInt] = []
        var isKnown = true
        var isCurtained = false
        for index in seen(above: place) {
            let window = windows[index]
            guard window.rect.intersects(own), !isKept(window.id) else { continue }
            // Until it is known it may be a locker.
            let mayBeCurtain = window.isOverrideRedirect && curtains.contains(window.id)
            if asks || mayBeCurtain { inspect(index, &effects) }
            guard let findings = window.findings else {
                isKnown = false
                isCurtained = isCurtained || mayBeCurtain
                continue
            }
            guard findings.hasPixels else { continue }
            if window.isBare {
                isCurtained = isCurtained || (mayBeCurtain && !findings.types.contains(.desktop))
            } else if findings.types.isDisjoint(with: .staysAbove) {
                offenders.append(window.id)
            }
        }
        return (isCurtained ? [] : offenders, isKnown)
    }

    // MARK: Locks

    private mutating func decideLock(_ effects: inout [StackingEffect]) -> Bool {
        var isLocked = !signals.isEmpty
        let lowest = keeps.compactMap { index(of: $0.id) }.min()
        for id in curtains {
            guard let index = index(of: id) else { continue }
            if !keeps.isEmpty { inspect(index, &effects) }
            let window = windows[index]
            guard window.isBare, let findings = window.findings, findings.hasPixels else { continue }
            switch findings.identity {
            case .locker: isLocked = true
            // Without a name it counts where it hides us, not as a wallpaper.
            case .anonymous:
                let isAbove = lowest.map { index > $0 } ?? true
                isLocked = isLocked || (isAbove && window.rect.covers(screen) && !findings.types.contains(.desktop))
            case .program: break
            }
        }
        return isLocked
    }

    // MARK: Coverage

    private mutating func tellCoverage(_ effects: inout [StackingEffect]) {
        for (id, wasCovered) in watched.sorted(by: { $0.key < $1.key }) {
            guard let place = index(of: id) else { continue }
            let rect = windows[place].rect
            let above = seen(above: place).filter { windows[$0].rect.intersects(rect) }
            let part = screen.isEmpty ? rect : rect.intersection(screen)
            // What they are only matters where they would hide all of it.
            if shown[place], PictureInPicture.coverage(of: part, by: above.map { windows[$0].rect }) == .whole {
                for index in above where !isKept(windows[index].id) { inspect(index, &effects) }
            }
            let isCovered = shown[place] && coverage(of: part, by: above.map { windows[$0] }) == .whole
            guard isCovered != wasCovered else { continue }
            watched[id] = isCovered
            effects.append(.coverage(id, isCovered: isCovered))
        }
    }

    // MARK: Questions

    private mutating func glance(_ effects: inout [StackingEffect]) {
        while glancing < Self.glancesAtOnce, let id = unplaced.popLast() {
            guard let index = index(of: id), !windows[index].isPlaced || !windows[index].hasMapState else { continue }
            glancing += 1
            effects.append(.glance(id))
        }
    }

    private mutating func inspect(_ index: Int, _ effects: inout [StackingEffect]) {
        guard windows[index].findings == nil || windows[index].isStale, !windows[index].isInspecting else { return }
        // Another answer frees a place, and looks again.
        guard inspecting < Self.inspectionsAtOnce else { return }
        inspecting += 1
        windows[index].isInspecting = true
        windows[index].isStale = false
        effects.append(.inspect(windows[index].id))
    }

    private mutating func relook(at now: Double) {
        for (id, due) in relooks {
            guard let due else {
                relooks[id] = now + Self.relookTime
                wake(at: now + Self.relookTime)
                continue
            }
            guard due <= now + 1e-6 else {
                wake(at: due)
                continue
            }
            relooks[id] = nil
            if let index = index(of: id) { windows[index].isStale = true }
        }
    }

    private mutating func wake(at time: Double) { wakeAt = min(wakeAt ?? .infinity, time) }
}
