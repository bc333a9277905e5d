/** What the DOM shows over single tiles: statistics, and the link to low bandwidth after repeated errors. */
import { Button } from "#chrome/kit/button.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import type { Rect } from "#base/geometry.ts";
import { TRY_LOW_BANDWIDTH_AFTER_RETRIES } from "#domain/limits.ts";
import type { TileRect } from "#state/stage-geometry.ts";
import css from "./stage.module.css";

export function PlayerOverlays({ tiles }: { readonly tiles: readonly TileRect[] }) {
  return tiles.map((tile) => <Overlay key={tile.tileId} tileId={tile.tileId} rect={tile.rect} />);
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
      {shown.stats ? <Stats tileId={tileId} rect={rect} /> : null}
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

function Stats({ tileId, rect }: { readonly tileId: string; readonly rect: Rect }) {
  const { stores } = useProduct();
  const say = useText();
  const mode = useFacts(stores.players, (facts) => facts.byTile[tileId]?.mode ?? "webrtc");
  const stats = useFacts(stores.players, (facts) => facts.byTile[tileId]?.stats ?? null);
  const rows: readonly (readonly [string, string])[] = stats
    ? [
        [say("stats.size"), `${stats.widthPx}×${stats.heightPx}`],
        [say("stats.fps"), say("stats.fpsValue", { fps: Math.round(stats.shownPerSecond) })],
        [say("stats.bitrate"), say("stats.bitrateValue", { kbps: Math.round(stats.kilobitsPerSecond) })],
        [say("stats.latency"), say("stats.ms", { ms: Math.round(stats.latencyMs) })],
        [say("stats.decode"), say("stats.ms", { ms: Math.round(stats.decodeMs * 10) / 10 })],
        [say("stats.replaced"), String(stats.framesReplaced)],
      ]
    : [];
  return (
    <dl className={css.stats} style={{ transform: `translate(${rect.x}px, ${rect.y}px)` }}>
      <dt>{say("stats.mode")}</dt>
      <dd>{mode}</dd>
      {rows.map(([label, value]) => [<dt key={`${label}?`}>{label}</dt>, <dd key={label}>{value}</dd>])}
    </dl>
  );
}
