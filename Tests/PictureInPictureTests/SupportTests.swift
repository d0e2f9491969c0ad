import Geometry
import PictureInPicture
import Testing

/// What can be shown where, and the words for it (spec S2, S3).
@Suite struct SupportTests {
    @Test(
        "S2: supported, or the reason why not",
        arguments: [
            (Size(1280, 800), [24], nil), (Size(120, 120), [32], nil), (nil, [24], UnsupportedReason.noDisplay),
            (Size(1280, 800), [16, 8], .noTrueColorVisual), (Size(1280, 800), [], .noTrueColorVisual),
            (Size(1280, 119), [24], .screenTooSmall(Size(1280, 119))),
        ] as [(Size?, Set<Int>, UnsupportedReason?)])
    func support(_ screen: Size?, _ depths: Set<Int>, _ reason: UnsupportedReason?) {
        let support = PictureInPictureSupport(screen: screen, trueColorDepths: depths)
        #expect(support.reason == reason)
        #expect(support.isSupported == (reason == nil))
    }

    static let errors: [PictureInPictureError] = [
        .unsupported(.noDisplay), .unsupported(.noTrueColorVisual), .unsupported(.screenTooSmall(Size(1, 1))),
        .systemPictureInPictureDisabled, .backgroundModeMissing, .audioSessionInactive, .audioSessionFailed("refused"),
        .noVideo, .notEnabled, .tooManyViews(limit: 8), .sessionEnded, .cancelled, .closed, .replaced,
        .startTimedOut(seconds: 5), .windowFailed("BadAlloc"), .displayLost,
    ]

    @Test("S3: every error says what is wrong and what to do, in one line of two sentences", arguments: errors)
    func remedies(_ error: PictureInPictureError) {
        #expect(error.description == "\(error.reason) \(error.remedy)")
        #expect(!error.description.contains("\n"))
        for sentence in [error.reason, error.remedy] {
            #expect(
                sentence.hasSuffix(".") && sentence.first?.isUppercase == true && sentence.count > 10, "\(sentence)")
        }
    }

    @Test("S3: every error has a code of its own")
    func codes() {
        let codes = Self.errors.map(\.code)
        #expect(Set(codes).count == 15)
        #expect(codes.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" } })
    }

    @Test("B6: the automatic policy wants everything at once")
    func policy() {
        let good = AutomaticPolicy.Candidate(kind: .call)
        #expect(AutomaticPolicy().floats(good, on: .iconified))
        #expect(!AutomaticPolicy(isOn: false).floats(good, on: .iconified))
        #expect(!AutomaticPolicy().floats(good, on: .covered))
        #expect(AutomaticPolicy(floatsWhenCovered: true).floats(good, on: .covered))
        for change: @Sendable (inout AutomaticPolicy.Candidate) -> Void in [
            { $0.isRunning = false }, { $0.isPossible = false }, { $0.isDismissed = true },
            { $0.startsAutomatically = false },
        ] {
            var candidate = good
            change(&candidate)
            #expect(!AutomaticPolicy().floats(candidate, on: .hidden))
        }
    }

    @Test("S8: one slot for calls, one for lives, one for each view")
    func slots() {
        #expect(SessionKind.call.slot == .call && SessionKind.live.slot == .live)
        #expect(SessionKind.view(1).slot != SessionKind.view(2).slot)
        #expect(SessionKind.view(3).slot.description == "view-3")
        #expect(WindowSlot.viewLimit == 8)
    }
}
