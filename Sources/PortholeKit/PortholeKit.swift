@_exported public import Desktop
@_exported public import EventLoop
@_exported public import Frames
@_exported public import Geometry
@_exported public import Media
@_exported public import Services
@_exported public import Views
@_exported public import XServer
