import { useEffect, useRef } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { isKiosk, openingOf, type StageLink } from "#domain/stage/deep-link.ts";
import { useShowStage } from "./use-show-stage.ts";

/**
 * Opens the stage that this user left in this browser, or the saved one that the address names, with its time and
 * cycle. A window that was opened by an address stores nothing: it exists beside the user's own stage and must not
 * overwrite it. A kiosk, at which nobody sits, follows the changes that others make to its stage and shows no
 * questions. `visit`: a new object for each navigation, also to the same address.
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
  /** the stage that a kiosk without a cycle follows; a kiosk with a cycle gets changes with its next round */
  const followed = useFacts(stores.savedStages, ({ list }) =>
    link.kiosk && link.cycle === 0 ? JSON.stringify(list.find(({ id }) => id === link.stage)?.matrix ?? null) : "",
  );
  const listed = ready && camerasReady && ownerId !== null;
  const opening = openingOf(link);
  /** each kiosk stands for itself: nothing of another stage stays on its wall */
  const form = isKiosk(opening) ? `${opening} ${link.stage}` : opening;
  const begun = useRef<string | null>(null);
  const opened = useRef<Opened>(null);
  const shown = useRef<Opened>(null);

  useEffect(() => {
    // The session has asked already when it began.
    void cameras.load({ joins: true });
    void savedStages.load({ joins: true });
  }, [cameras, savedStages]);
  useEffect(() => {
    if (userId === null) return;
    const before = stores.stage.get().opening;
    // A user who returns from another screen finds the stage as it was, and a stage that an address names does not
    // replace it. A kiosk's stage is the exception.
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
  // This runs once, as soon as it is known which times lie in the future: slow lists must not undo a seek that the user
  // has made meanwhile.
  useEffect(() => {
    const wanted = JSON.stringify(link);
    if (!(clockKnown || listed) || isSame(opened.current, { wanted, visit })) return;
    opened.current = { wanted, visit };
    // The address of a stage without a time means live, whatever was played back before it was opened.
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
  useEffect(() => {
    stores.stage.change((facts) => {
      facts.stillByLink = link.still;
    });
  }, [stores, link.still]);
  useEffect(() => savedStages.run(), [savedStages]);
}

type Opened = { readonly wanted: string; readonly visit: object } | null;
const isSame = (before: Opened, { wanted, visit }: NonNullable<Opened>): boolean =>
  before?.wanted === wanted && before.visit === visit;
