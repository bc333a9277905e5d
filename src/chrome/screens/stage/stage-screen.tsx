/** The stage: the side panel and the canvas with all DOM elements over it. A kiosk shows only the canvas. */
import { use, useMemo, useRef } from "react";
import { useLocation } from "react-router-dom";
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { useProduct, WorkspaceProvider } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import { timelineShown } from "#domain/accounts/access.ts";
import { readStageLink, type StageLink } from "#domain/stage/deep-link.ts";
import { visitorOf } from "#state/session-store.ts";
import { DragGhost } from "./input/drag-ghost.tsx";
import { KioskLayer } from "./kiosk/kiosk-layer.tsx";
import { SidePanel } from "./panel/side-panel.tsx";
import { usePageForm, usePhone } from "./small/use-small-window.ts";
import { StageArea } from "./stage-area.tsx";
import words from "#chrome/kit/words.module.css";
import css from "./stage.module.css";
import { useMovedCircles } from "./toolbar/use-moved-circles.ts";
import { useTimelineAddress } from "./timeline/use-timeline-address.ts";
import { useStageDigits } from "./use-stage-digits.ts";
import { useOpenedStage } from "./use-opened-stage.ts";

const PhoneBar = lateChunk(() => import("./small/phone-bar.tsx"));

export default function StageScreen() {
  const { workspace: open } = useProduct();
  const workspace = use(open());
  const visit = useLocation();
  const { search } = visit;
  const link = useMemo(() => {
    const query = new URLSearchParams(search);
    return readStageLink((name) => query.get(name));
  }, [search]);
  return (
    <WorkspaceProvider value={workspace}>
      <OpenStage link={link} visit={visit} />
    </WorkspaceProvider>
  );
}

function OpenStage({ link: asked, visit }: { readonly link: StageLink; readonly visit: object }) {
  const { stores, hidden } = useProduct();
  const say = useText();
  const visitor = useFacts(stores.session, visitorOf, sameFields);
  // A user without a timeline, by role or by the address, could not return from a recorded time: for these users every
  // link is live.
  const hasTimeline = timelineShown(visitor, hidden.timeline);
  const link = useMemo(
    () => (hasTimeline ? asked : { ...asked, timeMs: null, speed: 1, paused: false }),
    [asked, hasTimeline],
  );
  const area = useRef<HTMLDivElement>(null);
  useOpenedStage(link, visit);
  useTimelineAddress();
  usePageForm();
  const isPhone = usePhone();
  if (link.kiosk)
    return (
      <KioskLayer>
        <StageArea area={area} bare />
      </KioskLayer>
    );
  return (
    <div className={css.screen} data-phone={isPhone || undefined}>
      <h1 className={words.hidden}>{say("nav.stage")}</h1>
      <SidePanel area={area} isSheet={isPhone} />
      <StageArea area={area} />
      {isPhone ? (
        <LatePart>
          <PhoneBar />
        </LatePart>
      ) : null}
      <DragGhost area={area} />
      <Digits />
    </div>
  );
}

/** The keys of the saved stages, and what somebody who sits here is told; a kiosk has none. */
function Digits() {
  useStageDigits();
  useMovedCircles();
  return null;
}
