/**
 * DOM overlays of single tiles: statistics, the alert about a slow network, the link to low bandwidth after repeated
 * errors.
 */
import { IconEye, IconFeather } from "@tabler/icons-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Button } from "#chrome/kit/button/button.tsx";
import { classes } from "#chrome/kit/classes.ts";
import { Tooltip } from "#chrome/kit/popup/tooltip.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import type { Rect } from "#base/geometry.ts";
import { TRY_LOW_BANDWIDTH_AFTER_RETRIES } from "#domain/limits/player.ts";
import { hasBadges } from "#state/stage/player-store.ts";
import type { TileRect } from "#state/stage/stage-geometry.ts";
import stageCss from "../stage.module.css";
import css from "./overlays.module.css";
import { TileStats } from "./stats-overlay.tsx";

/** A narrower tile has room for the icon only. */
const CHIP_WORD_PX = 240;
const UNMASKED_WORDS_PX = 340;

export function PlayerOverlays({ tiles }: { readonly tiles: readonly TileRect[] }) {
  return tiles.map((tile) => <Overlay key={tile.tileId} tileId={tile.tileId} rect={tile.rect} />);
}

/** Says that a tile has low bandwidth; a press says what that means. The keyboard has the mode in the header and menu. */
function LowBandwidth({ isNarrow }: { readonly isNarrow: boolean }) {
  const { stores } = useProduct();
  const say = useText();
  const explain = (): void =>
    stores.dialogs.change((facts) => {
      facts.queue.push({ kind: "bandwidth" });
    });
  return (
    <Tooltip text={say("player.badge.hint")}>
      <AriaButton
        className={css.chip ?? ""}
        aria-label={say("player.badge.why")}
        excludeFromTabOrder
        data-toolbar=""
        data-low-bandwidth=""
        onPress={explain}
      >
        <IconFeather size={14} aria-hidden="true" />
        {isNarrow ? null : say("player.badge.lowbandwidth")}
      </AriaButton>
    </Tooltip>
  );
}

function Overlay({ tileId, rect }: { readonly tileId: string; readonly rect: Rect }) {
  const { stores } = useProduct();
  const { players } = useWorkspace();
  const say = useText();
  const all = useFacts(stores.preferences, (facts) => facts.statsOverlay);
  const shown = useFacts(
    stores.players,
    (facts) => {
      const player = facts.byTile[tileId];
      return {
        stats: player !== undefined && (all || player.statsShown),
        slow: player?.slowNetwork ?? false,
        unmasked: player?.unmasked ?? false,
        lowBandwidth: player?.mode === "lowbandwidth",
        hasBadges: player !== undefined && hasBadges(player),
        offer:
          player?.overlay === "error" &&
          player.mode === "webrtc" &&
          player.modes.includes("lowbandwidth") &&
          player.retries > TRY_LOW_BANDWIDTH_AFTER_RETRIES,
      };
    },
    sameFields,
  );
  return (
    <>
      {shown.stats ? <TileStats tileId={tileId} rect={rect} /> : null}
      {shown.slow ? (
        <p className={css.slow} style={{ width: rect.width, transform: `translate(${rect.x}px, ${rect.y}px)` }}>
          <span>{say("player.slowNetwork")}</span>
        </p>
      ) : null}
      {shown.unmasked || shown.lowBandwidth ? (
        <div
          className={classes(css.chips, shown.hasBadges && css.abovePlate)}
          style={{ width: rect.width, height: rect.height, transform: `translate(${rect.x}px, ${rect.y}px)` }}
        >
          {shown.unmasked ? (
            <p className={css.unmasked} data-unmasked="">
              <IconEye size={14} aria-hidden="true" />
              <span className={rect.width < UNMASKED_WORDS_PX ? stageCss.hiddenHelp : undefined}>
                {say("player.unmasked")}
              </span>
            </p>
          ) : null}
          {shown.lowBandwidth ? <LowBandwidth isNarrow={rect.width < CHIP_WORD_PX} /> : null}
        </div>
      ) : null}
      {shown.offer ? (
        <div
          className={css.link}
          data-toolbar=""
          style={{ width: rect.width, height: rect.height, transform: `translate(${rect.x}px, ${rect.y}px)` }}
        >
          <Button size="small" onPress={() => players.setMode(tileId, "lowbandwidth")}>
            {say("player.tryLowBandwidth")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
