/** Statistics split into network, decode and present: over each tile, and for the wall in its corner. */
import type { Rect } from "#base/geometry.ts";
import { useProduct } from "#chrome/product.ts";
import { reliefWords, slowNames } from "#chrome/shell/slow-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import { statsAreShown, transportOf } from "#state/stage/player-store.ts";
import { wallStats } from "#state/stage/wall-stats.ts";
import css from "./overlays.module.css";

/** A tile lower than this has no room for a line under its header. */
const LEAST_HEIGHT_PX = 80;

const tenth = (value: number): number => Math.round(value * 10) / 10;
const percent = (share: number): number => tenth(share * 100);

export function TileStats({ tileId, rect }: { readonly tileId: string; readonly rect: Rect }) {
  const { stores } = useProduct();
  const say = useText();
  const transport = useFacts(stores.players, ({ byTile }) => {
    const player = byTile[tileId];
    return player ? transportOf(player) : "webrtc";
  });
  const stats = useFacts(stores.players, (facts) => facts.byTile[tileId]?.stats ?? null);
  const rows: readonly Row[] = stats
    ? [
        [say("stats.size"), `${stats.widthPx}×${stats.heightPx}`],
        [
          say("stats.network"),
          say("stats.networkValue", {
            kbps: Math.round(stats.kilobitsPerSecond),
            lost: percent(stats.packetLoss),
            ms: Math.round(stats.roundTripMs),
          }),
        ],
        [say("stats.decode"), say("stats.decodeValue", { ms: tenth(stats.decodeMs), queue: stats.decodeQueue })],
        ...(stats.decodedBy ? [[say("stats.decodedBy"), say(`stats.by.${stats.decodedBy}`)] as const] : []),
        [
          say("stats.present"),
          say("stats.presentValue", {
            fps: Math.round(stats.shownPerSecond),
            ms: Math.round(stats.latencyMs),
            skipped: stats.framesReplaced,
          }),
        ],
      ]
    : [];
  if (rect.height < LEAST_HEIGHT_PX) return null;
  return (
    <dl
      className={css.stats}
      style={{
        maxWidth: rect.width - 16,
        // Leaves room for the header above and a little below: on a small tile the last rows are left out
        // (overlays.module.css).
        maxHeight: `max(0px, calc(${rect.height}px - var(--tile-header) - 10px))`,
        transform: `translate(${rect.x}px, ${rect.y}px)`,
      }}
    >
      <Rows rows={[[say("stats.mode"), say(`stats.transport.${transport}`)], ...rows]} />
    </dl>
  );
}

/** Shown while the statistics of any tile are shown. */
export function WallStats() {
  const { stores } = useProduct();
  const all = useFacts(stores.preferences, (facts) => facts.statsOverlay);
  const shown = useFacts(stores.players, (facts) => statsAreShown(facts, all));
  return shown ? <ShownWallStats /> : null;
}

function ShownWallStats() {
  const { stores } = useProduct();
  const say = useText();
  const stats = useFacts(stores.players, wallStats, sameFields);
  const slow = useFacts(stores.standing, (facts) => facts.slow);
  const relief = useFacts(stores.standing, (facts) => facts.relief);
  const { present } = stats;
  const rows: Row[] = [
    [say("stats.players"), say("stats.playersValue", { playing: stats.playing, all: stats.players })],
    [
      say("stats.network"),
      say("stats.wallNetworkValue", { kbps: Math.round(stats.kilobitsPerSecond), lost: percent(stats.packetLoss) }),
    ],
    [say("stats.decode"), say("stats.decodeValue", { ms: tenth(stats.decodeMs), queue: stats.decodeQueue })],
  ];
  if (stats.byHardware + stats.bySoftware + stats.lostHardware > 0)
    rows.push([
      say("stats.decodedBy"),
      say("stats.decodedByValue", {
        hardware: stats.byHardware,
        software: stats.bySoftware + stats.lostHardware,
        lost: stats.lostHardware,
      }),
    ]);
  if (present)
    rows.push([
      say("stats.present"),
      say("stats.wallPresentValue", {
        fps: Math.round(present.presentsPerSecond),
        shown: Math.round(present.shownPerSecond),
        due: Math.round(present.duePerSecond),
        skipped: stats.framesReplaced,
      }),
    ]);
  if (slow.length > 0) rows.push([say("stats.slow"), slowNames(say, slow)]);
  if (relief > 0) rows.push([say("stats.relief"), reliefWords(say, relief)]);
  if (present?.painter) rows.push([say("stats.painter"), present.painter]);
  return (
    <section className={css.wallStats} aria-label={say("stats.wall")}>
      <h2>{say("stats.wall")}</h2>
      <dl>
        <Rows rows={rows} />
      </dl>
    </section>
  );
}

type Row = readonly [label: string, value: string];

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return rows.map(([label, value]) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ));
}
