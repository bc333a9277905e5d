/** English of the failures that only the administration can say. */
import { aggregation } from "./aggregation.ts";
import { cameraSetup } from "./camera-setup.ts";
import { event } from "./event.ts";
import { registration } from "./registration.ts";
import { request } from "./request.ts";
import { streamSetup } from "./stream-setup.ts";
import { system } from "./system.ts";
import { user } from "./user.ts";

export const ofAdministration = {
  ...request,
  ...registration,
  ...cameraSetup,
  ...streamSetup,
  ...user,
  ...system,
  ...aggregation,
  ...event,
};
