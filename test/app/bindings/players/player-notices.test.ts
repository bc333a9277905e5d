import { expect, test } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import { createPlayerNotices } from "#app/bindings/players/player-notices.ts";

test("each sentence once, however many players say it; another reason is another sentence", () => {
  const shown: unknown[] = [];
  const notice = createPlayerNotices(({ text }) => shown.push(text));
  const noPath = failure("player/fell-back", { cause: failure("webrtc/no-path") });
  const late = failure("player/fell-back", { cause: failure("player/timeout") });
  for (const each of [noPath, noPath, late, noPath, failure("player/needs-touch")]) notice(each);
  expect(shown).toEqual([noPath, late, failure("player/needs-touch")]);
});
