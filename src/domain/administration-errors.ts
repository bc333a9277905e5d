/**
 * The part of the error catalogue with which servers refuse what only the screens of the administration ask of them: those
 * bring its words along. As in refusals.ts, a server says the English and the client the language of the page.
 */
import { type CatalogueEntry, entry, ours, speakerOf } from "./first-errors.ts";

export const administrationErrors = {
  request_late: ours("The request took too long to come."),
  request_too_large: ours("Request body is too large", false),
  storage_gone: ours("The storage of the recordings is not there."),

  // a camera is registered, recovered or verified
  camera_bad_uri: ours("The connection URI cannot be read.", false),
  camera_bad_scheme: ours("The connection URI must begin with {plain} or {secure}.", false),
  camera_no_host: ours("The connection URI names no host.", false),
  camera_unknown_host: ours("The host {host} is not known."),
  camera_forbidden_address: ours("Cameras may not be at {name}.", false),
  camera_exists: ours("The camera is registered already as {name}.", false),
  camera_password_again: ours("Enter the camera's password: the stored one is not sent to another address."),
  camera_nameless: ours("The camera does not say what it is."),
  camera_no_profile: ours("The camera has no video profile.", false),
  camera_no_primary: ours("The camera has no primary stream.", false),
  camera_sends: entry("The camera sends {name} at {size}.", "info", false, false),
  license_cameras: ours("The license covers {count} cameras.", false),

  // a stream is added or set
  path_required: ours("A path is required.", false),
  path_unreadable: ours("The path cannot be read.", false),
  profiles_used: ours("All profiles of the camera are in use.", false),
  streams_too_many: ours("The camera offers no more than {count} streams.", false),
  section_fixed: ours("{name} settings of this camera cannot be changed from here.", false),
  value_refused: ours("{name} cannot be set to {value}.", false),
  encoder_missing: ours("The camera has no encoder for this stream.", false),
  sound_missing: ours("The camera has no sound on this stream.", false),
  profile_lost: ours("The camera has lost the stream's profile."),

  // users and their passwords
  user_unknown: ours("There is no such user.", false),
  password_common: ours("This password is one of those that everybody tries first. Choose another.", false),
  password_confirm: ours("Enter your own password to confirm."),
  password_not_yours: ours("This is not your password."),

  // licence and activation, the parent
  license_none: ours("There is no license.", false),
  license_no_storage: ours("There is no storage that can be written: connect it and try again."),
  license_no_key: ours("This is not a license key.", false),
  license_not_genuine: ours("The license key is not genuine.", false),
  license_unreadable: ours("The license key cannot be read.", false),
  activation_none: ours("No activation service is configured.", false),
  activation_silent: ours("The activation service does not answer."),
  activation_unreadable: ours("The activation service's answer cannot be read."),
  issuer_none: ours("This recorder has no parent.", false),

  // a client is uploaded
  client_none: ours("No client was uploaded.", false),
  client_bad: ours("The file is no client: {reason}.", false),
  client_no_page: ours("it has no index.html", false),
  client_other_page: ours("its page is not one of this product", false),
  client_no_zip: ours("it is no zip archive", false),
  client_many_files: ours("it has more than {count} files", false),
  client_links: ours("it has links or devices", false),
  client_file_name: ours("it has a file name that is not allowed", false),
  client_file_twice: ours("it has a file twice", false),
  client_large: ours("it is too large when unpacked", false),
  client_damaged: ours("the archive is damaged", false),
  client_empty: ours("it is empty", false),

  // of an aggregator
  permission_unknown: ours("There is no such permission group.", false),
  permission_too_many: ours("There are too many permission groups already."),
  permission_last: ours("Then nobody would be an administrator any more.", false),
  server_named_unknown: ours("There is no server {name}.", false),
  notification_unknown: ours("There is no such notification.", false),
  notification_too_many: ours("There are too many notifications already."),
  smtp_unknown: ours("There is no such SMTP server.", false),
  smtp_too_many: ours("There are too many SMTP servers already."),
  smtp_forbidden: ours("SMTP servers may not be at {name}", false),
} as const satisfies Record<string, CatalogueEntry>;

/** `say` of errors.ts, of these codes. */
export const sayOfAdministration = speakerOf<keyof typeof administrationErrors>(administrationErrors);
