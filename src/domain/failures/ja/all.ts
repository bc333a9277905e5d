/** Every failure in Japanese: for servers. The client loads the subjects that its screens need. */
import type { rows } from "../rows.ts";
import type { TextsOf } from "../texts-of.ts";
import { access } from "./access.ts";
import { camera } from "./camera.ts";
import { cameraSetup } from "./camera-setup.ts";
import { client } from "./client.ts";
import { event } from "./event.ts";
import { exporting } from "./exporting.ts";
import { general } from "./general.ts";
import { group } from "./group.ts";
import { license } from "./license.ts";
import { licenseState } from "./license-state.ts";
import { live } from "./live.ts";
import { mark } from "./mark.ts";
import { notification } from "./notification.ts";
import { permission } from "./permission.ts";
import { process } from "./process.ts";
import { ptz } from "./ptz.ts";
import { recording } from "./recording.ts";
import { registration } from "./registration.ts";
import { request } from "./request.ts";
import { retention } from "./retention.ts";
import { server } from "./server.ts";
import { session } from "./session.ts";
import { stage } from "./stage.ts";
import { stream } from "./stream.ts";
import { streamSetup } from "./stream-setup.ts";
import { trouble } from "./trouble.ts";
import { user } from "./user.ts";

export const all: TextsOf<typeof rows> = {
  ...general,
  ...session,
  ...access,
  ...request,
  ...process,
  ...camera,
  ...ptz,
  ...stream,
  ...live,
  ...recording,
  ...exporting,
  ...mark,
  ...stage,
  ...group,
  ...server,
  ...licenseState,
  ...registration,
  ...cameraSetup,
  ...streamSetup,
  ...user,
  ...license,
  ...client,
  ...permission,
  ...notification,
  ...retention,
  ...event,
  ...trouble,
};
