/** Account and time over every picture, where the server wants it. It is drawn by the page: exports have it painted in. */
import { useEffect, useState } from "react";
import type { Rect } from "#base/geometry.ts";
import { useProduct } from "#chrome/product.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import type { TileRect } from "#state/stage/stage-geometry.ts";
import css from "./overlays.module.css";
import { useWatermark } from "../use-watermark.ts";

const EVERY_MS = 10_000;
/** CSS px from one text to the next: a small tile shows one of them whole. */
const stepOf = ({ width, height }: Rect) => ({
  x: Math.max(180, Math.min(300, width)),
  y: Math.max(40, Math.min(96, height / 3)),
});

export function Watermarks({ tiles }: { readonly tiles: readonly TileRect[] }) {
  const { stores } = useProduct();
  const grid = useFacts(stores.stage, (facts) => facts.grid);
  const { name, isOn } = useWatermark();
  const marked = tiles.filter(({ tileId }) => {
    const cell = cellById(grid, tileId);
    return cell !== null && isOn(cell.camera.orchidId);
  });
  return marked.length === 0 ? null : <Marks tiles={marked} name={name} />;
}

function Marks({ tiles, name }: { readonly tiles: readonly TileRect[]; readonly name: string }) {
  const { stores } = useProduct();
  const { minute } = useShownTime();
  const skewMs = useFacts(stores.health, (facts) => facts.skewMs ?? 0);
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const text = `${name} · ${minute(nowMs + skewMs)}`;
  return tiles.map(({ tileId, rect }) => {
    const { x, y, width, height } = rect;
    const step = stepOf(rect);
    return (
      <div
        key={tileId}
        className={css.watermark}
        aria-hidden="true"
        data-watermark={tileId}
        style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
      >
        {Array.from({ length: Math.ceil(height / step.y) }, (_, row) => (
          <p key={row} style={{ marginInlineStart: row % 2 === 0 ? 0 : -step.x / 2 }}>
            {Array.from({ length: Math.ceil(width / step.x) + 1 }, (_each, column) => (
              <span key={column} style={{ width: step.x }}>
                {text}
              </span>
            ))}
          </p>
        ))}
      </div>
    );
  });
}
