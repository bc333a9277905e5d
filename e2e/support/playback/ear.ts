import type { Page } from "@playwright/test";

interface Ears {
  readonly elements: HTMLAudioElement[];
  readonly outputs: AnalyserNode[];
  readonly inputs: Map<MediaStream, AnalyserNode>;
}

declare global {
  interface Window {
    e2eEars?: Ears;
  }
}

/** The sound at the loudspeaker at one moment; the loudest source counts. */
interface Heard {
  /** root mean square, 0 to 1 */
  readonly level: number;
  /** amplitude at the requested frequency, 0 to 1 */
  readonly tone: number;
}

/**
 * Measures what a page plays, through an audio element or an audio context, at the volume at which it plays it. Install
 * it before the page opens.
 */
export class Ear {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async of(page: Page): Promise<Ear> {
    await page.addInitScript(() => {
      const ears: Ears = { elements: [], outputs: [], inputs: new Map() };
      window.e2eEars = ears;
      window.Audio = new Proxy(window.Audio, {
        construct(target, given) {
          const element = Reflect.construct(target, given) as HTMLAudioElement;
          ears.elements.push(element);
          return element;
        },
      });
      // oxlint-disable-next-line typescript/unbound-method -- called with the node it belongs to
      const connect = AudioNode.prototype.connect as (this: AudioNode, ...to: unknown[]) => unknown;
      AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
        if (to[0] instanceof AudioDestinationNode) {
          const output = new AnalyserNode(this.context, { fftSize: 8192 });
          ears.outputs.push(output);
          connect.call(this, output);
        }
        return connect.apply(this, to);
      } as AudioNode["connect"];
    });
    return new Ear(page);
  }

  hear(toneHz = 1000): Promise<Heard> {
    return this.#page.evaluate((hz) => {
      const ears = window.e2eEars;
      if (!ears) throw new Error("the ear was not there when the page opened");
      const heard = (analyser: AnalyserNode, volume: number): Heard => {
        const samples = new Float32Array(analyser.fftSize);
        analyser.getFloatTimeDomainData(samples);
        const step = (2 * Math.PI * hz) / analyser.context.sampleRate;
        let squares = 0;
        let real = 0;
        let imaginary = 0;
        samples.forEach((sample, at) => {
          squares += sample * sample;
          real += sample * Math.cos(step * at);
          imaginary += sample * Math.sin(step * at);
        });
        return {
          level: Math.sqrt(squares / samples.length) * volume,
          tone: ((2 * Math.hypot(real, imaginary)) / samples.length) * volume,
        };
      };
      const all = ears.outputs.map((output) => heard(output, 1));
      for (const element of ears.elements) {
        const stream = element.srcObject;
        if (!(stream instanceof MediaStream) || element.paused || element.muted) continue;
        let input = ears.inputs.get(stream);
        if (!input) {
          const context = new AudioContext();
          input = new AnalyserNode(context, { fftSize: 8192 });
          new MediaStreamAudioSourceNode(context, { mediaStream: stream }).connect(input);
          ears.inputs.set(stream, input);
        }
        all.push(heard(input, element.volume));
      }
      return all.toSorted((a, b) => b.level - a.level)[0] ?? { level: 0, tone: 0 };
    }, toneHz);
  }
}
