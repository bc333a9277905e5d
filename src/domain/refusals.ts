/**
 * The part of the error catalogue (errors.ts) with which servers refuse what is asked of them at the stage. A server says the
 * English; the client finds it again by its words and says it in the language of the page. What only programs can be
 * refused (bodies that are none, addresses that no screen asks for) is no part of it.
 */
import { type CatalogueEntry, ours } from "./first-errors.ts";

export const refusals = {
  denied: ours("You do not have permission to do this.", false),
  session_over: ours("The session has ended.", false),
  camera_unknown: ours("There is no such camera.", false),
  camera_named_unknown: ours("There is no camera {name}.", false),
  stream_missing: ours("There is no such stream.", false),
  stream_elsewhere: ours("The camera has no such stream.", false),

  // the processes of a server
  media_starting: ours("The recording process is being started."),
  process_ended: ours("the process ended"),
  process_late: ours("{name} took too long"),

  // live and recorded video
  live_too_many: ours("Too many streams are open."),
  live_unknown: ours("There is no such session."),
  webrtc_off: ours("WebRTC is switched off.", false),
  converter_missing: ours("this camera sends {name}, which must be converted, and the converter does not run"),
  picture_late: ours("no picture came"),
  recording_none: ours("nothing is recorded there", false),
  recording_unreadable: ours("the recording could not be read"),

  // exports
  export_unknown: ours("There is no such export.", false),
  export_busy: ours("Too many exports are running. Try again later."),
  export_format: ours("The format {name} is not made by this server.", false),
  export_no_room: ours("There is not enough room on the server's disk for this export."),
  export_unavailable: ours("Exports are missing in this build.", false),

  // marks, stages, camera groups
  mark_unknown: ours("There is no such mark.", false),
  lock_too_long: ours("An evidence lock ends at most {count} days after its start.", false),
  mark_too_many: ours("There are too many marks already. Remove some first."),
  stage_unknown: ours("There is no such stage.", false),
  stage_share: ours("Only administrators share a stage.", false),
  stage_read_only: ours("Only administrators change a shared stage.", false),
  stage_too_many: ours("There are too many stages already."),
  group_unknown: ours("There is no such camera group.", false),
  group_inside_itself: ours("A camera group cannot stand inside itself.", false),
  group_too_deep: ours("Camera groups can be nested {count} deep.", false),
  group_too_many: ours("There are too many camera groups already."),

  // moving a camera
  ptz_none: ours("The camera cannot be moved.", false),
  ptz_no_centre: ours("The camera cannot centre a point.", false),
  preset_unknown: ours("There is no such preset.", false),
  preset_too_many: ours("There may be {count} presets.", false),
  preset_unnamed: ours("The camera gave the preset no name."),

  // what a camera answers
  camera_unauthorized: ours("The camera refused the username or password.", false),
  camera_said: ours("The camera refused: {reason}"),
  camera_no_message: ours("The camera answered with status {status} and no ONVIF message."),
  camera_unreachable: ours("The camera cannot be reached: {reason}."),
  camera_no_web_address: ours("its address is not http:// or https://", false),
  camera_no_answer: ours("no answer in {count} s"),
  camera_too_long: ours("the answer is too long"),
  camera_forbidden: ours("cameras may not be at {name}", false),
  camera_address_no_url: ours("the stream's address is not a URL", false),
  camera_address_no_rtsp: ours("the stream's address is not rtsp:// or rtsps://", false),
  camera_storm: ours("the camera sends messages that nobody asked for"),
  camera_no_ports: ours("no free pair of UDP ports"),
} as const satisfies Record<string, CatalogueEntry>;
