import type { StreamUsage } from "../index/recording-index.ts";

/** The streams of its camera: what moves is looked for in one of them. */
export const siblingsOf = ({ streamId, cameraId }: StreamUsage, all: readonly StreamUsage[]): readonly string[] =>
  cameraId === "" ? [streamId] : all.filter((one) => one.cameraId === cameraId).map((one) => one.streamId);
