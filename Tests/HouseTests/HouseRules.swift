/// Who may import whom: one row a room, as the map of the rooms in the documentation has it.
enum HouseRules {
    /// What a room wraps or builds on, besides the system modules.
    static let rooms: [String: Set<String>] = [
        "CX11": [], "CCairo": [], "CYUV": [], "CGLib": [], "CGStreamer": [], "CMicroHTTPD": [], "CGnuTLS": [],
        "CCurl": [],
        "CScale": [],
        "Geometry": [],
        "EventLoop": ["CGLib", "Geometry"],
        "Frames": ["Geometry", "CYUV", "CScale"],
        "Views": ["Geometry", "Frames", "CCairo"],
        "PictureInPicture": ["Geometry", "Frames", "Views"],
        "XServer": ["Geometry", "CX11"],
        "Desktop": ["Geometry", "EventLoop", "XServer", "Views", "Frames", "PictureInPicture"],
        "Services": ["Geometry", "EventLoop", "CGLib"],
        "Media": ["Geometry", "EventLoop", "Frames", "CGStreamer"],
        "Calls": ["Geometry", "Media", "Frames", "Views", "PictureInPicture", "CMicroHTTPD", "CGnuTLS", "CCurl"],
        "PortholeKit": [
            "Geometry", "EventLoop", "Frames", "Views", "PictureInPicture", "XServer", "Desktop", "Services", "Media",
            "Calls",
        ],
        "Scenario": ["PortholeKit"],
        "porthole": ["PortholeKit", "Scenario", "Geometry"],
        "TestSupport": ["Geometry", "XServer"],
        "NetworkEmulation": ["Geometry", "Frames", "Media"],
        "porthole-bench": ["PortholeKit", "NetworkEmulation"],
    ]

    /// What comes with the toolchain and is no room's business to wrap.
    static let system: Set<String> = ["Dispatch", "Foundation", "Glibc", "Synchronization"]

    /// Words that stand in one room only, because it alone wraps what they call.
    static let words = ["XOpenDisplay": "XServer", "gst_init": "Media", "g_main_loop_run": "EventLoop"]

    /// What may lie at the top of the repository.
    static let topLevel: Set<String> = [
        "Package.swift", "Sources", "Tests", "Resources", "scripts", "README.md", "LICENSE", ".ci", ".swift-format",
        ".gitignore",
    ]

    /// What tools leave there, never committed.
    static let leftovers: Set<String> = [".git", ".build", ".swiftpm", "out"]

    /// What is wrong with the imports of one file.
    static func violations(room: String, file: String, source: String) -> [String] {
        guard let allowed = rooms[room] else {
            return ["\(file):1: the room \(room) has no row in the table of imports"]
        }
        let fine = allowed.union(system)
        return SourceText(source).imports.compactMap { line, module in
            fine.contains(module) ? nil : "\(file):\(line): \(room) may not import \(module)"
        }
    }

    /// Where one file uses a word of another room.
    static func strayWords(room: String, file: String, source: String) -> [String] {
        SourceText(source).code.enumerated().flatMap { index, line in
            words.compactMap { word, home in
                room != home && line.contains(word) ? "\(file):\(index + 1): \(word) belongs to \(home)" : nil
            }
        }
    }
}
