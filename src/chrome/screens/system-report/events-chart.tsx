import "uplot/dist/uPlot.min.css";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { chartBins, chartFormat, type ReportEvent } from "#domain/servers/report.ts";
import words from "#chrome/kit/words.module.css";
import css from "./report.module.css";

export const CHART_BINS = 60;
const HEIGHT_PX = 180;

/**
 * A bar chart of events over time; a click reports its bar (0 to CHART_BINS - 1). Screen readers use the list of events
 * instead.
 */
export function EventsChart(props: {
  readonly label: string;
  readonly events: readonly ReportEvent[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly onBin: (bin: number) => void;
}) {
  const { label, events, fromMs, toMs, onBin } = props;
  const box = useRef<HTMLDivElement>(null);
  const click = useRef(onBin);
  useEffect(() => {
    click.current = onBin;
  }, [onBin]);

  useEffect(() => {
    const element = box.current;
    if (!element || toMs <= fromMs) return;
    const style = getComputedStyle(element);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    const binS = (toMs - fromMs) / CHART_BINS / 1000;
    const times = Array.from({ length: CHART_BINS }, (_, bin) => fromMs / 1000 + (bin + 0.5) * binS);
    const format = uPlot.fmtDate(chartFormat(fromMs, toMs) === "%m/%d" ? "{MM}/{DD}" : "{HH}:{mm}");
    const axis = {
      stroke: colour("--ink-2"),
      grid: { stroke: colour("--line"), width: 1 },
      ticks: { stroke: colour("--line") },
    };
    const bars = uPlot.paths.bars?.({ size: [0.85, 60] });
    const chart = new uPlot(
      {
        width: Math.max(200, element.clientWidth),
        height: HEIGHT_PX,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        scales: {
          x: { time: true, range: [fromMs / 1000, toMs / 1000] },
          y: { range: (_chart, _min, max) => [0, Math.max(1, max)] },
        },
        axes: [
          { ...axis, values: (_chart, splits) => splits.map((second) => format(new Date(second * 1000))) },
          { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] },
        ],
        series: [
          {},
          {
            label,
            stroke: colour("--accent"),
            fill: colour("--accent-solid"),
            points: { show: false },
            ...(bars ? { paths: bars } : {}),
          },
        ],
      },
      [times, chartBins(events, fromMs, toMs, CHART_BINS).map((count) => (count === 0 ? null : count))],
      element,
    );
    const pick = (): void => {
      const { idx } = chart.cursor;
      if (idx !== null && idx !== undefined) click.current(idx);
    };
    chart.over.addEventListener("click", pick);
    const observer = new ResizeObserver(([entry]) => {
      if (entry) chart.setSize({ width: Math.max(200, entry.contentRect.width), height: HEIGHT_PX });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.over.removeEventListener("click", pick);
      chart.destroy();
    };
  }, [events, fromMs, toMs, label]);

  return (
    <figure className={css.chart}>
      <div ref={box} />
      <figcaption className={words.hidden}>{label}</figcaption>
    </figure>
  );
}
