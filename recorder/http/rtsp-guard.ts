/** Who may read a stream by RTSP: the same proofs and the same rights as over HTTP. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { authenticate } from "./authenticate.ts";
import { isRelay } from "./relay/relay-proof.ts";
import { mayOnCamera } from "#recorder/cameras/camera-access.ts";
import type { RtspAsk } from "#recorder/ipc/main-contract.ts";
import type { RtspSight } from "#recorder/ipc/viewing-shapes.ts";
import { can, canSeeCamera, viewsOnCamera } from "#recorder/core/identity.ts";
import { isWatermarked } from "#domain/accounts/watermark.ts";
import type { Uses } from "./services.ts";

/**
 * HTTP Basic of an account, or sid, jwt or a one-use ticket in the query; `masks=off` there for who may see without
 * privacy masks. A relay of ours reads as a viewer without further rights does: each of its own viewers is admitted for himself. Failures: session/required, session/wrong,
 * session/locked, access/denied, stream/unknown, live/too-many.
 */
export async function admitRtsp(
  ask: RtspAsk,
  services: Uses<"gate" | "journal" | "live" | "settings">,
): Promise<Result<RtspSight, Failure>> {
  if (services.cameras.stream(ask.streamId) && isRelay(ask.authorization, services.config.relay.token, ask.streamId))
    return ok({ isUnmasked: false, isDated: true });
  const answer = await authenticate(
    {
      headers: ask.authorization === null ? {} : { authorization: ask.authorization },
      url: ask.query === "" ? ask.path : `${ask.path}?${ask.query}`,
      method: "GET",
      address: ask.address,
      allowSid: true,
    },
    services.gate,
  );
  if (!answer.ok) {
    await services.journal.auditOften(null, "sign-in-refused", "", ask.address, {
      by: "rtsp",
      code: answer.error.code,
    });
    return answer;
  }
  if (!answer.value) return refuse("session/required");
  const { identity, ticketCameraId, sessionHash } = answer.value;
  const row = services.cameras.stream(ask.streamId);
  // A camera that one may not see answers like one that does not exist.
  if (!row || !canSeeCamera(identity, row.camera_id)) return refuse("stream/unknown");
  if (ticketCameraId !== null && ticketCameraId !== row.camera_id)
    return refuse("access/denied", { cause: failure("access/other-ticket") });
  const isUnmasked = new URLSearchParams(ask.query).get("masks") === "off";
  const { watermark, watermarkRtsp } = await services.settings.get();
  const needsMark = !watermarkRtsp && isWatermarked(watermark, can(identity, "config"));
  const denied =
    mayOnCamera(identity, row.camera_id, "live") ??
    (needsMark ? refuse("access/denied", { cause: failure("access/no-watermark") }) : null) ??
    (isUnmasked ? mayOnCamera(identity, row.camera_id, "unmask") : null);
  if (denied) {
    await services.journal.auditOften(identity, "refused", row.id, ask.address, { call: "RTSP" });
    return denied;
  }
  const opened = services.live.openRtsp(
    ask.sessionId,
    { streamId: row.id, cameraId: row.camera_id },
    identity,
    sessionHash,
    isUnmasked,
  );
  if (!opened.ok) return opened;
  await services.journal.audit(identity, isUnmasked ? "view-unmasked" : "view-rtsp", row.id, ask.address);
  const views = viewsOnCamera(identity, row.camera_id);
  return ok({ isUnmasked, ...(views ? { views } : {}) });
}
