import type { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { HubStreams } from "#recorder/viewing/hub-streams.ts";
import type { MaskParts } from "#recorder/viewing/masked-mount.ts";
import { StreamMasks } from "#recorder/viewing/stream-masks.ts";
import { AnalysisLink } from "#recorder/viewing/transcoding/analysis-link.ts";
import { StreamTaps } from "#recorder/viewing/transcoding/stream-tap.ts";
import { Transcoders } from "#recorder/viewing/transcoding/transcoders.ts";

/** Parts for a proxy whose players may see everything: no codec runs. */
export function noMasks(hub: StreamHub): MaskParts {
  const link = new AnalysisLink("unused");
  return {
    streams: new HubStreams(hub),
    masks: new StreamMasks(),
    transcoders: new Transcoders(new StreamTaps(link)),
  };
}
