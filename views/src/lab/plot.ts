import uPlot from "uplot";
import { count } from "../shared/numbers.ts";
import { axisLabels, type Steps, stepsAround, type Window } from "./steps.ts";

export const height = 120;

/** Between the numbers of lines on the axis: 1, 2, 5, 10, 20, … */
const wholeSteps = Array.from({ length: 10 }, (_, at) =>
  [1, 2, 5].map((it) => it * 10 ** at),
).flat();

interface PlotEvents {
  readonly onZoom: (window: Window) => void;
  /** The mouse points at a step, or at none. */
  readonly onStep: (at: number | undefined) => void;
}

/** Draws the tallest bars first, because the others overlap them. */
export function plotIn(place: HTMLElement, data: Steps, { onZoom, onStep }: PlotEvents): uPlot {
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
    font: `11px ${color("--vscode-font-family") || "sans-serif"}`,
    grid: { stroke: color("--grid-color"), width: 1 },
  };
  const timeAt = (plot: uPlot, left: number) => Math.round(plot.posToVal(left, "x") * 1000);
  return new uPlot(
    {
      width: Math.max(100, place.clientWidth),
      height,
      tzDate: (at) => uPlot.tzDate(new Date(at * 1000), "UTC"),
      // The last label may be wider than its step.
      padding: [null, 36, null, null],
      legend: { show: false },
      cursor: {
        x: false,
        y: false,
        points: { show: false },
        drag: { x: true, y: false, setScale: false },
      },
      scales: {
        x: { time: true, range: [start / 1000, (start + kept.length * step) / 1000] },
        y: { range: (_, _least, most) => [0, Math.max(1, most * 1.05)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: 70,
          values: (_, ticks, _axis, _space, increment) => [...axisLabels(ticks, increment)],
        },
        { ...axis, size: 50, space: 20, incrs: wholeSteps, values: (_, ticks) => ticks.map(count) },
      ],
      series: [
        {},
        series(color("--dropped-color")),
        series(color("--undetermined-color")),
        series(color("--kept-color")),
      ],
      hooks: {
        setCursor: [
          (plot) => {
            const { left = -1 } = plot.cursor;
            if (left < 0) return;
            const at = Math.floor((timeAt(plot, left) - start) / step);
            onStep(Math.max(0, Math.min(kept.length - 1, at)));
          },
        ],
        setSelect: [
          (plot) => {
            const { left, width } = plot.select;
            if (width < 3) return;
            const dragged = { since: timeAt(plot, left), until: timeAt(plot, left + width) };
            onZoom(stepsAround(data, dragged));
          },
        ],
      },
    },
    [seconds, all, open, kept.slice()],
    place,
  );
}
