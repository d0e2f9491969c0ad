import Foundation
import PortholeKit
import Testing

@testable import porthole

/// Which camera calls use, on machines with cameras that are made up.
@Suite struct CameraChoiceTests {
    private static let cameras = [
        CameraDevice(name: "Integrated Camera", path: "/dev/video0"),
        CameraDevice(name: "BRIO 4K", path: "/dev/video2"),
    ]

    @Test(
        "a camera is meant by its name, by a part of it that only it has, by its device, or as a source",
        arguments: [
            ("BRIO 4K", "camera:/dev/video2"), ("brio", "camera:/dev/video2"), ("/dev/video0", "camera:/dev/video0"),
            ("integrated camera", "camera:/dev/video0"), ("camera:1", "camera:1"), ("test:bars", "test:bars"),
        ])
    func right(_ word: String, _ source: String) throws {
        #expect(try CameraChoice.source(word, among: Self.cameras) == source)
    }

    @Test("a name that no camera has, or several have, is refused in a line that lists those that are there")
    func wrong() {
        for word in ["webcam", "r", "", "tset:bars"] {
            let problem = #expect(throws: CameraChoice.Problem.self) {
                try CameraChoice.source(word, among: Self.cameras)
            }
            #expect(problem?.description.contains("Integrated Camera, BRIO 4K") == true, "\(word)")
        }
        let none = #expect(throws: CameraChoice.Problem.self) { try CameraChoice.source("x", among: []) }
        #expect(none?.description.contains("there is none on this machine") == true)
    }

    @Test("cameras are listed as the kernel does: by number, without their further devices and what is broken")
    func list() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("v4l-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (device, name, index) in [
            ("video10", "Late", "0"), ("video2", "BRIO 4K", "0"), ("video3", "BRIO 4K", "1"), ("video4", "", "0"),
            ("v4l-subdev0", "Sensor", "0"), ("videoX", "None", "0"),
        ] {
            let place = folder.appendingPathComponent(device)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try "\(name)\n".write(to: place.appendingPathComponent("name"), atomically: true, encoding: .utf8)
            try "\(index)\n".write(to: place.appendingPathComponent("index"), atomically: true, encoding: .utf8)
        }
        #expect(
            CameraDevice.all(in: folder.path) == [
                CameraDevice(name: "BRIO 4K", path: "/dev/video2"), CameraDevice(name: "Late", path: "/dev/video10"),
            ])
        #expect(CameraDevice.all(in: folder.path + "/none").isEmpty)
    }
}
