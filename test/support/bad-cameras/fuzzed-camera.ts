import { keyNals, type PlayedLine, ScriptedCamera, slice } from "../scripted-camera.ts";

const PICTURE_MS = 40;
/** Share of answers and of pictures that are damaged. */
const DAMAGED = 0.5;

/** A camera that answers as it should until it is let loose; then its bytes are flipped, cut, doubled and made up. Close it. */
export class FuzzedCamera {
  /** answers and pictures that were damaged */
  damaged = 0;
  #isLoose = false;
  readonly #pictures: number;
  #camera: ScriptedCamera | null = null;

  private constructor(pictures: number) {
    this.#pictures = pictures;
  }

  /** `pictures`: so many of them, by chance, and a connection is closed. */
  static async open(pictures: number): Promise<FuzzedCamera> {
    const fuzzed = new FuzzedCamera(pictures);
    fuzzed.#camera = await ScriptedCamera.open({
      answer: (_asked, usual) => fuzzed.#damage(Buffer.from(usual)).toString("latin1"),
      play: (line) => fuzzed.#play(line),
    });
    return fuzzed;
  }

  get url(): string {
    return this.#camera?.url ?? "";
  }

  letLoose(): void {
    this.#isLoose = true;
  }

  async close(): Promise<void> {
    await this.#camera?.close();
  }

  #play(line: PlayedLine): void {
    line.every(PICTURE_MS, (i) => {
      const nals = i % 25 === 0 ? keyNals() : [slice(false, true, 40 + random(3000))];
      line.write(this.#damage(line.picture(nals, i * PICTURE_MS * 90)));
      if (this.#isLoose && Math.random() < 1 / this.#pictures) line.socket.destroy();
    });
  }

  #damage(bytes: Buffer): Buffer {
    if (!this.#isLoose || Math.random() > DAMAGED) return bytes;
    this.damaged += 1;
    const at = random(bytes.length);
    const kinds = [
      () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + random(40)))]),
      () => Buffer.concat([bytes.subarray(0, at), madeUp(random(60)), bytes.subarray(at)]),
      () => Buffer.concat([bytes, bytes.subarray(at)]),
      () => bytes.subarray(0, at),
      () => madeUp(random(5000)),
      () => bytes.map((byte) => (Math.random() < 0.02 ? random(256) : byte)),
    ];
    return Buffer.from(kinds[random(kinds.length)]?.() ?? bytes);
  }
}

const random = (below: number): number => Math.floor(Math.random() * below);
const madeUp = (bytes: number): Buffer => Buffer.from(Array.from({ length: bytes }, () => random(256)));
