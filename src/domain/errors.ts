/**
 * The one error catalogue. `verbatim` texts stand word for word in the documents; for the others the documents give
 * only the meaning and the wording is ours. `{name}` marks a parameter. `recoverable` = trying the same again can help.
 */
import { type CatalogueEntry, entry, firstErrors, input, ours, said, speakerOf } from "./first-errors.ts";
import { refusals } from "./refusals.ts";

export const errors = {
  ...firstErrors,
  ...refusals,

  // 1.5 names
  preset_name_required: input("Preset name is required."),
  preset_name_too_long: input("Preset name must be 32 characters or fewer."),
  preset_name_characters: input("Invalid user name (alphanumeric characters only)."),
  camera_name_required: input("Camera name is required."),
  stream_name_required: input("Stream name is required."),
  stage_name_required: input("Stage name is required."),

  // 1.5 export, 2.8 export
  export_too_short: input("Invalid time selection. Start time must be at least 10 seconds less than end time."),
  export_too_long: entry("The time selection must not exceed {hours} hours.", "warning", true, false),
  export_no_archives: said("no archives in region"),
  export_failed: said("error occurred while exporting video"),
  export_jpeg: ours("Motion JPEG cannot be exported to this format ({camera}).", false),
  export_codec_change: ours("The camera changed its codec at {time}: export what is before and after it apart.", false),
  export_page_too_long: ours("The range is too long for a page: choose a shorter one.", false),

  // 1.5, 1.6 stage and player
  camera_limit_logged: entry("Camera limit reached", "warning", true, true),
  camera_limit: input("You cannot view more than {n} players at a time. Please remove a player first and try again."),
  dewarp_limit: entry(
    "You cannot dewarp more than {n} players at a time. Please turn dewarping off in one first and try again.",
    "warning",
    true,
    false,
  ),
  no_live_permission: said("You do not have permission to live stream this stream.", false),
  no_playback_permission: said("You do not have permission to playback this stream.", false),
  no_servers: entry("No accessible servers.", "info", false, true),
  stage_gone: ours("This stage does not exist any more.", false),
  stage_not_shown: ours("The stage {name} cannot be shown: it may come from another version ({reason}).", false),
  stage_no_webgl2: ours("The stage cannot be drawn: this browser or computer offers no WebGL 2.", false),
  stage_context_lost: ours("The stage cannot be drawn any more: the graphics context was lost and did not come back."),
  stage_not_started: ours("The stage cannot be drawn: its program did not start. Reload the page."),
  stage_not_drawn: ours("The stage cannot be drawn: {reason}"),
  stage_unreadable: ours("This stage cannot be read: {reason}", false),
  play_timeout: ours("The video did not start in time."),
  camera_unavailable: ours("This camera is not available.", false),
  camera_without_stream: ours("This camera has no stream.", false),
  stream_unknown: ours("no such stream", false),
  stream_off: ours("the stream is switched off", false),
  stream_no_picture: ours("no picture has come yet"),
  stream_not_ready: ours("the stream did not become ready in time"),
  stream_not_started: ours("the stream could not be started"),
  stream_ended: ours("the stream ended"),

  // why a camera's stream does not run
  camera_silent: ours("the camera does not answer"),
  camera_refused: ours("the camera refused the connection"),
  camera_host_unknown: ours("the camera's host is not known"),
  camera_no_way: ours("there is no way to the camera"),
  camera_closed: ours("the camera closed the connection"),
  camera_stalled: ours("no data for {count} s"),
  camera_call_silent: ours("{name} was not answered"),
  camera_no_key_frame: ours("no key frame came"),
  camera_no_rtsp: ours("a web server answers at this address", false),
  camera_no_video: ours("no video", false),
  camera_format: ours("video format {name}", false),
  camera_no_transport: ours("the camera does not offer this transport", false),
  camera_no_session: ours("the camera gave no session"),

  media_no_path: ours("no media path to the server"),
  media_broken: ours("the connection broke"),

  // 1.2 single player page
  player_stream: said("Cannot open stream {id}", false),
  player_server: said("No access to Orchid {id}", false),
  player_authentication: said("Authentication failed", false),
  player_information: said("Cannot fetch camera and server information"),

  // 1.5 chart and log
  chart_zoom_limit: entry("cannot zoom in further", "info", false, true),
  range_reversed: entry("The start must not be after the end.", "warning", true, false),

  // 2.8 licence
  license_degraded_storage: said("Storage error detected: storage device changed", false),
  license_degraded: said("License error detected: the license is invalid, recording and cleaning stopped", false),
  license_remove_failed: ours("Failed to remove the license."),
  activation_code_invalid: entry(
    "Enter four groups of five letters or digits separated by dashes.",
    "warning",
    true,
    false,
  ),
  location_blank: entry("The location must not be blank.", "warning", true, false),
  detach_failed: said("An unexpected error has occurred."),

  // 2.8 cameras and streams
  max_streams: ours("The maximum number of streams has been reached for this camera.", false),
  make_primary_failed: ours("The stream could not be made the primary stream."),
  camera_remove_failed: said("failed to remove camera {name}"),
  stream_delete_failed: ours("Failed to delete stream {name}."),
  stream_fixed: ours("This stream is fixed and cannot be deleted.", false),
  camera_verify_failed: ours("Camera verification failed: {message}"),
  stream_status_failed: said("unable to retrieve"),
  unknown_recording_style: said("unknown recording style chosen: {VALUE}", false),
  recording_style_undetermined: entry(
    "The recording style cannot be determined. The default is used.",
    "warning",
    false,
    false,
  ),
  recover_unsupported: ours("Recovering a camera needs server version 2.2.2 or later.", false),
  copy_no_target: entry("Select at least one camera.", "warning", true, false),

  // 2.8 motion dialog
  motion_proxy_only: ours("No image: the stream is in proxy-only mode.", false),
  motion_not_running: ours("No image: the stream is not running."),
  motion_no_primary: ours("No image: the camera has no primary stream.", false),
  motion_no_image: ours("The image could not be retrieved."),
  mask_load_failed: said("Could not load mask"),

  // 2.8 dewarp dialog
  dewarp_no_primary: ours("No preview: the camera has no primary stream.", false),
  dewarp_proxy_only: ours("No preview: the stream is in proxy-only mode.", false),
  dewarp_not_running: ours("No preview: the stream is not running."),
  dewarp_preview_failed: ours("The preview failed."),
  dewarp_init_failed: entry("dewarper failed to initialize", "error", false, true),
  dewarp_save_failed: ours("The dewarp settings could not be saved."),
  dewarp_config_invalid: ours("The dewarp settings are not valid: {reason}", false),

  // 2.5, 2.8 users
  username_required: entry("Username is required.", "warning", true, false),
  username_characters: entry("Username may contain letters, digits and underscores only.", "warning", true, false),
  username_too_long: entry("Username must be {count} characters or fewer.", "warning", true, false),
  user_exists: input("A user already exists with name {name}"),
  password_required: entry("Password is required.", "warning", true, false),
  password_too_short: entry("Password must be at least {count} characters.", "warning", true, false),
  password_mismatch: entry("Passwords do not match.", "warning", true, false),
  user_protected: ours("This account cannot be deleted, renamed or given another role.", false),
  user_delete_self: ours("You cannot delete your own account.", false),
  user_edit_self: entry("You are editing your own account. You will be signed out.", "info", false, false),
  user_delete_failed: said("Failed to delete user {name}"),
  users_fetch_failed: said("failed to fetch users"),
  user_delete_error: said("error occurred while deleting user"),
  bulk_user_failed: ours("{host}: {status}"),
  bulk_no_query: entry("no action (cannot query server)", "warning", true, true),
  bulk_no_user: entry("no action (user does not exist)", "info", false, true),
  bulk_removed: entry("user will be removed", "info", false, true),
  bulk_created: entry("user will be created", "info", false, false),
  bulk_updated: entry("user will be updated", "info", false, false),
  bulk_exists: entry("no action (user exists already)", "info", false, false),
  bulk_name_taken: entry("no action (another user has this name)", "warning", true, false),
  bulk_protected: entry("no action (this account is protected)", "info", false, false),
  bulk_same: entry("no action (nothing would change)", "info", false, false),
  email_invalid: entry("Enter an address like name@example.org, or none.", "warning", true, false),

  // notifications of the aggregator
  notification_name_required: entry("The notification needs a name.", "warning", true, false),
  notification_trigger_required: entry("Choose at least one trigger.", "warning", true, false),
  notification_scope_required: entry("Choose at least one server or camera to watch.", "warning", true, false),
  recipients_required: entry("Enter an e-mail address.", "warning", true, false),
  recipients_too_many: entry("There may be at most 100 recipients.", "warning", true, false),
  address_invalid: entry("{name} is no e-mail address.", "warning", true, false),
  digest_time_invalid: entry("Enter a time from 00:00 to 23:59.", "warning", true, false),
  smtp_server_required: entry("Choose an SMTP server.", "warning", true, false),
  smtp_name_required: entry("The SMTP server needs a name.", "warning", true, false),
  smtp_host_invalid: entry("Enter a host name or an address.", "warning", true, false),
  smtp_port_invalid: entry("Enter a port from 1 to 65535.", "warning", true, false),
  smtp_from_required: entry("Enter the address that mails come from.", "warning", true, false),
  smtp_password_again: entry(
    "Enter the password again: host, port, security or username have changed.",
    "warning",
    true,
    false,
  ),

  // why a server of the aggregator is not available
  server_refused: ours("the connection was refused"),
  server_host_unknown: ours("its host is not known"),
  server_host_lookup: ours("its host cannot be looked up"),
  server_no_way_host: ours("there is no way to its host"),
  server_no_way_network: ours("there is no way to its network"),
  server_timeout: ours("it did not answer in time"),
  server_closed: ours("it closed the connection"),
  server_no_tls: ours("it does not speak HTTPS"),
  server_forbidden: ours("servers may not be at its address", false),
  server_certificate: ours("its certificate is not the one of the registration", false),
  server_unreadable: ours("its answer cannot be read"),
  server_too_long: ours("its answer is too long"),
  server_elsewhere: ours("it sends elsewhere"),
  server_status: ours("it answered with status {status}"),
  server_no_key: ours("its key cannot be read: register it anew", false),
  server_no_trust: ours("it does not accept this aggregator's tokens", false),
  server_unreachable: ours("The server cannot be reached: {reason}."),

  // a server of the aggregator is registered, moved, removed or asked for somebody
  orchid_unknown: ours("There is no such server.", false),
  orchid_exists: ours("This server is registered already.", false),
  orchid_busy: ours("This server is being registered or removed just now."),
  orchid_too_many: ours("There are too many servers already.", false),
  orchid_bad_address: ours("The address cannot be read.", false),
  orchid_forbidden_address: ours("Servers may not be at this address.", false),
  orchid_administrator_required: ours("Enter name and password of an administrator of this server.", false),
  orchid_wrong_password: ours("The server refused the username or password.", false),
  orchid_sign_in_refused: ours("The server refused: {reason}"),
  orchid_not_administrator: ours("{name} is not an administrator of this recorder.", false),
  orchid_other_server: ours("Another server is at this address.", false),
  orchid_aggregator: ours("This is an aggregator, not a recorder.", false),
  orchid_no_recorder: ours("There is no Proscenium recorder at this address: {reason}.", false),
  server_without_id: ours("it has no id", false),
  orchid_has_parent: ours("This recorder is managed by another parent already: {name}.", false),
  orchid_not_taken: ours("The server did not take the registration: {reason}."),
  orchid_tokens_refused: ours("The server does not accept our tokens: {reason}.", false),
  orchid_too_old: ours("This recorder does not know users with limited rights. Update it first.", false),
  orchid_not_told: ours("The server could not be told: {reason}."),
  orchid_key_unreadable: ours("The server's key cannot be read.", false),
  orchid_not_trusted: ours("The server does not accept this aggregator any more.", false),
  orchid_timeout: ours("The server does not answer in time."),
  too_many_cameras: ours(
    "Your permission groups name more than about 5000 single cameras of this server: it must be given as a whole.",
    false,
  ),

  // 2.8 retention
  retention_fetch_failed: ours("Failed to get policy data: {message}"),
  retention_save_failed: ours("Failed to save the retention policy: {message}"),
  retention_required: entry("Enter a number of days from 0 to 10000.", "warning", true, false),
  retention_not_possible: entry(
    "The current configuration is not possible for the maximum threshold. You can save it at your own risk.",
    "warning",
    false,
    false,
  ),
  retention_not_possible_trial: entry(
    "The current configuration is not possible for the maximum threshold. Activate your license for longer retention. You can save it at your own risk.",
    "warning",
    false,
    false,
  ),
  preset_failed: said("Error creating preset: {reason}"),

  // 2.5, 2.2 update, 2.8 dashboard
  no_file: input("no file specified"),
  unregister_failed: ours("Unregistering the server failed. Remove it anyway?"),
  orchid_address_required: entry("Address is required.", "warning", true, false),
  orchid_address_invalid: entry("Enter the address as http://host:port.", "warning", true, false),
  orchid_name_required: entry("Server name is required.", "warning", true, false),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errors;

/** The text of a code, with its parameters. */
export const say = speakerOf<ErrorCode>(errors);
