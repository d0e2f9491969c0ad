// swift-tools-version: 6.2
import PackageDescription

/// What every room is built with. No warning is let through.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]
/// Rooms that live on the main actor.
let onMain: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "Porthole",
    products: [
        .library(name: "PortholeKit", targets: ["PortholeKit"]),
        .executable(name: "porthole", targets: ["porthole"]),
        .executable(name: "porthole-bench", targets: ["porthole-bench"]),
    ],
    targets: [
        .systemLibrary(name: "CX11", pkgConfig: "x11 xext x11-xcb xcb-shm xcb xrandr xtst xfixes"),
        .systemLibrary(name: "CYUV"),
        .systemLibrary(name: "CGLib", pkgConfig: "gio-2.0"),
        .systemLibrary(name: "CCairo", pkgConfig: "pangocairo librsvg-2.0"),
        .systemLibrary(name: "CGStreamer", pkgConfig: "gstreamer-app-1.0 gstreamer-video-1.0"),
        .target(name: "CScale"),
        .target(name: "Geometry", swiftSettings: strict),
        .target(name: "EventLoop", dependencies: ["Geometry", "CGLib"], swiftSettings: strict),
        .target(name: "Frames", dependencies: ["Geometry", "CYUV", "CScale"], swiftSettings: strict),
        .target(name: "Views", dependencies: ["Geometry", "Frames", "CCairo"], swiftSettings: strict),
        .target(name: "XServer", dependencies: ["Geometry", "CX11"], swiftSettings: strict),
        .target(name: "Desktop", dependencies: ["Geometry", "XServer", "Views", "Frames"], swiftSettings: onMain),
        .target(name: "Services", dependencies: ["Geometry", "EventLoop", "CGLib"], swiftSettings: strict),
        .target(name: "Media", dependencies: ["Geometry", "EventLoop", "Frames", "CGStreamer"], swiftSettings: strict),
        .target(
            name: "PortholeKit",
            dependencies: ["Geometry", "EventLoop", "Frames", "Views", "XServer", "Desktop", "Services", "Media"],
            swiftSettings: strict),
        .executableTarget(name: "porthole", dependencies: ["PortholeKit"], swiftSettings: onMain),
        .executableTarget(name: "porthole-bench", dependencies: ["PortholeKit"], swiftSettings: strict),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry"], swiftSettings: strict),
        .testTarget(
            name: "FramesTests", dependencies: ["Frames", "Geometry", "CScale"], swiftSettings: strict),
    ]
)
