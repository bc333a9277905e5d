/** English. An ONVIF call that came to nothing: which one, why, and what to do. */
import type { onvif as rows } from "../rows/onvif.ts";
import type { TextsOf } from "../texts-of.ts";

export const onvif: TextsOf<typeof rows> = {
  "onvif/fault": "{cause}",
  "onvif/unreachable": "The camera cannot be reached: {cause}.",
  "onvif/at-call": "{cause} (ONVIF call {name} at {address}). Check its address and port, and that it is switched on",
  "onvif/unauthorized": "The camera refused the username or password.",
  "onvif/login-wrong":
    "The camera refused the username or password (ONVIF call {name}). Check both: many cameras have users for ONVIF of their own.",
  "onvif/login-rights":
    "The camera refused {name} to this user, whose password it has accepted before. Give the user the rights of an operator in the camera, or enter its new password.",
  "onvif/login-unanswerable":
    "The camera asks for the password in a way that anyone in between could read, or that is not known (ONVIF call {name}). Switch its HTTP login to digest.",
  "onvif/clock-off":
    "The camera refused the login (ONVIF call {name}), and its clock is {count} min off. Set the camera's clock and time zone, by NTP if you can; if that does not help, check username and password.",
  "onvif/clock-unknown":
    "The camera refused the login (ONVIF call {name}), and does not tell its time. Check username and password, and set the camera's clock.",
  "onvif/clock-refused":
    "The camera refused the login because of its time (ONVIF call {name}). Set the clocks of the camera and of this recorder.",
  "camera/said": "The camera refused {name}: {reason}. Try it again; if it stays so, restart the camera.",
  "camera/declined": "The camera refused {name}: {reason}. Check this setting on the camera's own page.",
  "camera/not-supported":
    "The camera does not support {name}: {reason}. Update its firmware; its video alone can be added as Generic RTSP.",
  "camera/no-message":
    "The camera answered {name} with status {status} and no ONVIF message. Check the address, and that ONVIF is switched on in the camera.",
  "camera/moved": "The camera refers {name} to {address}. Enter that address.",
};
