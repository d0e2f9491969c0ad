import Foundation
import Services
import TestSupport
import Testing

@Suite("Key files", .timeLimit(.minutes(10)))
struct KeyFileTests {
    @Test("what is written is read again, whatever is in it, in a folder that is made for it")
    func roundTrip() async throws {
        try await withFolder { folder in
            let path = "\(folder)/a/b/places"
            let groups = [
                "one": ["key": "value", "empty": "", "odd": " ;=[]\\ \n\t ä 漢 ", "number": "12"],
                "call DP-1 DEL-1": ["corner": "upper-left"], "none": [:],
            ]
            #expect(try KeyFile.read(path) == nil)
            try KeyFile.write(groups, to: path)
            var expected = groups
            // A group without a key is no group to GLib.
            expected["none"] = nil
            #expect(try KeyFile.read(path) == expected)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try KeyFile.write(["other": ["a": "b"]], to: path)
            #expect(try KeyFile.read(path) == ["other": ["a": "b"]])
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/a/b") == ["places"])
        }
    }

    @Test("an empty file has no groups")
    func empty() async throws {
        try await withFolder { folder in
            try Data().write(to: URL(fileURLWithPath: "\(folder)/places"))
            #expect(try KeyFile.read("\(folder)/places") == [:])
        }
    }

    @Test(
        "what is no key file is told, and set aside without losing an earlier one",
        arguments: [
            Data("no group here\n".utf8), Data([0xff, 0xfe, 0, 1]), Data("[a]\nkey\u{0}=1\n".utf8),
            Data(repeating: 0x41, count: KeyFile.largest + 1), Data("[open\nkey=1\n".utf8),
        ])
    func damaged(_ data: Data) async throws {
        try await withFolder { folder in
            let path = "\(folder)/places"
            try data.write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: KeyFileError.self) { try KeyFile.read(path) }
            guard case .damaged(path, let reason)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(!reason.isEmpty && error?.description.contains("Remove it") == true)
            #expect(try KeyFile.setAside(path) == path + ".damaged")
            #expect(try KeyFile.read(path) == nil)
            #expect(FileManager.default.contents(atPath: path + ".damaged") == data)
            try Data("again".utf8).write(to: URL(fileURLWithPath: path))
            #expect(try KeyFile.setAside(path) == path + ".damaged-again")
            #expect(FileManager.default.contents(atPath: path + ".damaged") == data)
        }
    }

    @Test("a folder, or a pipe that nobody writes to, is no file: it is told at once")
    func noFile() async throws {
        try await withFolder { folder in
            #expect(throws: KeyFileError.self) { try KeyFile.read(folder) }
            #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
            #expect(throws: KeyFileError.self) { try KeyFile.read("\(folder)/pipe") }
        }
    }

    @Test("where nothing can be written it is told, with the folder's name")
    func unwritable() async throws {
        try await withFolder { folder in
            try Data().write(to: URL(fileURLWithPath: "\(folder)/file"))
            let error = #expect(throws: KeyFileError.self) {
                try KeyFile.write(["a": ["b": "c"]], to: "\(folder)/file/places")
            }
            #expect(error?.description.contains("\(folder)/file") == true)
        }
    }
}
