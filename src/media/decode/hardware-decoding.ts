/** Whether this machine decodes by hardware. The browser is asked once for each codec and frame size. */

/** Smaller frames are left to the browser: hardware has room for few streams, and software is as fast for these. */
const LEAST_PX = 1280 * 720;

interface VideoForm {
  readonly codec: string;
  readonly width: number;
  readonly height: number;
}

const known = new Map<string, boolean | null>();

/** What is known of it by now; null: the browser has not answered yet. The first call asks. */
export function knowsHardware({ codec, width, height }: VideoForm): boolean | null {
  const key = `${codec} ${width}x${height}`;
  const answer = known.get(key);
  if (answer !== undefined) return answer;
  known.set(key, null);
  VideoDecoder.isConfigSupported({
    codec,
    codedWidth: width,
    codedHeight: height,
    hardwareAcceleration: "prefer-hardware",
  }).then(
    ({ supported }) => known.set(key, supported === true),
    () => known.set(key, false),
  );
  return null;
}

/** What to ask the browser for: hardware where it is there and worth it. */
export const accelerationFor = (form: VideoForm): HardwareAcceleration =>
  knowsHardware(form) === true && form.width * form.height >= LEAST_PX ? "prefer-hardware" : "no-preference";
