import { afterEach, expect, test, vi } from "vitest";
import { bindOtherTabs } from "#app/bindings/other-tabs.ts";
import type { Disposer } from "#base/disposer.ts";
import { createSessionStore, type SessionFacts } from "#state/session-store.ts";

const ends: Disposer[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

/** A tab of the browser, and how often it has asked who is signed in. */
function tab(phase: SessionFacts["phase"]) {
  const store = createSessionStore(false);
  const enter = (to: SessionFacts["phase"]): void => store.change((facts) => void (facts.phase = to));
  enter(phase);
  const recheck = vi.fn<() => void>();
  ends.push(bindOtherTabs(store, recheck));
  return { enter, recheck };
}

test("a sign-in lets the tabs that wait at the sign-in page ask who is signed in, and no others", async () => {
  const [here, waiting, working, loading] = [tab("signed-out"), tab("signed-out"), tab("signed-in"), tab("unknown")];
  here.enter("signed-in");
  await vi.waitFor(() => expect(waiting.recheck).toHaveBeenCalledOnce());
  for (const { recheck } of [here, working, loading]) expect(recheck).not.toHaveBeenCalled();
});

test("a page that is loaded with a session tells nobody, and neither does a sign-out", async () => {
  const [here, there, waiting] = [tab("unknown"), tab("signed-in"), tab("signed-out")];
  here.enter("signed-in");
  there.enter("signed-out");
  expect(waiting.recheck).not.toHaveBeenCalled();
  // Messages keep their order: this one is the first that arrives.
  there.enter("signed-in");
  await vi.waitFor(() => expect(waiting.recheck).toHaveBeenCalledOnce());
});
