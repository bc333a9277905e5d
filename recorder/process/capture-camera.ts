/** A camera's dialogue in a file, for a report about a camera that does not work. */
import { closeSync, openSync, writeSync } from "node:fs";
import { type CaptureEnd, captureCamera, type CaptureOrder } from "#recorder/ingest/camera-capture.ts";

/** Throws where the file exists or cannot be written. */
export async function captureToFile(order: CaptureOrder, file: string): Promise<CaptureEnd> {
  const output = openSync(file, "wx", 0o600);
  try {
    return await captureCamera(order, (line) => void writeSync(output, `${line}\n`));
  } finally {
    closeSync(output);
  }
}
