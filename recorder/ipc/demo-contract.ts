/** What the forked `demo` process tells `main`: which cameras it plays. It serves RTSP and ONVIF on loopback itself. */

/** One demo camera, as an administrator would register it. Address and credentials are those of its own ONVIF device. */
export interface DemoCamera {
  /** stable over restarts: a camera that a user deleted is not registered again */
  readonly key: string;
  readonly name: string;
  /** http://127.0.0.1:port/onvif/device_service */
  readonly onvifUri: string;
  readonly username: string;
  readonly password: string;
  readonly manufacturer: string;
  readonly model: string;
  /** first the main stream, then the small one; rtsp without credentials */
  readonly streams: readonly DemoStream[];
  readonly ptz: DemoPtz | null;
  readonly dewarp: DemoDewarp | null;
}

interface DemoStream {
  readonly name: string;
  readonly uri: string;
  readonly profileToken: string;
  readonly width: number;
  readonly height: number;
  /**
   * PNG of the stream's size, white = watched for motion; it masks the frame code and the clock, which change with
   * every frame
   */
  readonly motionMask: Uint8Array;
  readonly framesPerSecond: number;
  readonly encoder: "H264" | "H265" | "JPEG";
  readonly gopLength: number;
  readonly audio: "none" | "AAC" | "G711";
}

interface DemoPtz {
  readonly pan: boolean;
  readonly tilt: boolean;
  readonly zoom: boolean;
  readonly maxPresets: number;
}

interface DemoDewarp {
  readonly orientation: "ceiling" | "floor" | "wall";
  /** degrees of the lens */
  readonly fov: number;
}

export interface DemoContract {
  calls: Record<string, never>;
  events: {
    /** progress of drawing and encoding the scenes, 0..1 (only at the first start) */
    progress: { readonly done: number; readonly text: string };
    /** every camera answers; sent once per start of the process */
    ready: { readonly cameras: readonly DemoCamera[] };
    log: { level: "debug" | "info" | "warn" | "error"; text: string; detail?: Record<string, unknown> };
  };
}

/** What a process that draws scenes offers to the demo process. */
export interface DrawingContract {
  calls: {
    /** Makes those files of a scene that are not in the folder yet. failure: process/failed */
    draw: { ask: { readonly dir: string; readonly key: string }; answer: null };
  };
  events: {
    /** number of frames encoded since the last message */
    encoded: { readonly frames: number };
  };
}

/** Environment of the forked `demo` process. */
export const DEMO_ENV = {
  /** folder where the encoded scenes are kept */
  demoDir: "PROSCENIUM_DEMO_DIR",
  /** first of the ports to use on 127.0.0.1; 0 = any free ones */
  demoPort: "PROSCENIUM_DEMO_PORT",
} as const;
