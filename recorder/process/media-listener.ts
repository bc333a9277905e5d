import { failure } from "#domain/failures/failure.ts";
import { everyone } from "#recorder/core/audience.ts";
import { canSeeCamera } from "#recorder/core/identity.ts";
import { admitRtsp } from "#recorder/http/rtsp-guard.ts";
import type { Services } from "#recorder/http/services.ts";
import { streamStateOf } from "#recorder/cameras/camera-shapes.ts";
import { isOfDisk } from "#recorder/cameras/media/recording-trouble.ts";
import { writeHanded } from "#recorder/recording/index/one-writer/handed-writes.ts";
import { failingVolumes } from "#recorder/site/volumes/away-volumes.ts";
import { serverChanged } from "./watch/process-news.ts";

/** Passes events of `media` on to users who may know of them. */
export function listenToMedia(services: Services): void {
  const { media, hub, cameras, live, journal, relays } = services;
  relays.listen({
    onClosed: ({ sessionId, why }) => live.closedByMedia(sessionId, why),
    // Nobody says goodbye to a page for a relay that was killed: a WebRTC connection to it only falls silent.
    onGone: (relayId) => hub.publish("relay-removed", "relays", relayId, everyone),
    onRtspAsk: (ask) => admitRtsp(ask, services),
    hasStream: (streamId) => cameras.stream(streamId) !== undefined,
  });
  const sees = (streamId: string) => {
    const cameraId = cameras.stream(streamId)?.camera_id;
    return (who: Parameters<typeof canSeeCamera>[0]) => cameraId !== undefined && canSeeCamera(who, cameraId);
  };
  /** Pages hear the state with the news: a camera that comes and goes costs no call, however many walls are open. */
  const tellStatus = (streamId: string): void => {
    const row = cameras.stream(streamId);
    if (!row) return;
    const streamState = streamStateOf(row, media.status(streamId));
    hub.relay({ type: "stream-status", resource: "streams", id: streamId, streamState, ...hub.origin }, sees(streamId));
  };
  media.listen({
    onStatus: (status, before) => {
      void cameras.heard(status, before);
      if (before?.state === status.state) return;
      tellStatus(status.streamId);
      const row = cameras.stream(status.streamId);
      if (!row) return;
      const about = { streamId: row.id, cameraId: row.camera_id };
      const name = `${cameras.get(row.camera_id)?.name ?? ""} / ${row.name}`;
      const { state, trouble } = status;
      if (state === "running") void journal.event("Stream Running", failure("event/stream-running", { name }), about);
      else if (before?.state === "running" && state !== "stopping") {
        const told = trouble
          ? failure(`event/stream-${state}-why`, { name, trouble: trouble.code, cause: trouble })
          : failure(`event/stream-${state}`, { name });
        void journal.event("Stream Lost", told, about);
      }
    },
    // `media` has already written the event into the index.
    onMotion: ({ streamId, stopMs }) => {
      const type = stopMs === null ? "motion-started" : "motion-stopped";
      hub.relay({ type, resource: "streams", id: streamId, ...hub.origin }, sees(streamId));
    },
    onSessionClosed: ({ sessionId, why }) => live.closedByMedia(sessionId, why),
    onPlayback: ({ sessionId, timeMs }) => live.playbackBegun(sessionId, timeMs),
    onTrouble: (streamId, trouble, before) => {
      tellStatus(streamId);
      const row = cameras.stream(streamId);
      // The journal tells once of a disk, not for each of its streams.
      if (!row || isOfDisk(trouble) || (trouble === null && isOfDisk(before))) return;
      const about = { streamId: row.id, cameraId: row.camera_id };
      const name = `${cameras.get(row.camera_id)?.name ?? ""} / ${row.name}`;
      if (trouble)
        void journal.event("Recording Lost", failure("event/recording-trouble", { name, cause: trouble }), about);
      else void journal.event("Recording Back", failure("event/recording-again", { name }), about);
    },
    onDisk: ({ state, reason }) => {
      serverChanged(services);
      if (state === "ok") void journal.event("Storage Ok", failure("event/storage-ok"));
      else void journal.event("Storage Trouble", failure(`event/storage-${state}`, { reason }));
    },
    onVolume: ({ name, state, reason }) => {
      services.exports.volumesAway(failingVolumes(media));
      serverChanged(services);
      if (state === "ok") void journal.event("Storage Ok", failure("event/volume-ok", { name }));
      else void journal.event("Storage Trouble", failure(`event/volume-${state}`, { name, reason }));
    },
    onDrained: (name) => void services.volumes.drained(name),
    onBucket: ({ state, reason }) => {
      services.exports.volumesAway(failingVolumes(media));
      serverChanged(services);
      const bucket = services.bucket.spec?.bucket ?? "";
      if (state === "away") void journal.event("Storage Trouble", failure("event/bucket-away", { bucket, reason }));
      else void journal.event("Storage Ok", failure("event/bucket-ok", { bucket }));
    },
    onRestored: ({ objects, files }) => {
      serverChanged(services);
      void journal.event("Storage Ok", failure("event/bucket-restored", { objects, files }));
    },
    onThinningStuck: (reason) => {
      serverChanged(services);
      void journal.event("Storage Trouble", failure("event/thinning-stuck", { reason }));
    },
    onDamage: (count) => {
      serverChanged(services);
      void journal.event("Recordings Damaged", failure("event/recordings-damaged", { count }));
    },
    onChecked: (files, damaged) => {
      serverChanged(services);
      void journal.event("Recordings Checked", failure("event/recordings-checked", { files, damaged }));
    },
    onRepaired: (count) => {
      serverChanged(services);
      void journal.event("Recordings Damaged", failure("event/recordings-repaired", { count }));
    },
    onRtspAsk: (ask) => admitRtsp(ask, services),
    onIndexWrite: (write) => writeHanded(services.index, write),
    onGone: (isMeant, isOf) => {
      live.mediaGone(isOf);
      if (isMeant) return;
      void journal.event("Recording Interrupted", failure("event/media-gone"));
      serverChanged(services);
      for (const { id } of cameras.allStreams()) if (isOf(id)) tellStatus(id);
    },
  });
}
