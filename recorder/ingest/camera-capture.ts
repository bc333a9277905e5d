import type { VideoInfo } from "#recorder/formats/media-info.ts";
import { urlCredentials } from "#recorder/net/url-credentials.ts";
import { type Trouble, troubleOf } from "#recorder/net/trouble.ts";
import { CaptureLines } from "./capture-lines.ts";
import { defaultRtspOptions, RtspClient } from "./sources/rtsp-client.ts";

export interface CaptureOrder {
  /** rtsp(s)://[name:password@]host[:port]/path */
  readonly url: string;
  readonly seconds: number;
  readonly hasPictures: boolean;
}

/** What the recorder made of the camera, the last line of a capture: its words are those of the file. */
export interface CaptureEnd {
  readonly video: VideoInfo | null;
  readonly audio: string | null;
  readonly pictures: number;
  readonly keyPictures: number;
  readonly packets: { readonly received: number; readonly lost: number };
  /** why it ended before its time; null = it did not */
  readonly trouble: Trouble | null;
}

/** Opens a camera as a recorder does, over one connection, and writes down what is said and sent, line by line. */
export async function captureCamera(order: CaptureOrder, write: (line: string) => void): Promise<CaptureEnd> {
  const beganMs = performance.now();
  const { username, password } = secretsOf(order.url);
  const options = { secrets: [username, password], hasPictures: order.hasPictures };
  const lines = new CaptureLines(write, options, () => performance.now() - beganMs);
  lines.add({ capture: 1, began: new Date().toISOString(), seconds: order.seconds, hasPictures: order.hasPictures });
  const counts = { pictures: 0, keyPictures: 0 };
  let trouble: Trouble | null = null;
  let wake = (): void => undefined;
  const time = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, order.seconds * 1000);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  const sink = {
    config: () => undefined,
    video: ({ key }: { key: boolean }) => {
      counts.pictures += 1;
      if (key) counts.keyPictures += 1;
    },
    audio: () => undefined,
    jumped: () => lines.add({ note: "the dates of pictures leapt" }),
    received: () => undefined,
    note: (note: unknown) => lines.add({ note }),
    ended: (why: Trouble) => {
      trouble = why;
      wake();
    },
  };
  const target = { url: order.url, username: "", password: "", transport: "tcp", trace: lines } as const;
  let client: RtspClient | null = null;
  try {
    client = await RtspClient.open(target, sink, defaultRtspOptions, new AbortController().signal);
    await time;
  } catch (error) {
    trouble = troubleOf(error);
    wake();
  }
  const end = {
    video: client?.videoConfig?.info ?? null,
    audio: client?.outlook.audio?.info.codec ?? null,
    ...counts,
    packets: client?.packets ?? { received: 0, lost: 0 },
    trouble,
  };
  client?.close();
  lines.add({ end });
  return end;
}

function secretsOf(url: string): { readonly username: string; readonly password: string } {
  try {
    return urlCredentials(new URL(url));
  } catch {
    return { username: "", password: "" };
  }
}
