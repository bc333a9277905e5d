/** What a stream carries, as processes tell each other and as files are described. */

export interface VideoInfo {
  readonly codec: "h264" | "h265" | "mjpeg";
  /** as WebCodecs and MP4 name it: avc1.42c01e, hvc1.1.6.L93.B0 */
  readonly codecString: string;
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly hasBFrames: boolean;
  /**
   * key frames are too seldom to wait for: viewers begin at recovery points (intra refresh), which browsers cannot
   */
  readonly isIntraRefresh?: boolean;
}

export interface AudioInfo {
  readonly codec: "aac" | "pcmu" | "pcma";
  readonly sampleRate: number;
  readonly channels: number;
}
