import { X264Encoder } from "#recorder/codec/av-encoders.ts";
import { Canvas } from "#recorder/codec/av-video.ts";

type EncoderOptions = ConstructorParameters<typeof X264Encoder>[0];

/** One coded picture; `pts` in ticks of 1/90000 s. */
interface CodedFrame {
  readonly data: Buffer;
  readonly pts: number;
  readonly key: boolean;
}

/**
 * Draws pictures one after the other on the same canvas and encodes them as H.264 with a key frame every two seconds.
 */
export function encodeFrames(
  of: Omit<EncoderOptions, "gopFrames">,
  count: number,
  paint: (canvas: Canvas, index: number) => void,
): CodedFrame[] {
  const { widthPx, heightPx, framesPerSecond } = of;
  const pictures: CodedFrame[] = [];
  const take = ({ data, pts, key }: CodedFrame): void => void pictures.push({ data, pts, key });
  const gopFrames = framesPerSecond * 2;
  const canvas = new Canvas(widthPx, heightPx, "yuv420p");
  const encoder = new X264Encoder({ ...of, gopFrames });
  for (let index = 0; index < count; index++) {
    paint(canvas, index);
    encoder.encode(canvas.frame((index * 90_000) / framesPerSecond), index % gopFrames === 0, take);
  }
  encoder.finish(take);
  encoder.close();
  canvas.close();
  return pictures;
}
