/** Answers about cameras arrive in any order. Requests are numbered: the answer to a later one, and what an event told, is not overwritten. */
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { streamKey } from "./camera-list.ts";

export class CameraQuestions {
  #last = 0;
  /** by server: the newest request for its list, and the request whose answer was taken last */
  readonly asked = new Map<string, number>();
  readonly listed = new Map<string, number>();
  /** by camera: the same for requests about one camera */
  readonly askedAlone = new Map<string, number>();
  readonly told = new Map<string, number>();
  /** by server and primary stream: the state that an event told, and the newest request before it */
  readonly #heard = new Map<string, { readonly state: CameraFacts["state"]; readonly behind: number }>();

  /** The number of a request that is made now. */
  next(): number {
    return ++this.#last;
  }

  /** What an answer to the request `own` says, but for a state that was told after that request. */
  newest(facts: CameraFacts, own: number): CameraFacts {
    const heard = this.#heard.get(streamKey(facts.orchidId, facts.primaryStreamId));
    return heard && heard.behind >= own ? { ...facts, state: heard.state } : facts;
  }

  /** A later request has told of this camera alone. */
  isToldSince(each: CameraFacts, own: number): boolean {
    return own < (this.told.get(cameraKey(each)) ?? 0);
  }

  /** By `streamKey`. */
  hear(states: ReadonlyMap<string, CameraFacts["state"]>): void {
    for (const [stream, state] of states) this.#heard.set(stream, { state, behind: this.#last });
  }
}
