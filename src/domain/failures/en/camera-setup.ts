/** English. A camera is registered, recovered, verified or removed. */
import type { cameraSetup as rows } from "../rows/camera-setup.ts";
import type { TextsOf } from "../texts-of.ts";

export const cameraSetup: TextsOf<typeof rows> = {
  "camera/bad-uri": "{cause}",
  "uri/unreadable": "The connection URI cannot be read.",
  "uri/scheme": "The connection URI must begin with {plain} or {secure}.",
  "uri/no-host": "The connection URI names no host.",
  "camera/unknown-host": "The host {host} is not known.",
  "camera/forbidden-address": "Cameras may not be at {name}.",
  "camera/exists": "The camera is registered already as {name}.",
  "camera/password-required": "Enter the camera's password: the stored one is not sent to another address.",
  "camera/nameless": "The camera does not say what it is.",
  "camera/no-profile": "The camera has no video profile.",
  "camera/no-primary": "The camera has no primary stream.",
  "camera/sends": "The camera sends {name} at {size}.",
  "license/cameras": "The license covers {count} cameras.",
  "camera/name-required": "Camera name is required.",
  "camera/remove-failed": "failed to remove camera {name}",
  "camera/verify-failed": "Camera verification failed: {cause}",
  "camera/recover-unsupported": "Recovering a camera needs server version 2.2.2 or later.",
  "copy/no-target": "Select at least one camera.",
};
