import { canSeeCamera } from "./identity.ts";
import { admitRtsp } from "./rtsp-guard.ts";
import type { Services } from "./services.ts";

/** What `media` tells goes to whoever may know it. */
export function listenToMedia(services: Services): void {
  const { media, hub, cameras, live, journal } = services;
  const sees = (streamId: string) => {
    const cameraId = cameras.stream(streamId)?.camera_id;
    return (who: Parameters<typeof canSeeCamera>[0]) => cameraId !== undefined && canSeeCamera(who, cameraId);
  };
  media.listen({
    onStatus: (status, before) => {
      if (before?.state === status.state) return;
      hub.publish("stream-status", "streams", status.streamId, sees(status.streamId));
      const row = cameras.stream(status.streamId);
      if (!row) return;
      const about = { streamId: row.id, cameraId: row.camera_id };
      const name = `${cameras.get(row.camera_id)?.name ?? ""} / ${row.name}`;
      if (status.state === "running") void journal.event("Stream Running", `${name} is running.`, about);
      else if (before?.state === "running" && status.state !== "stopping") {
        const why = status.trouble ? ` ${status.trouble.code}: ${status.trouble.reason}` : "";
        void journal.event("Stream Lost", `${name} is ${status.state}.${why}`, about);
      }
    },
    // `media` has written the event into the index already.
    onMotion: ({ streamId, stopMs }) => {
      hub.publish(stopMs === null ? "motion-started" : "motion-stopped", "streams", streamId, sees(streamId));
    },
    onSessionClosed: ({ sessionId, reason }) => live.closedByMedia(sessionId, reason),
    onPlayback: ({ sessionId, timeMs }) => live.playbackBegun(sessionId, timeMs),
    onDisk: ({ state, reason }) => {
      if (state === "ok") void journal.event("Storage Ok", "Recordings are written again.");
      else void journal.event("Storage Trouble", `Recordings cannot be written: ${state}. ${reason}`);
    },
    onRtspAsk: (ask) => admitRtsp(ask, services),
    onGone: () => live.mediaGone(),
  });
}
