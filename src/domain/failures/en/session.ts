/** English. Signing in, its session, and permissions. */
import type { session as rows } from "../rows/session.ts";
import type { TextsOf } from "../texts-of.ts";

export const session: TextsOf<typeof rows> = {
  "session/credentials-required": "'Username' and 'Password' are both required.",
  "session/domain-username": "Enter the username as user@domain.",
  "session/agreement-required": "The access agreement must be accepted.",
  "session/google-refused": "Google did not sign you in: {reason}",
  "session/wrong": "Wrong username or password.",
  "session/no-account": "There is no account {name} on this recorder.",
  "session/google-wrong": "Google did not confirm this sign-in.",
  "session/issuer-unreachable": "Google cannot be reached to confirm this sign-in.",
  "session/locked": "Too many failed attempts. Try again in {count} s.",
  "session/code-required": "Enter the one-time code of your authenticator, or a recovery code.",
  "session/passkey-or-code": "Use your passkey, or enter a one-time or recovery code.",
  "session/passkey-address":
    "Passkeys work only where the page was opened by a name over https, or on localhost; this one was opened at {origin}.",
  "session/passkey-wrong": "The passkey could not be confirmed. Try it again.",
  "session/passkey-unknown": "This passkey is not known here, or no longer.",
  "session/passkey-copied": "This passkey is refused, because a copy of it has been used. Remove it and add a new one.",
  "session/passkey-none": "No passkey was used.",
  "session/passkey-unsupported": "This browser has no passkeys.",
  "session/code-wrong": "This code is wrong or was used before.",
  "session/factor-required": "This account must have a second factor. Set it up to sign in.",
  "session/basic-with-factor":
    "This account has a second factor, or must have one: name and password alone open nothing. Sign in for a session, or use an account without one.",
  "session/required": "Sign in first.",
  "session/bad-ticket": "The ticket is not valid.",
  "session/over": "The session has ended.",
  "session/unknown": "There is no such session.",
  "session/confirm": "Enter your own password to confirm.",
  "session/not-confirmed": "This is not your password.",
  "access/app-view-only": "This app password only watches.",
  "access/app-password": "An app password does not change accounts or sign-ins.",
  "access/denied": "You do not have permission to do this.",
  "access/all-cameras": "The log tells of all cameras, and you may see only some.",
  "access/origin":
    "The request comes from another site, or a proxy does not pass on the Host header (then the setting http.origins names the address of this page).",
  "access/no-live": "You do not have permission to live stream this stream.",
  "access/no-playback": "You do not have permission to playback this stream.",
  "access/no-unmask": "You do not have permission to see without privacy masks.",
  "access/views-only": "Of this camera you may export only the views that you see it by.",
  "access/no-watermark": "RTSP cannot carry the watermark that this account's views must have.",
  "access/other-ticket": "The ticket is for another camera.",
  "access/ticket-for-ticket": "A ticket buys no ticket.",
};
