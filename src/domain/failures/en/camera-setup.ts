/** English. A camera is registered, recovered, verified or removed. */
import type { cameraSetup as rows } from "../rows/camera-setup.ts";
import type { TextsOf } from "../texts-of.ts";

export const cameraSetup: TextsOf<typeof rows> = {
  "camera/bad-uri": "{cause}",
  "camera/uri-required": "Enter an address without spaces.",
  "uri/unreadable": "The connection URI cannot be read.",
  "uri/scheme": "The connection URI must begin with {plain} or {secure}.",
  "uri/no-host": "The connection URI names no host.",
  "uri/credentials":
    "The address cannot be read: a name or password with one of # / ? \\ % @ or a space stands in it. Enter name and password in their own fields, or percent-encoded (# as %23, / as %2F, ? as %3F, @ as %40).",
  "camera/login-in-address":
    "{cause} Name and password were read from the address, where a % begins an encoded character: enter them in their own fields, or write % as %25.",
  "setup/network":
    "The camera cannot be reached: {cause}. Check its address and port, its cable and power, and what stands between, such as a firewall.",
  "setup/login":
    "The camera refused the username or password: {cause}. Check both; many cameras have users of their own for RTSP.",
  "setup/codec": "The camera's video cannot be read: {cause}. Set its encoder to H.264, H.265 or Motion JPEG.",
  "setup/no-key-frame":
    "The camera sends, but {cause}. Set a shorter interval of key pictures (I frames, GOV length) in the camera.",
  "setup/no-video":
    "The camera sends {cause} at this address. Check the path, and that the camera's video is switched on.",
  "setup/no-stream":
    "There is no stream at this address: {cause}. Look its path up in the camera's manual, or add the camera as ONVIF, which finds it.",
  "setup/web-page":
    "There is no RTSP at this address: {cause}. RTSP usually has port 554; for the camera's web port choose ONVIF.",
  "setup/no-mjpeg":
    "There is no video at this address: {cause}. Look the path of the MJPEG stream up in the camera's manual, or add the camera by RTSP or as ONVIF.",
  "setup/silent":
    "The camera answers, but sends no video: {cause}. Check that the stream is switched on, and that the camera has not reached its number of viewers.",
  "setup/answer":
    "The camera's answer is not understood: {cause}. Check the address; if it is right, add the camera as ONVIF or update its firmware.",
  "camera/unknown-host": "The host {host} is not known.",
  "camera/forbidden-address": "Cameras may not be at {name}.",
  "camera/borrowed": "The camera belongs to {name}, and is only recorded here for it. Change it there.",
  "camera/exists": "The camera is registered already as {name}.",
  "camera/password-required": "Enter the camera's password: the stored one is not sent to another address.",
  "camera/no-profile":
    "The camera has no video profile (ONVIF call GetProfiles). Set one up on the camera's own page, or add its stream as Generic RTSP.",
  "camera/no-primary": "The camera has no primary stream.",
  "camera/sends": "The camera sends {name} at {size}.",
  "license/cameras": "The license covers {count} cameras.",
  "camera/name-required": "Camera name is required.",
  "camera/remove-failed": "failed to remove camera {name}",
  "camera/verify-failed": "Camera verification failed: {cause}",
  "camera/recover-unsupported": "Recovering a camera needs server version 2.2.2 or later.",
  "copy/no-target": "Select at least one camera.",
};
