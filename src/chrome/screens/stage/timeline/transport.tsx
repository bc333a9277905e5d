/** The middle of the stage control bar: motion events, jumps, frames, play and pause, the clock, and the way to live. */
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconRewindBackward10,
  IconRewindForward10,
  IconRun,
} from "@tabler/icons-react";
import { Toolbar } from "react-aria-components/Toolbar";
import { Button } from "#chrome/kit/button/button.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { Tooltip } from "#chrome/kit/popup/tooltip.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { JUMP_MS } from "#domain/limits/stage.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { formatLocal } from "#domain/timeline/zone.ts";
import { zoneOf } from "#state/timeline-store.ts";
import css from "./control-bar.module.css";
import { useLanes } from "./use-lanes.ts";

export function Transport() {
  const { stores } = useProduct();
  const { timeline, recordings } = useWorkspace();
  const say = useText();
  const lanes = useLanes();
  const paused = useFacts(stores.timeline, (facts) => facts.state.paused);
  const mode = useFacts(stores.timeline, (facts) => facts.state.mode);
  const goToMotion = async (direction: "previous" | "next"): Promise<void> => {
    const found = await recordings.goToMotion(
      direction,
      lanes.flatMap((lane) => lane.streams),
    );
    if (!found.ok) showToast({ text: found.error, tone: "bad" });
    else if (!found.value) showToast({ text: say(`timeline.noMotion.${direction}`), tone: "info" });
  };
  return (
    <Toolbar
      className={css.transport ?? ""}
      aria-label={say("timeline.bar")}
      {...(paused ? { "data-paused": "" } : {})}
    >
      <IconButton
        size="small"
        label={say("timeline.previousMotion")}
        isDisabled={lanes.length === 0}
        onPress={() => void goToMotion("previous")}
      >
        <span className={css.motion}>
          <IconChevronLeft size={13} />
          <IconRun size={16} />
        </span>
      </IconButton>
      <span className={css.jump}>
        <IconButton
          size="small"
          label={say("timeline.jumpBack", { count: JUMP_MS / 1000 })}
          keys="Shift+J"
          onPress={() => timeline.jump(-JUMP_MS)}
        >
          <IconRewindBackward10 size={18} />
        </IconButton>
      </span>
      <span className={css.step}>
        <IconButton size="small" label={say("timeline.stepBack")} keys="," onPress={() => timeline.step(-1)}>
          <IconPlayerSkipBack size={15} />
        </IconButton>
      </span>
      <IconButton
        label={say(paused ? "timeline.play" : "timeline.pause")}
        keys="Space k"
        tone="plain"
        onPress={() => timeline.togglePause()}
      >
        {paused ? <IconPlayerPlayFilled size={18} /> : <IconPlayerPauseFilled size={18} />}
      </IconButton>
      <span className={css.step}>
        <IconButton size="small" label={say("timeline.stepForward")} keys="." onPress={() => timeline.step(1)}>
          <IconPlayerSkipForward size={15} />
        </IconButton>
      </span>
      <span className={css.jump}>
        <IconButton
          size="small"
          label={say("timeline.jumpForward", { count: JUMP_MS / 1000 })}
          keys="Shift+L"
          isDisabled={mode === "live"}
          onPress={() => timeline.jump(JUMP_MS)}
        >
          <IconRewindForward10 size={18} />
        </IconButton>
      </span>
      <IconButton
        size="small"
        label={say("timeline.nextMotion")}
        isDisabled={lanes.length === 0 || mode === "live"}
        onPress={() => void goToMotion("next")}
      >
        <span className={css.motion}>
          <IconRun size={16} />
          <IconChevronRight size={13} />
        </span>
      </IconButton>
      <Clock />
      <Tooltip text={say("timeline.toLive")} keys="End">
        <Button
          tone="quiet"
          size="small"
          aria-pressed={mode === "live"}
          aria-label={say(mode === "live" ? "timeline.live" : "timeline.toLive")}
          onPress={() => timeline.goLive()}
        >
          <span className={css.live} data-live={mode === "live" || undefined}>
            {say("timeline.live")}
          </span>
        </Button>
      </Tooltip>
    </Toolbar>
  );
}

function Clock() {
  const { stores } = useProduct();
  const second = useFacts(stores.timeline, (facts) => facts.shownSecond);
  const zoneId = useFacts(stores.timeline, zoneOf);
  const zone = namedZone(zoneId);
  const { date } = useShownTime();
  return (
    <time className={css.clock} data-clock={second} dateTime={new Date(second * 1000).toISOString()}>
      <span className={css.date}>{date(second * 1000, zoneId)}</span>
      <span>{formatLocal(second * 1000, zone, "HH:mm:ss")}</span>
    </time>
  );
}
