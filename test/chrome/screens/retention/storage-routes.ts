import type { Routes } from "#test/support/client/http-fake.ts";

/** What the retention screen asks of a recorder with one folder for recordings and without cameras. */
export const storageRoutes: Routes = {
  "GET /service/cameras": { json: { cameras: [] } },
  "GET /service/cameras/disk-usage": { json: { cameras: [] } },
  "GET /service/server/utilization/disk": {
    json: {
      storage: { capacity: 200, free: 80, unavailable: 0 },
      cleanerThreshold: 85,
      archivesSize: 60,
      maxUsage: 170,
      thresholdPercentage: 85,
    },
  },
  "GET /service/license-session": { json: { state: { status: "normal" }, license: { edition: "trial" } } },
  "GET /service/server/volumes": { json: { volumes: [], isPending: false } },
};
