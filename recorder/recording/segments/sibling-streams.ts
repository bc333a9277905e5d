import type { StreamUsage } from "../index/recording-index.ts";

/** The streams of the same camera. Motion is detected in one of them and counts for all. */
export const siblingsOf = ({ streamId, cameraId }: StreamUsage, all: readonly StreamUsage[]): readonly string[] =>
  cameraId === "" ? [streamId] : all.filter((one) => one.cameraId === cameraId).map((one) => one.streamId);
