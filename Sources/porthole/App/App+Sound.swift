import Foundation
import PortholeKit

// Which microphone, speaker and camera calls use.
extension App {
    /// What a new call uses: what its command line names, else what was chosen before.
    func sound(_ options: SessionOptions) -> CallSound {
        func name(_ given: String?, _ key: SettingsStore.Key) -> String? {
            let word = given ?? settings.value(key)
            return word?.lowercased() == "default" ? nil : word
        }
        return CallSound(microphone: name(options.microphone, .microphone), speaker: name(options.speaker, .speaker))
    }

    /// - Throws: which devices there are, when one that was named is none of them.
    func checkSound(_ options: SessionOptions) throws(OpenError) {
        let named = [(SoundPart.microphone, options.microphone), (.speaker, options.speaker)].filter { $0.1 != nil }
        guard !named.isEmpty, !options.isSilent else { return }
        // The user waits for the call anyway.
        let devices = SoundDevice.all(within: 1)
        for (part, word) in named {
            guard let word else { continue }
            do throws(NoSoundDevice) {
                _ = try NoSoundDevice.name(word, part, among: devices)
            } catch {
                throw OpenError(error.description)
            }
        }
    }

    /// `ctl microphone` and `ctl speaker`, for all calls that run and for later ones; needs no call. The server is asked
    /// without waiting: one that hangs keeps nobody but who asked.
    func controlSound(
        _ part: SoundPart, _ word: String, _ done: @escaping @MainActor @Sendable (ControlOutcome) -> Void
    ) {
        Task {
            let devices = await SoundDevice.current()
            do throws(NoSoundDevice) {
                guard word != "list" else {
                    guard let devices else { throw NoSoundDevice(part: part, word: word, there: nil) }
                    let now = screens.last { $0.sound != nil && !$0.isOver }?.sound ?? sound(options)
                    return done(ControlOutcome(text: DeviceMenu.list(part, devices, chosen: now[part])))
                }
                useSound(part, try NoSoundDevice.name(word, part, among: devices))
                done(ControlOutcome())
            } catch {
                done(ControlOutcome(code: .failed, text: error.description))
            }
        }
    }

    /// Another device from now on; nil: the default one.
    private func useSound(_ part: SoundPart, _ name: String?) {
        settings.set(part == .microphone ? .microphone : .speaker, name)
        for screen in screens { screen.sound?[part] = name }
    }

    // MARK: Menus and meters

    /// Lets the buttons of a call offer the devices, and its meter move.
    func offerDevices(_ screen: SessionScreen, _ call: CallSession) {
        guard let sound = screen.sound else { return }
        call.view.actions.chooseSound = { [weak self, weak screen, weak call] in
            Task {
                let menu = DeviceMenu(await SoundDevice.current(), chosen: sound.devices)
                if let self, let screen, let call { self.show(menu, at: call.view.microphoneAnchor, screen) }
            }
        }
        call.view.actions.chooseCamera = { [weak self, weak screen, weak call] in
            guard let self, let screen, let call else { return }
            let menu = DeviceMenu(CameraDevice.all(), source: screen.camera ?? self.camera(screen.options))
            self.show(menu, at: call.view.cameraAnchor, screen)
        }
        moveMeter(screen, call, sound)
    }

    private func show(_ devices: DeviceMenu, at place: CGRect, _ screen: SessionScreen) {
        guard let anchor = onScreen(place), !screen.isOver else { return }
        deviceMenu?.close()
        deviceMenu = PopUpMenu(desktop, devices.menu, at: anchor, scale: desktop.scale) { [weak self] number in
            guard let self else { return }
            self.deviceMenu = nil
            switch devices.choice(number) {
            case .sound(let part, let name): self.useSound(part, name)
            case .camera(let path): _ = self.useCamera(path, in: screen)
            case nil: break
            }
        } dismiss: { [weak self] in
            self?.deviceMenu = nil
        }
    }

    /// Ten times a second while the call is there.
    private func moveMeter(_ screen: SessionScreen, _ call: CallSession, _ sound: CallSound) {
        guard !screen.isOver else { return }
        // Without a microphone it would only ever be empty.
        let isOpen = !screen.options.isSilent && call.state.value.phase == .connected && !call.state.value.isResting
        call.view.microphoneLevel = isOpen ? sound.level(of: .microphone) : nil
        screen.meterAlarm = environment.clock.after(0.1) { [weak self, weak screen, weak call] in
            if let self, let screen, let call { self.moveMeter(screen, call, sound) }
        }
    }
}
