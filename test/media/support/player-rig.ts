import { foreignFailure } from "#domain/failures/failure.ts";
import { initialPlayer } from "#media/player/initial-player.ts";
import { stepPlayer } from "#media/player/player-machine.ts";
import type {
  PlayerConfig,
  PlayerEffect,
  PlayerEvent,
  PlayerRequest,
  PlayerState,
} from "#media/player/player-state.ts";

export const config: PlayerConfig = {
  order: ["webrtc", "lowbandwidth"],
  webrtcAllowed: true,
  canLive: true,
  canPlayback: true,
  recordedByWebrtc: false,
};

export const live: PlayerRequest = { timeMs: 0, rate: 1, paused: false };
export const at = (timeMs: number, rate = 1, paused = false): PlayerRequest => ({ timeMs, rate, paused });

/** Drives the state machine as the real driver does, with a clock that the test controls. */
export class Rig {
  state: PlayerState;
  nowMs = 1000;
  frameEveryMs = 0;
  effects: readonly PlayerEffect[] = [];
  readonly timers = new Map<string, number>();
  constructor(change: Partial<PlayerConfig> = {}) {
    this.state = initialPlayer({ ...config, ...change }, "main");
  }
  send(event: PlayerEvent): this {
    const env = { nowMs: this.nowMs, random: 0, frameEveryMs: this.frameEveryMs };
    const step = stepPlayer(this.state, event, env);
    this.state = step.state;
    this.effects = step.effects;
    for (const effect of step.effects) {
      if (effect.type === "timer") this.timers.set(effect.name, this.nowMs + effect.afterMs);
      if (effect.type === "cancel") this.timers.delete(effect.name);
    }
    return this;
  }
  after(ms: number): this {
    this.nowMs += ms;
    return this;
  }
  /** fires a timer, which must be set, at its time */
  fire(name: Extract<PlayerEvent, { type: "timer" }>["name"]): this {
    const due = this.timers.get(name);
    if (due === undefined) throw new Error(`timer ${name} is not set`);
    this.timers.delete(name);
    this.nowMs = Math.max(this.nowMs, due);
    return this.send({ type: "timer", name });
  }
  get id(): number {
    return this.state.current?.id ?? -1;
  }
  playing(request: PlayerRequest = live): this {
    this.send({ type: "play", request });
    this.send({ type: "sent", id: this.id }).send({ type: "connected", id: this.id });
    return this.send({ type: "first-frame", id: this.id });
  }
  error(recoverable: boolean, code = "x/y", retryAfterMs = 0): this {
    return this.send({ type: "error", id: this.id, failure: foreignFailure(code, "why"), recoverable, retryAfterMs });
  }
  of<T extends PlayerEffect["type"]>(type: T): Extract<PlayerEffect, { type: T }>[] {
    return this.effects.filter((effect): effect is Extract<PlayerEffect, { type: T }> => effect.type === type);
  }
  due(name: string): number | undefined {
    const time = this.timers.get(name);
    return time === undefined ? undefined : time - this.nowMs;
  }
}
