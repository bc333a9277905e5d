/** Plays the audio of a low-bandwidth source: blocks of samples from the stage's thread, one after the other. */
import type { Disposer } from "#base/disposer.ts";
import type { AudioBlock } from "#protocol/stage-worker.ts";
import { runWhenAllowed } from "./when-allowed.ts";

/** A block starts this much after it arrived, so that small delays do not tear the audio. */
const LEAD_S = 0.12;
/** Further ahead than this the audio is late against the video: start over. */
const MAX_AHEAD_S = 1;

let context: AudioContext | null = null;
/** One context for the page: a browser allows only a few. */
const audioContext = (): AudioContext => (context ??= new AudioContext());

interface BlockAudioTroubles {
  /** the browser plays only after a touch */
  readonly refused: () => void;
  /** the browser has no AudioDecoder (Safari before 26): there is nothing to hear */
  readonly undecodable: () => void;
}

export class BlockAudio {
  readonly #port: MessagePort;
  readonly #troubles: BlockAudioTroubles;
  #stopAsking: Disposer | null = null;
  #gain: GainNode | null = null;
  #nextAtS = 0;
  #volume = 0;

  constructor(port: MessagePort, volume: number, troubles: BlockAudioTroubles) {
    this.#port = port;
    this.#troubles = troubles;
    port.onmessage = (event: MessageEvent<AudioBlock>) => this.#play(event.data);
    this.setVolume(volume);
  }

  setVolume(volume: number): void {
    this.#volume = volume;
    // the other side decodes only while somebody listens
    this.#port.postMessage(volume > 0);
    if (volume > 0 && typeof AudioDecoder === "undefined") return this.#troubles.undecodable();
    if (volume > 0) {
      const at = audioContext();
      // The volume button is a touch; a volume that comes from elsewhere is not.
      this.#stopAsking?.();
      this.#stopAsking = runWhenAllowed(at, this.#troubles.refused);
      if (!this.#gain) {
        this.#gain = at.createGain();
        this.#gain.connect(at.destination);
      }
    }
    if (this.#gain) this.#gain.gain.value = volume;
  }

  close(): void {
    this.#port.close();
    this.#stopAsking?.();
    this.#gain?.disconnect();
    this.#gain = null;
  }

  #play(block: AudioBlock): void {
    const gain = this.#gain;
    const first = block.channels[0];
    if (!gain || !first || first.length === 0 || this.#volume === 0) return;
    const at = gain.context;
    if (at.state !== "running") return;
    const buffer = at.createBuffer(block.channels.length, first.length, block.sampleRate);
    block.channels.forEach((samples, channel) => buffer.copyToChannel(samples, channel));
    const ahead = this.#nextAtS - at.currentTime;
    if (ahead < 0 || ahead > MAX_AHEAD_S) this.#nextAtS = at.currentTime + LEAD_S;
    const node = new AudioBufferSourceNode(at, { buffer });
    node.connect(gain);
    node.start(this.#nextAtS);
    this.#nextAtS += buffer.duration;
  }
}
