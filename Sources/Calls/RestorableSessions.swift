public import PictureInPicture

// A session is what `PlayerPresenter` presents and brings back, as it does with player controllers (spec S6).
extension CallSession: RestorablePlayer {}
extension LiveSession: RestorablePlayer {}
