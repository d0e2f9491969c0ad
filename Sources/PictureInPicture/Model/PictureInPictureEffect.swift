public import Geometry

/// What a controller has to do. What `PictureInPictureState.reduce` gives, in order.
public enum PictureInPictureEffect: Sendable, Hashable {
    /// One call of the delegate (spec S3).
    public enum Notice: Sendable, Hashable {
        /// `pictureInPictureControllerWillStartPictureInPicture`.
        case willStart
        /// `pictureInPictureControllerDidStartPictureInPicture`.
        case didStart
        /// `pictureInPictureController(_:failedToStartPictureInPictureWithError:)`.
        case failedToStart(PictureInPictureError)
        /// `pictureInPictureControllerWillStopPictureInPicture`.
        case willStop
        /// `pictureInPictureControllerDidStopPictureInPicture`.
        case didStop
    }
    /// How the window goes.
    public enum Exit: Sendable, Hashable {
        /// At once; nothing is reported back.
        case atOnce
        /// It fades, where a compositor is present, and reports `windowClosed`.
        case fade
        /// It moves back to where the stage is and reports `windowClosed`.
        case toStage
    }

    /// The active set holds the controller from here on (spec S5).
    case enterActiveSet
    /// The active set lets it go.
    case leaveActiveSet
    /// The delegate is told.
    case notify(Notice)
    /// The window is made, with the last picture, and mapped.
    case openWindow
    /// The window takes the shape of the picture.
    case reshapeWindow(Size)
    /// The window goes.
    case closeWindow(Exit)
    /// The delegate is asked to restore the user interface, and answers with this number.
    case askRestore(id: Int)
    /// `stageShowedFrame` is due as soon as the stage shows the picture.
    case awaitStageFrame
    /// `deadlinePassed` is due after its time.
    case schedule(Deadline)
    /// It is not due any more.
    case cancel(Deadline)
    /// The main window shows something else of the session.
    case present(StagePresentation)
    /// The window draws this many pixels; zero after the stop.
    case renderSizeChanged(Size)
    /// What the close button means is carried out, once.
    case carryOut(CloseMeaning)
    /// Something worth a line in the log.
    case warn(String)
}
