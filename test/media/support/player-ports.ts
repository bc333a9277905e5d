/** The dependencies of a player: they do nothing and answer nobody, except for what a test configures. */
import type { PlayerPorts, StageSources } from "#media/player/player-ports.ts";

type Ports = Partial<Omit<PlayerPorts, "stage">> & { readonly stage?: Partial<StageSources> };

const never = (): Promise<never> => new Promise(() => undefined);
const nothing = (): void => undefined;
const silent: StageSources = {
  openSource: nothing,
  playSource: nothing,
  stepSource: nothing,
  prefetchSource: nothing,
  clockSource: nothing,
  decodedSource: nothing,
  closeSource: nothing,
  onSourceEvent: () => nothing,
  onSourceFacts: () => nothing,
};

export const playerPorts = ({ stage, ...more }: Ports): PlayerPorts => ({
  openWhep: never,
  openSession: never,
  socketUrl: (path) => path,
  archives: () => Promise.resolve({ kind: "none" }),
  ...more,
  stage: { ...silent, ...stage },
});
