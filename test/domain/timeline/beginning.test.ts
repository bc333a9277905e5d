import { expect, test } from "vitest";
import type { OverlayState } from "#domain/player/overlay.ts";
import { isAtBeginning } from "#domain/timeline/beginning.ts";

const backwards = { mode: "playback", paused: false, speed: -1 } as const;
const said = (overlay: OverlayState, errorIcon: "warning" | "ban" = "warning") => ({ overlay, errorIcon });
const none = said("no_video");

test.each([
  ["the only player has nothing earlier", backwards, [none], true],
  ["none of them has", { ...backwards, speed: -64 }, [none, none], true],
  ["one plays on", backwards, [none, said("rip")], false],
  ["one counts down to an earlier recording", backwards, [none, said("delay")], false],
  ["one still seeks", backwards, [none, said("connecting")], false],
  ["one is in trouble that may pass", backwards, [none, said("error")], false],
  ["one is not available at all", backwards, [none, said("error", "ban")], true],
  ["none is available", backwards, [said("error", "ban")], false],
  ["nothing that could be played back", backwards, [], false],
  ["paused", { ...backwards, paused: true }, [none], false],
  ["forwards more may come", { ...backwards, speed: 1 }, [none], false],
  ["live", { ...backwards, mode: "live", speed: 1 }, [none], false],
] as const)("%s", (_, state, players, ends) => {
  expect(isAtBeginning(state, players)).toBe(ends);
});
