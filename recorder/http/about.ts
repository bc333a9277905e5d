import type { About } from "#protocol/rest/server/about.ts";
import type { CommonServices } from "./services.ts";

/** What the sign-in page needs, except where RTSP is served. */
export async function aboutOf({
  config,
  build,
  settings,
  companyDesk,
}: Pick<CommonServices, "config" | "build" | "settings" | "companyDesk">): Promise<
  Omit<About, "rtspPort" | "rtspProtocol">
> {
  const now = await settings.get();
  return {
    edition: config.edition === "aggregator" ? "aggregator" : "standalone",
    version: build.version,
    name: config.name,
    agreement: now.agreement,
    greeting: now.greeting,
    googleClientId: now.googleClientId,
    googleAuthorization: config.login.authorization,
    companyLabel: (await companyDesk.setting.get())?.label ?? "",
    domainLogin: config.login.domain,
    directoryLogin: false,
    lowBandwidthOffered: now.lowBandwidthOffered,
    webrtcOffered: config.webrtc.enabled,
    passwordMinLength: now.passwordMinLength,
    embedOrigins: [...config.http.embedOrigins],
    supportUrl: now.supportUrl,
  };
}
