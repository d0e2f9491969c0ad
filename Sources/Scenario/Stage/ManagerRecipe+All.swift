extension ManagerRecipe {
    /// The recipe of a manager that the table knows.
    static func named(_ name: ManagerName) -> ManagerRecipe {
        var recipe = bare(name)
        switch name {
        case .xfwm4Composite, .metacityComposite, .marcoComposite, .kwinComposite, .mutter, .muffin:
            recipe.composites = true
        default: break
        }
        return recipe
    }

    private static func bare(_ name: ManagerName) -> ManagerRecipe {
        func recipe(
            _ words: [String], environment: [String: String] = [:], files: [File] = [], bus: Bool = false,
            replace: String? = nil
        ) -> ManagerRecipe {
            ManagerRecipe(
                name: name.rawValue, words: words, environment: environment, files: files, needsBus: bus,
                replaceWord: replace)
        }
        switch name {
        case .openbox: return recipe(["openbox", "--sm-disable"], replace: "--replace")
        case .i3:
            // Without a file of its own it asks its user to make one.
            let file = File(path: ".config/i3/config", text: "# i3 config file (v4)\nfont pango:monospace 8\n")
            return recipe(["i3", "-a"], files: [file], replace: "--replace")
        case .xfwm4, .xfwm4Composite:
            let isComposite = name == .xfwm4Composite
            var xfwm4 = recipe(
                ["xfwm4", "--compositor=\(isComposite ? "on" : "off")", "--vblank=off", "--sm-client-disable"],
                bus: true,
                replace: "--replace")
            if isComposite { xfwm4.stalePixels = [.takeover] }
            return xfwm4
        case .icewm: return recipe(["icewm"], replace: "--replace")
        case .jwm: return recipe(["jwm"])
        case .fluxbox: return recipe(["fluxbox"])
        case .awesome:
            var awesome = recipe(["awesome"], bus: true, replace: "--replace")
            // Version 4.3 stays, and whoever would take over leaves.
            awesome.givesWay = false
            return awesome
        case .bspwm:
            let file = File(
                path: ".config/bspwm/bspwmrc", text: "#!/bin/sh\nbspc monitor -d 1 2 3\n", isProgram: true)
            return recipe(["bspwm"], files: [file])
        case .herbstluftwm:
            let text = "#!/bin/sh\nherbstclient add 1\nherbstclient add 2\n"
            return recipe(
                ["herbstluftwm"],
                files: [File(path: ".config/herbstluftwm/autostart", text: text, isProgram: true)],
                replace: "--replace")
        case .twm:
            // Else it waits for the user to place each window by hand, and wants fonts that no server brings along.
            let fonts = ["Title", "Resize", "Menu", "Icon", "IconManager"].map { "\($0)Font \"fixed\"\n" }.joined()
            return recipe(
                ["twm"], environment: ["LC_ALL": "C"],
                files: [File(path: ".twmrc", text: "RandomPlacement\nUsePPosition \"on\"\n" + fonts)])
        case .fvwm:
            // Its own default brings a panel that takes a tenth of the screen.
            let text = "Style * ClickToFocus, MinOverlapPlacement\n"
            return recipe(["fvwm"], files: [File(path: ".fvwm/config", text: text)])
        case .spectrwm: return recipe(["spectrwm"])
        case .wmaker:
            // Without its monitor, which answers a crash with a question to the user and holds the server meanwhile. It
            // crashes when its last window goes while it starts: only then does it give the focus.
            var wmaker = recipe(["wmaker", "--for-real", "--no-dock", "--no-clip"])
            wmaker.focusesWhenReady = true
            return wmaker
        case .metacity, .marco:
            return recipe([name.rawValue, "--no-composite", "--sm-disable"], bus: true, replace: "--replace")
        case .metacityComposite:
            return recipe(["metacity", "--composite", "--sm-disable"], bus: true, replace: "--replace")
        case .marcoComposite: return recipe(["marco", "--composite", "--sm-disable"], bus: true, replace: "--replace")
        case .mutter: return recipe(["mutter", "--x11", "--sm-disable"], bus: true, replace: "--replace")
        case .muffin:
            var muffin = recipe(["muffin", "--x11", "--sm-disable"], bus: true, replace: "--replace")
            muffin.stalePixels = [.workspace]
            return muffin
        case .kwin, .kwinComposite:
            return recipe(
                ["kwin_x11"], environment: ["KWIN_COMPOSE": name == .kwin ? "N" : "O2"], bus: true, replace: "--replace"
            )
        }
    }
}
