import { useEffect, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import { Button } from "../shared/button.tsx";
import { l10n } from "../shared/l10n.ts";
import { count, time } from "../shared/numbers.ts";
import type { LabAnswer } from "./messages.ts";
import { outcomeNames } from "./outcome.ts";
import { height, plotIn } from "./plot.ts";
import { centerOf, type Steps, stepAt, type Window } from "./steps.ts";

interface HistogramProps {
  readonly answer: LabAnswer;
  readonly onZoom: (window: Window | undefined) => void;
}

/** Lines over time. Drag to zoom, or use the buttons. With the keyboard, arrows move from step to step. */
export function Histogram({ answer, onZoom }: HistogramProps) {
  const { histogram, span, scope } = answer;
  if (!histogram || !span) return <p class="muted">{l10n.t("The lines have no timestamps.")}</p>;
  const shown = scope.window ?? span;
  // Without a zoom, the times of the first and the last line.
  const { since, until } = scope.window ?? { since: span.since, until: span.until - 1 };
  return (
    <section class="histogram" aria-label={l10n.t("Lines over time")}>
      <div class="row">
        <h2>{l10n.t("Over time")}</h2>
        <span class="muted">{l10n.t("{0} to {1}", time(since), time(until))}</span>
        <span class="space" />
        <Legend answer={answer} />
        <ZoomButtons shown={shown} span={span} step={histogram.step} onZoom={onZoom} />
      </div>
      <Chart histogram={histogram} resource={answer.resource} onZoom={onZoom} />
    </section>
  );
}

function Legend({ answer }: { readonly answer: LabAnswer }) {
  const { kept, dropped, undetermined } = outcomeNames(answer.resource);
  return (
    <span class="legend">
      <span class="swatch kept" /> {kept} <span class="swatch dropped" /> {dropped}
      {answer.result.undetermined > 0 && (
        <>
          {" "}
          <span class="swatch undetermined" /> {undetermined}
        </>
      )}
    </span>
  );
}

interface ZoomButtonsProps extends Pick<HistogramProps, "onZoom"> {
  readonly shown: Window;
  readonly span: Window;
  readonly step: number;
}

function ZoomButtons({ shown, span, step, onZoom }: ZoomButtonsProps) {
  const length = shown.until - shown.since;
  const round = (at: number) => Math.round(at / step) * step;
  const move = (by: number) =>
    onZoom({ since: round(shown.since + by * length), until: round(shown.until + by * length) });
  return (
    <div class="row">
      <Button
        kind="symbol"
        label={l10n.t("Zoom in")}
        disabled={length < 4 * step}
        onClick={() =>
          onZoom({
            since: round(shown.since + length / 4),
            until: round(shown.until - length / 4),
          })
        }
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
    </div>
  );
}

interface ChartProps extends Pick<HistogramProps, "onZoom">, Pick<LabAnswer, "resource"> {
  readonly histogram: Steps;
}

function Chart({ histogram, resource, onZoom }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<uPlot | undefined>(undefined);
  const theme = useTheme();
  /** The step that the mouse or the keyboard points at. */
  const [at, setAt] = useState<number>();
  useEffect(() => {
    if (!place.current) return;
    const plot = plotIn(place.current, histogram, { onZoom, onStep: setAt });
    drawn.current = plot;
    const observer = new ResizeObserver(([entry]) =>
      plot.setSize({ width: Math.max(100, entry?.contentRect.width ?? 0), height }),
    );
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [histogram, theme, onZoom]);
  const last = histogram.kept.length - 1;
  const current = at === undefined ? undefined : Math.min(at, last);
  const onKeyDown = (event: KeyboardEvent) => {
    const next: Readonly<Record<string, number>> = {
      ArrowLeft: (current ?? last + 1) - 1,
      ArrowRight: (current ?? -1) + 1,
      Home: 0,
      End: last,
    };
    const to = next[event.key];
    if (to !== undefined) setAt(Math.max(0, Math.min(last, to)));
    else if (event.key === "Escape") setAt(undefined);
    else if (event.key === "Enter" && current !== undefined) onZoom(stepAt(histogram, current));
    else return;
    event.preventDefault();
  };
  return (
    <div
      class="chart"
      role="slider"
      tabIndex={0}
      aria-label={l10n.t("Lines over time. Arrow keys move, Enter zooms in.")}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={current ?? 0}
      aria-valuetext={
        current === undefined ? summary(histogram) : stepText(histogram, current, resource)
      }
      onKeyDown={onKeyDown}
      onBlur={() => setAt(undefined)}
      onMouseLeave={() => setAt(undefined)}
    >
      <div ref={place} aria-hidden="true" />
      {current !== undefined && drawn.current && (
        <Tooltip plot={drawn.current} center={centerOf(histogram, current)}>
          {stepText(histogram, current, resource)}
        </Tooltip>
      )}
    </div>
  );
}

interface TooltipProps {
  readonly plot: uPlot;
  readonly center: number;
  readonly children: string;
}

/** Above the step, on the side with more room. */
function Tooltip({ plot, center, children }: TooltipProps) {
  const left = plot.valToPos(center, "x") + plot.bbox.left / devicePixelRatio;
  const isRight = left > plot.width / 2;
  const place = isRight ? { right: `${plot.width - left}px` } : { left: `${left}px` };
  return (
    <div aria-hidden="true">
      <div class="marker" style={{ left: `${left}px` }} />
      <div class="tooltip" style={place}>
        {children}
      </div>
    </div>
  );
}

function stepText(steps: Steps, at: number, resource: LabAnswer["resource"]): string {
  const { since, until } = stepAt(steps, at);
  const names = outcomeNames(resource);
  const counts = (["kept", "dropped", "undetermined"] as const)
    .map((it) => [steps[it][at] ?? 0, names[it]] as const)
    .filter(([number, name]) => number > 0 || name !== names.undetermined)
    .map(([number, name]) => `${count(number)} ${name}`);
  return `${l10n.t("{0} to {1}", time(since), time(until))}: ${counts.join(", ")}`;
}

function summary({ kept, dropped, undetermined }: Steps): string {
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
