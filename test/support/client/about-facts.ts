import type { AboutFacts } from "#state/session-store.ts";

/** A standalone recorder that demands only a name and a password. */
export const aboutFacts: AboutFacts = {
  edition: "standalone",
  version: "8.0.0",
  name: "Test",
  agreement: "",
  greeting: "",
  googleClientId: "",
  googleAuthorization: "",
  companyLabel: "",
  domainLogin: false,
  directoryLogin: false,
  lowBandwidthOffered: true,
  webrtcOffered: true,
  passwordMinLength: 4,
  supportUrl: "",
  embedOrigins: [],
  rtspPort: 554,
  rtspProtocol: "rtsp",
};
