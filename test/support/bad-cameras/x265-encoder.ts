import { AV_PICTURE_TYPE_NONE, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX265 } from "node-av/constants";
import { Codec, CodecContext, type Frame, Packet, Rational } from "node-av/lib";
import { need } from "#base/assert.ts";
import { check, type EncodedPacket, receivePackets, setOption } from "#recorder/codec/av-shared.ts";

/** H.265 by x265, Annex B, parameter sets before each key picture, no picture held back. Close it. */
export class X265Encoder {
  readonly #context = new CodecContext();
  readonly #packet = new Packet();

  constructor(widthPx: number, heightPx: number, framesPerSecond: number, gopFrames: number, isIntraRefresh = false) {
    const codec = need(Codec.findEncoderByName(FF_ENCODER_LIBX265), "x265");
    const context = this.#context;
    context.allocContext3(codec);
    context.width = widthPx;
    context.height = heightPx;
    context.pixelFormat = AV_PIX_FMT_YUV420P;
    context.timeBase = new Rational(1, 90_000);
    context.framerate = new Rational(framesPerSecond, 1);
    context.threadCount = 1;
    context.gopSize = gopFrames;
    context.maxBFrames = 0;
    setOption(context, "preset", "ultrafast");
    setOption(context, "tune", "zerolatency");
    const more = "repeat-headers=1:open-gop=0:scenecut=0:pools=none:frame-threads=1:log-level=none";
    const refresh = isIntraRefresh ? ":intra-refresh=1" : "";
    setOption(context, "x265-params", `keyint=${gopFrames}:min-keyint=${gopFrames}:${more}${refresh}`);
    check(context.open2Sync(codec, null), "opening x265");
    this.#packet.alloc();
  }

  /** Encodes one frame with its own pts (90 kHz). */
  encode(frame: Frame, onPacket: (packet: EncodedPacket) => void): void {
    frame.timeBase = new Rational(1, 90_000);
    frame.pictType = AV_PICTURE_TYPE_NONE;
    check(this.#context.sendFrameSync(frame), "encoding");
    receivePackets(this.#context, this.#packet, onPacket);
  }

  close(): void {
    this.#packet.free();
    this.#context.freeContext();
  }
}
