import Foundation
import PortholeKit
import TestSupport
import Testing

@testable import porthole

/// Where mini windows are remembered from run to run (spec M7).
@Suite("The store of places", .timeLimit(.minutes(10))) @MainActor struct PlacementStoreTests {
    private static let monitor = PlacementMonitor(
        identity: MonitorIdentity(output: "DP-1", edid: "DEL-1-7"), rect: Rect(x: 0, y: 0, width: 1000, height: 800),
        workArea: Rect(x: 0, y: 0, width: 1000, height: 800))
    private static func change(_ kind: PlacementKind, _ rect: Rect) -> PlacementChange {
        PlacementChange(kind: kind, rect: rect, monitor: monitor, scale: 1)
    }
    private func store(_ folder: String) -> PlacementStore {
        PlacementStore(profile: folder, console: Console(OutputOptions()))
    }
    private func path(_ folder: String) -> String { "\(folder)/state/placement" }

    @Test("a place is there in the next run; two instances do not take each other's away")
    func kept() async throws {
        try await withFolder { folder in
            let first = store(folder)
            let second = store(folder)
            #expect(first.load() == PlacementMemory())
            first.remember(Self.change(.call, Rect(x: 30, y: 40, width: 320, height: 180)))
            first.finish()
            second.remember(Self.change(.live, Rect(x: 600, y: 40, width: 320, height: 180)))
            second.finish()
            let memory = store(folder).load()
            #expect(memory.place(.call, on: Self.monitor.identity)?.inset == Size(30, 40))
            #expect(memory.place(.live, on: Self.monitor.identity)?.corner == .upperRight)
        }
    }

    @Test("a damaged file is set aside, and places are kept again")
    func damaged() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/state", withIntermediateDirectories: true)
            try Data("nonsense\n".utf8).write(to: URL(fileURLWithPath: path(folder)))
            let store = store(folder)
            #expect(store.load() == PlacementMemory())
            #expect(FileManager.default.fileExists(atPath: path(folder) + ".damaged"))
            store.remember(Self.change(.call, Rect(x: 30, y: 40, width: 320, height: 180)))
            store.finish()
            #expect(self.store(folder).load().place(.call, on: Self.monitor.identity) != nil)
        }
    }

    @Test("a file of a later form is read as far as it is understood, and not written over")
    func future() async throws {
        try await withFolder { folder in
            var memory = PlacementMemory()
            Self.change(.call, Rect(x: 30, y: 40, width: 320, height: 180)).apply(to: &memory)
            var groups = memory.groups
            groups["placement"]?["version"] = "99"
            groups["holograms"] = ["depth": "3"]
            try KeyFile.write(groups, to: path(folder))
            let store = store(folder)
            #expect(store.load() == memory)
            store.remember(Self.change(.live, Rect(x: 600, y: 40, width: 320, height: 180)))
            store.finish()
            #expect(try KeyFile.read(path(folder)) == groups)
        }
    }

    @Test("where nothing can be written the program goes on")
    func unwritable() async throws {
        try await withFolder { folder in
            try Data().write(to: URL(fileURLWithPath: "\(folder)/state"))
            let store = store(folder)
            #expect(store.load() == PlacementMemory())
            store.remember(Self.change(.call, Rect(x: 30, y: 40, width: 320, height: 180)))
            store.finish()
        }
    }

    /// What a store says, in order.
    private final class Said: Sendable {
        let lines = Lock<[String]>([])
        var all: [String] { lines.withLock { $0 } }
    }
    private func listening(_ folder: String) -> (PlacementStore, Said) {
        let said = Said()
        let console = Console { line in said.lines.withLock { $0.append(line) } }
        return (PlacementStore(profile: folder, console: console), said)
    }

    @Test("a file that was damaged since the start is set aside, not written over, and it is said once")
    func damagedMeanwhile() async throws {
        try await withFolder { folder in
            let (store, said) = listening(folder)
            _ = store.load()
            store.remember(Self.change(.call, Rect(x: 30, y: 40, width: 320, height: 180)))
            store.finish()
            try Data("nonsense\n".utf8).write(to: URL(fileURLWithPath: path(folder)))
            store.remember(Self.change(.live, Rect(x: 30, y: 40, width: 320, height: 180)))
            store.finish()
            let aside = try String(contentsOfFile: path(folder) + ".damaged", encoding: .utf8)
            #expect(aside == "nonsense\n")
            #expect(self.store(folder).load().place(.live, on: Self.monitor.identity) != nil)
            #expect(await settle { said.all.count == 1 }, "\(said.all)")
            #expect(said.all.first?.contains("places are learnt anew") == true)
        }
    }

    @Test("a later porthole wrote the file meanwhile: it is left alone from then on, and it is said once")
    func futureMeanwhile() async throws {
        try await withFolder { folder in
            let (store, said) = listening(folder)
            _ = store.load()
            let groups = ["placement": ["version": "99"], "holograms": ["depth": "3"]]
            try KeyFile.write(groups, to: path(folder))
            for x in 1...3 {
                store.remember(Self.change(.live, Rect(x: x, y: 40, width: 320, height: 180)))
                store.finish()
            }
            #expect(try KeyFile.read(path(folder)) == groups)
            #expect(await settle { said.all.count == 1 }, "\(said.all)")
        }
    }

    @Test(
        "an empty file is no memory, a huge one, a binary one and a folder in its place are set aside",
        arguments: ["empty", "huge", "binary", "folder", "half"])
    func wild(_ kind: String) async throws {
        try await withFolder { folder in
            let (store, said) = listening(folder)
            try FileManager.default.createDirectory(atPath: "\(folder)/state", withIntermediateDirectories: true)
            let file = URL(fileURLWithPath: path(folder))
            switch kind {
            case "empty": try Data().write(to: file)
            case "huge": try Data(repeating: 97, count: KeyFile.largest + 1).write(to: file)
            case "binary": try Data([0, 1, 2, 0xff, 0xfe]).write(to: file)
            case "half": try Data("[call DP-1 ]\nkind=call\noutput=DP-1\ncorner=low".utf8).write(to: file)
            default: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            }
            #expect(store.load() == PlacementMemory())
            store.remember(Self.change(.call, Rect(x: 30, y: 40, width: 320, height: 180)))
            store.finish()
            #expect(self.store(folder).load().place(.call, on: Self.monitor.identity) != nil)
            let isFine = kind == "empty" || kind == "half"
            #expect(said.all.isEmpty == isFine, "\(said.all)")
            #expect(FileManager.default.fileExists(atPath: path(folder) + ".damaged") != isFine)
        }
    }

    @Test("a folder that can't be written: it is said once, with the reason, and the file stays as it is")
    func readOnly() async throws {
        try await withFolder { folder in
            // Whoever is root may write everywhere but into a file that stands for a folder.
            try FileManager.default.createDirectory(atPath: "\(folder)/state", withIntermediateDirectories: true)
            let (store, said) = listening(folder)
            _ = store.load()
            try FileManager.default.removeItem(atPath: "\(folder)/state")
            try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/state"))
            for x in 1...3 {
                store.remember(Self.change(.call, Rect(x: x, y: 40, width: 320, height: 180)))
                store.finish()
            }
            #expect(await settle { !said.all.isEmpty })
            #expect(said.all.count == 1 && said.all.first?.contains("places of windows are not kept") == true)
            #expect(try String(contentsOfFile: "\(folder)/state", encoding: .utf8) == "mine")
        }
    }
}
