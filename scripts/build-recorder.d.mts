/** One entry per process: name of the bundle to path of its source. */
export const entries: Record<string, string>;
/** With the cameras and tools of the tests of whole recorders. */
export const testEntries: Record<string, string>;
export function buildRecorder(outDir?: string, input?: Record<string, string>): Promise<void>;
