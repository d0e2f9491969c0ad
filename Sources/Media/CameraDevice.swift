import Foundation

/// A camera of this machine, as the kernel lists it (Video4Linux, `/sys/class/video4linux`).
public struct CameraDevice: Sendable, Hashable {
    /// What it calls itself.
    public let name: String
    /// Its device file.
    public let path: String

    /// A camera.
    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    /// Those that are plugged in now, by the numbers of their devices. Reads a few small files.
    ///
    /// - Parameter folder: where the kernel lists them.
    public static func all(in folder: String = "/sys/class/video4linux") -> [CameraDevice] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let numbers = entries.compactMap { $0.hasPrefix("video") ? Int($0.dropFirst("video".count)) : nil }
        return numbers.sorted().compactMap { number in
            func read(_ file: String) -> String? {
                (try? String(contentsOfFile: "\(folder)/video\(number)/\(file)", encoding: .utf8))?
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            }
            // A camera's further devices carry what is no picture.
            guard let name = read("name"), !name.isEmpty, read("index") ?? "0" == "0" else { return nil }
            return CameraDevice(name: name, path: "/dev/video\(number)")
        }
    }
}
