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

/// The rooms that `PortholeKit` hands on. Whoever uses them through it names them too: SwiftPM compiles a target anew when
/// a module that it names has changed, and `PortholeKit` itself does not change with its rooms. What was compiled for
/// older layouts would write past the end of objects.
let kit: [Target.Dependency] = [
    "PortholeKit", "Geometry", "EventLoop", "Frames", "Views", "PictureInPicture", "XServer", "Desktop", "Services",
    "Media",
    "Calls",
]

let package = Package(
    name: "Porthole",
    products: [
        .library(name: "PortholeKit", targets: ["PortholeKit"]),
        .executable(name: "porthole", targets: ["porthole"]),
        .executable(name: "porthole-bench", targets: ["porthole-bench"]),
    ],
    targets: [
        .systemLibrary(name: "CX11", pkgConfig: "x11 xext x11-xcb xcb-shm xcb xrandr xtst xfixes xcomposite xi"),
        .systemLibrary(name: "CYUV"),
        .systemLibrary(name: "CGLib", pkgConfig: "gio-2.0"),
        .systemLibrary(name: "CCairo", pkgConfig: "pangocairo librsvg-2.0"),
        .systemLibrary(
            name: "CGStreamer",
            pkgConfig:
                "gstreamer-app-1.0 gstreamer-audio-1.0 gstreamer-video-1.0 gstreamer-pbutils-1.0 gstreamer-sdp-1.0"),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd"),
        .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls"),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),
        .target(name: "CScale"),
        .target(name: "Geometry", swiftSettings: strict),
        .target(name: "EventLoop", dependencies: ["Geometry", "CGLib"], swiftSettings: strict),
        .target(name: "Frames", dependencies: ["Geometry", "CYUV", "CScale"], swiftSettings: strict),
        .target(
            name: "Views", dependencies: ["Geometry", "Frames", "CCairo"], resources: [.embedInCode("Icons")],
            swiftSettings: strict),
        .target(name: "XServer", dependencies: ["Geometry", "CX11"], swiftSettings: strict),
        .target(
            name: "Desktop", dependencies: ["Geometry", "EventLoop", "XServer", "Views", "Frames", "PictureInPicture"],
            swiftSettings: onMain),
        .target(name: "Services", dependencies: ["Geometry", "EventLoop", "CGLib"], swiftSettings: strict),
        .target(name: "Media", dependencies: ["Geometry", "EventLoop", "Frames", "CGStreamer"], swiftSettings: strict),
        .target(name: "PictureInPicture", dependencies: ["Geometry", "Frames", "Views"], swiftSettings: strict),
        .target(
            name: "Calls",
            dependencies: [
                "Media", "Geometry", "Frames", "Views", "PictureInPicture", "CMicroHTTPD", "CGnuTLS", "CCurl",
            ],
            resources: [.embedInCode("Web")], swiftSettings: strict),
        .target(
            name: "PortholeKit",
            dependencies: Array(kit.dropFirst()), swiftSettings: strict),
        .target(name: "Scenario", dependencies: kit, swiftSettings: strict),
        .executableTarget(
            name: "porthole", dependencies: kit + ["Scenario"], resources: [.embedInCode("porthole.manifest")],
            swiftSettings: onMain),
        .target(name: "NetworkEmulation", dependencies: ["Geometry", "Frames", "Media"], swiftSettings: strict),
        .executableTarget(name: "porthole-bench", dependencies: kit + ["NetworkEmulation"], swiftSettings: strict),
        .testTarget(
            name: "ViewsTests", dependencies: ["Geometry", "Frames", "Views"], exclude: ["Golden"],
            swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: ["Geometry", "XServer"], path: "Tests/Support", exclude: ["idle.py"],
            swiftSettings: strict),
        .testTarget(
            name: "MediaTests", dependencies: ["Geometry", "Frames", "Media", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "XServerTests", dependencies: ["Geometry", "XServer", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "DesktopTests",
            dependencies: [
                "Geometry", "Frames", "Views", "XServer", "PictureInPicture", "Desktop", "TestSupport",
                "porthole-bench",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FramesTests", dependencies: ["Geometry", "Frames", "CScale"], swiftSettings: strict),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry"], swiftSettings: strict),
        .testTarget(
            name: "CallsTests", dependencies: ["Calls", "Media", "PictureInPicture", "Frames", "Geometry", "Views"],
            swiftSettings: strict),
        .testTarget(
            name: "DirectTests",
            dependencies: ["Calls", "Media", "Frames", "Geometry", "NetworkEmulation", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PictureInPictureTests", dependencies: ["PictureInPicture", "Frames", "Geometry", "Views"],
            swiftSettings: strict),
        .testTarget(
            name: "ScenarioTests", dependencies: kit + ["Scenario", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "HouseTests", swiftSettings: strict),
        .testTarget(
            name: "DocumentationTests", dependencies: kit + ["TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ServicesTests", dependencies: ["Services", "Geometry", "TestSupport"], exclude: ["locks.py"],
            swiftSettings: strict),
        .testTarget(
            name: "PortholeTests", dependencies: kit + ["porthole", "Scenario", "TestSupport"],
            exclude: ["notifications.py", "browser.py", "aiortc_caller.py", "ice_caller.py", "whip.py", "rude.py"],
            swiftSettings: strict),
    ]
)
