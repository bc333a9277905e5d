/**
 * glibc keeps what a program has freed: video comes in blocks of every size, they leave holes between what is still in use, and a
 * process seems to grow for hours (`main` of a recorder with twelve damaged cameras held 24 MB, of which 15 were free). glibc gives
 * whole pages of such holes back when `malloc_trim(3)` is called, which nothing in Node does.
 */
const EVERY_MS = 60_000;

/** null where there is no glibc (musl, macOS, Windows), or where koffi has no library for the processor. */
async function openTrim(): Promise<(() => Promise<void>) | null> {
  if (process.platform !== "linux") return null;
  try {
    const { default: koffi } = await import("koffi");
    const trim = koffi.load("libc.so.6").func("malloc_trim", "int", ["size_t"]);
    // In a thread of its own: on a machine that is overloaded it was seen to take half a second, in which nothing else would
    // happen. 0 = nothing is kept at the top of the heap either.
    return () => new Promise((resolve) => trim.async(0, () => resolve()));
  } catch {
    return null;
  }
}

let opening: ReturnType<typeof openTrim> | null = null;

/** Gives the free pages of this process back, now. False where it cannot be done. */
export async function returnFreeMemory(): Promise<boolean> {
  opening ??= openTrim();
  const trim = await opening;
  await trim?.();
  return trim !== null;
}

/** Gives them back each minute, until the process ends. */
export function startReturning(): void {
  setInterval(() => void returnFreeMemory(), EVERY_MS).unref();
}
