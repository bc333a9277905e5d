/** Every failure in Japanese: for servers. The client loads the subjects that its screens need. */
import type { rows } from "../rows/rows.ts";
import type { TextsOf } from "../texts-of.ts";
import { aggregation } from "./aggregation.ts";
import { camera } from "./camera.ts";
import { cameraSetup } from "./camera-setup.ts";
import { company } from "./company.ts";
import { event } from "./event.ts";
import { general } from "./general.ts";
import { onvif } from "./onvif.ts";
import { recording } from "./recording.ts";
import { registration } from "./registration.ts";
import { request } from "./request.ts";
import { server } from "./server.ts";
import { session } from "./session.ts";
import { stage } from "./stage.ts";
import { streamSetup } from "./stream-setup.ts";
import { system } from "./system.ts";
import { trouble } from "./trouble.ts";
import { user } from "./user.ts";
import { viewing } from "./viewing.ts";

export const all: TextsOf<typeof rows> = {
  ...general,
  ...session,
  ...company,
  ...request,
  ...camera,
  ...onvif,
  ...viewing,
  ...recording,
  ...stage,
  ...server,
  ...registration,
  ...cameraSetup,
  ...streamSetup,
  ...user,
  ...system,
  ...aggregation,
  ...event,
  ...trouble,
};
