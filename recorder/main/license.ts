/** The licence session of this recorder. Activation is not built yet: every recorder is a trial without limits. */
import type { LicenseSession } from "#protocol/rest/server.ts";

/** Above this the client shows N/A (document 2, section 9): never. */
const NEVER_MS = 8_640_000_000_000_000;

export const licenseSession = (version: string, machineId: string): LicenseSession => ({
  state: { status: "normal", reason: "", description: "" },
  license: {
    edition: "trial",
    brandedEdition: "Trial",
    cameras: 0,
    retention: 0,
    expires: NEVER_MS,
    retentionDescription: "Unlimited",
    expiresDescription: "Never",
    version,
    activationCode: "",
    machineId,
  },
});
