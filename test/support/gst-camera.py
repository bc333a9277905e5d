#!/usr/bin/python3
"""RTSP test cameras on GStreamer's server: a protocol stack that is not ours.

Prints {"port": N} and serves until its stdin closes. Argument: none | basic | digest (user "admin", password "secret word").
Paths: /h264 /h265 /h264-aac /h264-pcma /jpeg /b-frames
"""

import json
import sys
import threading

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

Gst.init(None)
auth_kind = sys.argv[1] if len(sys.argv) > 1 else "none"

PICTURES = "videotestsrc is-live=true pattern=ball ! video/x-raw,width=640,height=360,framerate=15/1 ! "
H264 = (
    "x264enc tune=zerolatency speed-preset=ultrafast key-int-max=15 bitrate=600 threads=1 ! "
    "video/x-h264,profile=baseline ! rtph264pay name=pay0 pt=96 config-interval=-1 "
)
PATHS = {
    "/h264": PICTURES + H264,
    "/h264-aac": PICTURES + H264 + "audiotestsrc is-live=true ! audio/x-raw,rate=16000,channels=1 ! avenc_aac ! rtpmp4gpay name=pay1 pt=97",
    "/h264-pcma": PICTURES + H264 + "audiotestsrc is-live=true ! audio/x-raw,rate=8000,channels=1 ! alawenc ! rtppcmapay name=pay1 pt=8",
    "/h265": PICTURES
    + "x265enc tune=zerolatency speed-preset=ultrafast key-int-max=15 bitrate=600 ! "
    + "video/x-h265,profile=main ! rtph265pay name=pay0 pt=96 config-interval=-1",
    "/jpeg": PICTURES + "videoconvert ! video/x-raw,format=I420 ! jpegenc quality=80 ! rtpjpegpay name=pay0 pt=26",
    "/b-frames": PICTURES
    + "x264enc bframes=2 b-adapt=false speed-preset=veryfast key-int-max=15 rc-lookahead=4 threads=1 ! "
    + "video/x-h264,profile=main ! rtph264pay name=pay0 pt=96 config-interval=-1",
}

server = GstRtspServer.RTSPServer()
server.set_service("0")
server.set_address("127.0.0.1")
server.get_thread_pool().set_max_threads(-1)

if auth_kind != "none":
    auth = GstRtspServer.RTSPAuth()
    method = GstRtsp.RTSPAuthMethod.DIGEST if auth_kind == "digest" else GstRtsp.RTSPAuthMethod.BASIC
    auth.set_supported_methods(method)
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "user")
    if auth_kind == "digest":
        auth.add_digest("admin", "secret word", token)
    else:
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic("admin", "secret word"), token)
    # Without a right to "access" the server answers 404 instead of 401.
    anonymous = GstRtspServer.RTSPToken()
    anonymous.set_string("media.factory.role", "anonymous")
    auth.set_default_token(anonymous)
    server.set_auth(auth)

for path, pipeline in PATHS.items():
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(f"( {pipeline} )")
    factory.set_shared(True)
    factory.set_latency(0)
    if auth_kind != "none":
        rights = GstRtspServer.RTSPPermissions()
        for role, may_watch in (("user", True), ("anonymous", False)):
            rights.add_permission_for_role(role, "media.factory.access", True)
            rights.add_permission_for_role(role, "media.factory.construct", may_watch)
        factory.set_permissions(rights)
    server.get_mount_points().add_factory(path, factory)

server.attach(None)
loop = GLib.MainLoop()


def wait_for_end():
    sys.stdin.read()
    loop.quit()


threading.Thread(target=wait_for_end, daemon=True).start()
print(json.dumps({"port": server.get_bound_port()}), flush=True)
loop.run()
