import { expect, it } from "vitest";
import { englishText } from "#domain/failures/english.ts";
import { Counterparts } from "#recorder/standby/counterparts.ts";

function heard(isOwner: boolean) {
  const events: string[] = [];
  const journal = {
    event: (type: string, told: Parameters<typeof englishText>[0]): Promise<void> => {
      events.push(`${type}: ${englishText(told)}`);
      return Promise.resolve();
    },
  };
  return { counterparts: new Counterparts({ isOwner, journal }), events };
}
const MISSING = expect.stringMatching(/^Standby Missing: .*nobody records its cameras/);

it("an owner is not alone before the others have had the time to say that they are there", async () => {
  const { counterparts, events } = heard(true);
  expect(counterparts.names).toBeNull();
  await counterparts.heard([], false);
  expect(counterparts.names).toBeNull();
  await counterparts.heard(["West"], false);
  await counterparts.heard([], false);
  expect(counterparts.names).toEqual(["West"]);
  expect(events).toEqual([]);
});

it("the report says once that the last one is gone, and who is there again", async () => {
  const { counterparts, events } = heard(true);
  await counterparts.heard([], true);
  await counterparts.heard([], true);
  expect(events).toEqual([MISSING]);
  await counterparts.heard(["North", "West"], true);
  expect(events.splice(0)).toEqual([MISSING, expect.stringMatching(/^Standby Found: .*North, West/)]);
  await counterparts.heard(["North"], true);
  await counterparts.heard(["North", "West"], true);
  expect(events).toEqual([]);
  await counterparts.heard([], true);
  expect([counterparts.names, events]).toEqual([[], [MISSING]]);
});

it("a standby without an owner knows it, and is no event", async () => {
  const { counterparts, events } = heard(false);
  await counterparts.heard([], true);
  expect([counterparts.names, events]).toEqual([[], []]);
});
