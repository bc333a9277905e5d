/** What the children of main get with their start, and what main adds to a request that it hands over. */
/** Environment of the forked `media` process. */
export const MEDIA_ENV = {
  /** folder of the index of recordings and, without volumes, of the recordings */
  recordingsDir: "PROSCENIUM_RECORDINGS_DIR",
  /** JSON of the volumes, "[]" = the one folder */
  volumes: "PROSCENIUM_VOLUMES",
  /** folder in which exports lie until they are fetched */
  exportsDir: "PROSCENIUM_EXPORTS_DIR",
  /** postgres://... of the index, empty = SQLite in the recordings folder */
  databaseUrl: "PROSCENIUM_INDEX_URL",
  /** unix socket on which `media` takes the websocket upgrades that `main` has authorised */
  viewerSocket: "PROSCENIUM_VIEWER_SOCKET",
  /** JSON of the unix sockets on which this process serves access units, one for each of its `analysis` processes */
  frameSockets: "PROSCENIUM_FRAME_SOCKETS",
  /** which of the `media` processes it is, from 0 on */
  place: "PROSCENIUM_MEDIA_PLACE",
  /** JSON of the unix sockets on which the `media` processes take RTSP players from the one that listens for them */
  playerSockets: "PROSCENIUM_PLAYER_SOCKETS",
  /** "min-max" UDP ports for WebRTC, empty = any */
  rtcPorts: "PROSCENIUM_RTC_PORTS",
  /** comma list of addresses to bind for WebRTC, empty = all */
  rtcBind: "PROSCENIUM_RTC_BIND",
  /** comma list of ports for the RTSP proxy: the first free one is used; empty = no proxy */
  rtspPorts: "PROSCENIUM_RTSP_PORTS",
  /** address to listen on for RTSP */
  rtspHost: "PROSCENIUM_RTSP_HOST",
  /** PEM files of the certificate chain and its key, empty = plain RTSP */
  tlsCert: "PROSCENIUM_MEDIA_TLS_CERT",
  tlsKey: "PROSCENIUM_MEDIA_TLS_KEY",
} as const;

/**
 * Environment of the forked `analysis` process. It serves nothing to `main`: its work comes over the frame socket, for
 * which it waits (the order of starting does not matter). It may be killed and started at any time.
 */
export const ANALYSIS_ENV = {
  /** one of the `frameSockets` of a `media` process */
  frameSocket: "PROSCENIUM_FRAME_SOCKET",
} as const;

/** The name of one of several processes of a kind, or of its socket, from the first (0) on. */
export const nameAt = (kind: string, at: number): string => (at === 0 ? kind : `${kind}-${at + 1}`);

/** Analysis processes are divided among the `media` processes in turn: which one a `media` process has as its `at`th, from 0 on. */
export const analysisOf = (mediaAt: number, mediaWorkers: number, at: number): number =>
  at * Math.max(1, mediaWorkers) + mediaAt;

/**
 * Request header with which `main` hands an authorised websocket upgrade over to `media` on the viewer socket: the id
 * of the low-bandwidth session. `main` strips it from everything that comes from outside.
 */
export const VIEWER_SESSION_HEADER = "x-proscenium-session";
