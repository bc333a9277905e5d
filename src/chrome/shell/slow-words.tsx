/** What is slow about this wall, and what was done about it. */
import { RELIEF_STEPS } from "#domain/stage/relief.ts";
import type { SlowPart } from "#domain/stage/slow-parts.ts";
import { useProduct } from "../product.ts";
import { type Say, useText } from "../texts/use-text.ts";
import { useFacts } from "../use-facts.ts";

/** The names of slow parts as a list; "" = none. */
export const slowNames = (say: Say, parts: readonly SlowPart[]): string =>
  parts.map((part) => say(`slow.${part}`)).join(", ");

/** What a step of relief does; "" = no relief. */
export function reliefWords(say: Say, level: number): string {
  const step = level > 0 ? RELIEF_STEPS[level] : undefined;
  if (!step) return "";
  const percent = Math.round(step.budgetShare * 100);
  const done =
    step.presentCapHz > 0 ? say("relief.both", { percent, hz: step.presentCapHz }) : say("relief.streams", { percent });
  return step.still ? say("relief.andStill", { done }) : done;
}

export function SlowWords() {
  const { stores } = useProduct();
  const say = useText();
  const slow = useFacts(stores.standing, (facts) => facts.slow);
  const level = useFacts(stores.standing, (facts) => facts.relief);
  return (
    <>
      {slow.length > 0 && <p>{say("slow.now", { parts: slowNames(say, slow) })}</p>}
      {level > 0 && <p>{say("relief.done", { what: reliefWords(say, level) })}</p>}
    </>
  );
}
