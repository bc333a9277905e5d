import { useEffect, useRef } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { isKiosk, openingOf, type StageLink } from "#domain/stage/deep-link.ts";
import { useShowStage } from "./use-show-stage.ts";

/**
 * Opens the stage that this user left in this browser, or the saved one that the address names, with its time and cycle.
 * A window opened by an address keeps nothing: it stands beside the user's own stage and must not overwrite it. A kiosk, at which
 * nobody sits, follows what others make of its stage and is asked nothing. `visit`: another object each time that somebody goes to an
 * address, be it the same.
 */
export function useOpenedStage(link: StageLink, visit: object): void {
  const { stores } = useProduct();
  const { cameras, stage, savedStages, timeline } = useWorkspace();
  const show = useShowStage(link.kiosk);
  const userId = useFacts(stores.session, (facts) => facts.user?.userId ?? null);
  const ownerId = useFacts(stores.stage, (facts) => facts.ownerId);
  const ready = useFacts(stores.savedStages, (facts) => facts.status === "ready");
  const camerasReady = useFacts(stores.cameras, (facts) => facts.status === "ready");
  const clockKnown = useFacts(stores.health, (facts) => facts.skewMs !== null);
  /** what a kiosk without a cycle follows: a cycle comes to it by itself */
  const followed = useFacts(stores.savedStages, ({ list }) =>
    link.kiosk && link.cycle === 0 ? JSON.stringify(list.find(({ id }) => id === link.stage)?.matrix ?? null) : "",
  );
  const listed = ready && camerasReady && ownerId !== null;
  const opening = openingOf(link);
  /** each kiosk is one of its own: of another stage nothing stays on its wall */
  const form = isKiosk(opening) ? `${opening} ${link.stage}` : opening;
  const begun = useRef<string | null>(null);
  const opened = useRef<Opened>(null);
  const shown = useRef<Opened>(null);

  useEffect(() => {
    void cameras.load();
    void savedStages.load();
  }, [cameras, savedStages]);
  useEffect(() => {
    if (userId === null) return;
    const before = stores.stage.get().opening;
    // Coming back from another screen finds the stage as it was, but for a kiosk's, and none that an address names takes its place.
    const isOther =
      begun.current === null
        ? isKiosk(opening) || isKiosk(before) || (before === "own" && opening === "beside")
        : begun.current !== form;
    if (ownerId !== userId || isOther) {
      stage.restore(userId, opening);
      savedStages.restore(userId, opening);
    }
    begun.current = form;
  }, [stores, stage, savedStages, userId, ownerId, opening, form]);
  // Once, and as soon as it is known what is future: slow lists must not undo a seek that was made meanwhile.
  useEffect(() => {
    const wanted = JSON.stringify(link);
    if (!(clockKnown || listed) || isSame(opened.current, { wanted, visit })) return;
    opened.current = { wanted, visit };
    // A stage's address without a time is live, whatever was played back before it was opened.
    if (link.stage !== null && link.timeMs === null) timeline.goLive();
    timeline.open(link.timeMs, link.speed, link.paused);
  }, [link, visit, clockKnown, listed, timeline]);
  useEffect(() => {
    const wanted = JSON.stringify([link, followed]);
    if (!listed || isSame(shown.current, { wanted, visit })) return;
    shown.current = { wanted, visit };
    if (link.stage !== null) show(link.stage);
    if (link.cycle > 0) savedStages.setSpeed(link.cycle);
  }, [link, visit, followed, listed, show, savedStages]);
  useEffect(() => savedStages.run(), [savedStages]);
}

type Opened = { readonly wanted: string; readonly visit: object } | null;
const isSame = (before: Opened, { wanted, visit }: NonNullable<Opened>): boolean =>
  before?.wanted === wanted && before.visit === visit;
