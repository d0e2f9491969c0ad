import PortholeKit

/// The two ways back.
func restorePlans() -> [[RestoreCoordinator.Step<String>]] {
    // snippet: restore-plan
    let nothingPresented = RestoreCoordinator.plan(original: "film", presented: nil)
    // [.present("film"), .complete(true)]
    let otherPresented = RestoreCoordinator.plan(original: "film", presented: "news")
    // [.dismiss("news"), .present("film"), .complete(true)]
    // end
    return [nothingPresented, otherPresented]
}
