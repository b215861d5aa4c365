import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { Button } from "../shared/button.tsx";
import { l10n } from "../shared/l10n.ts";
import { count, time } from "../shared/numbers.ts";
import type { LabAnswer } from "./messages.ts";
import { outcomeNames } from "./outcomes.ts";

type Window = NonNullable<LabAnswer["span"]>;

interface HistogramProps {
  readonly answer: LabAnswer;
  readonly zoom: Window | undefined;
  readonly onZoom: (window: Window | undefined) => void;
}

const height = 120;

/** Lines over time. Drag to zoom, or use the buttons. */
export function Histogram({ answer, zoom, onZoom }: HistogramProps) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const { histogram, span } = answer;
  useEffect(() => {
    if (!place.current || !histogram) return;
    const plot = plotIn(place.current, histogram, onZoom);
    const observer = new ResizeObserver(([entry]) =>
      plot.setSize({ width: Math.max(100, entry?.contentRect.width ?? 0), height }),
    );
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [histogram, theme, onZoom]);
  if (!histogram || !span) return <p class="muted">{l10n.t("The lines have no timestamps.")}</p>;
  const shown = zoom ?? span;
  return (
    <section class="histogram" aria-label={l10n.t("Lines over time")}>
      <div class="row">
        <h2>{l10n.t("Over time")}</h2>
        <span class="muted">
          {time(shown.since)} – {time(shown.until)} UTC
        </span>
        <span class="space" />
        <Legend resource={answer.resource} />
        <ZoomButtons shown={shown} span={span} zoom={zoom} onZoom={onZoom} />
      </div>
      <div ref={place} role="img" aria-label={summary(histogram)} />
    </section>
  );
}

function Legend({ resource }: Pick<LabAnswer, "resource">) {
  const { kept, dropped } = outcomeNames(resource);
  return (
    <span class="legend">
      <span class="swatch kept" /> {kept} <span class="swatch dropped" /> {dropped}
    </span>
  );
}

function ZoomButtons({
  shown,
  span,
  zoom,
  onZoom,
}: Omit<HistogramProps, "answer"> & { readonly shown: Window; readonly span: Window }) {
  const length = shown.until - shown.since;
  const move = (by: number) =>
    onZoom({ since: shown.since + by * length, until: shown.until + by * length });
  return (
    <>
      <Button
        kind="symbol"
        label={l10n.t("Zoom in")}
        disabled={length < 2}
        onClick={() => onZoom({ since: shown.since + length / 4, until: shown.until - length / 4 })}
      >
        +
      </Button>
      <Button
        kind="symbol"
        label={l10n.t("Earlier")}
        disabled={shown.since <= span.since}
        onClick={() => move(-0.5)}
      >
        ←
      </Button>
      <Button
        kind="symbol"
        label={l10n.t("Later")}
        disabled={shown.until >= span.until}
        onClick={() => move(0.5)}
      >
        →
      </Button>
      <Button label={l10n.t("Reset zoom")} disabled={!zoom} onClick={() => onZoom(undefined)} />
    </>
  );
}

type Data = NonNullable<LabAnswer["histogram"]>;

function summary({ kept, dropped, undetermined }: Data): string {
  const sum = (counts: readonly number[]) => count(counts.reduce((all, it) => all + it, 0));
  return l10n.t(
    "{0} lines kept, {1} dropped, {2} undetermined, in {3} steps",
    sum(kept),
    sum(dropped),
    sum(undetermined),
    kept.length,
  );
}

/** A value that changes with the color theme. */
function useTheme(): string {
  const [theme, setTheme] = useState(() => document.body.className);
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(document.body.className));
    observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    return () => observer.disconnect();
  }, []);
  return theme;
}

/** Draws the tallest bars first, because the others overlap them. */
function plotIn(place: HTMLElement, data: Data, onZoom: HistogramProps["onZoom"]): uPlot {
  const { start, step, kept, dropped, undetermined } = data;
  const open = kept.map((it, at) => it + (undetermined[at] ?? 0));
  const all = open.map((it, at) => it + (dropped[at] ?? 0));
  const seconds = kept.map((_, at) => (start + at * step) / 1000);
  const color = (name: string) => getComputedStyle(document.body).getPropertyValue(name).trim();
  const bars = uPlot.paths.bars?.({ size: [0.9, Number.POSITIVE_INFINITY], align: 1 });
  const series = (fill: string) => ({
    fill,
    width: 0,
    points: { show: false },
    ...(bars && { paths: bars }),
  });
  const axis = {
    stroke: color("--muted-color"),
    grid: { stroke: color("--grid-color"), width: 1 },
  };
  return new uPlot(
    {
      width: Math.max(100, place.clientWidth),
      height,
      tzDate: (at) => uPlot.tzDate(new Date(at * 1000), "UTC"),
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
      scales: {
        x: { time: true, range: [start / 1000, (start + kept.length * step) / 1000] },
        y: { range: (_, _least, most) => [0, Math.max(1, most * 1.05)] },
      },
      axes: [
        { ...axis, grid: { show: false } },
        { ...axis, size: 50, values: (_, ticks) => ticks.map((it) => (it % 1 ? "" : count(it))) },
      ],
      series: [
        {},
        series(color("--dropped-color")),
        series(color("--undetermined-color")),
        series(color("--kept-color")),
      ],
      hooks: {
        setSelect: [
          (plot) => {
            if (plot.select.width < 3) return;
            const at = (left: number) => Math.round(plot.posToVal(left, "x") * 1000);
            onZoom({
              since: at(plot.select.left),
              until: Math.max(at(plot.select.left) + 1, at(plot.select.left + plot.select.width)),
            });
          },
        ],
      },
    },
    [seconds, all, open, kept.slice()],
    place,
  );
}
