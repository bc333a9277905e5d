/** English of the failures that only the administration can say. */
import { cameraSetup } from "./camera-setup.ts";
import { client } from "./client.ts";
import { event } from "./event.ts";
import { license } from "./license.ts";
import { notification } from "./notification.ts";
import { permission } from "./permission.ts";
import { registration } from "./registration.ts";
import { request } from "./request.ts";
import { retention } from "./retention.ts";
import { streamSetup } from "./stream-setup.ts";
import { user } from "./user.ts";

export const ofAdministration = {
  ...request,
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
};
