import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../shared/button.tsx";
import { displayText, shownValue } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { count } from "../shared/numbers.ts";
import { SearchList } from "../shared/search-list.tsx";
import type { LabAnswer, LabLines, LabQuestions, LineSelection } from "./messages.ts";
import { outcomeNames } from "./outcome.ts";
import { Pages } from "./pages.ts";
import { fieldChoice } from "./values.tsx";
import { rowHeight, scrollTo, viewportAt } from "./viewport.ts";

interface LinesProps {
  readonly answer: LabAnswer;
  readonly columns: readonly string[];
  readonly onColumns: (columns: readonly string[]) => void;
  readonly shown: LineSelection;
  readonly onShown: (outcome: LineSelection["outcome"]) => void;
  readonly onOpen: (line: number) => void;
  /** The line that is shown in full. */
  readonly open: number | undefined;
  readonly onTake: (kind: "copy" | "export") => void;
  readonly ask: (asked: LabQuestions["lines"]["asked"]) => Promise<LabLines | null>;
}

/** The table of log lines. */
export function Lines(props: LinesProps) {
  const { answer, columns, onColumns, shown, ask } = props;
  // Load the pages again with each answer, because outcomes may have changed.
  const last = useRef<Pages | undefined>(undefined);
  const pages = useMemo(
    () => new Pages((first, size) => ask({ ...shown, first, count: size, columns }), last.current),
    [answer, shown, columns, ask],
  );
  last.current = pages;
  const [, setLoaded] = useState(0);
  const [total, setTotal] = useState(0);
  const onLoaded = () => {
    // A request for earlier pages may end after the request for the current ones.
    setTotal(last.current?.total ?? 0);
    setLoaded((it) => it + 1);
  };
  useEffect(() => {
    void pages.need(0, 1).then(onLoaded);
  }, [pages]);
  const others = answer.sample.fields.filter((it) => !columns.includes(it.name));
  return (
    <section class="lines" aria-label={l10n.t("Lines")}>
      <div class="row">
        <h2>{l10n.t("Lines")}</h2>
        <Outcomes {...props} />
        <span class="muted">{count(total)}</span>
        <span class="space" />
        <SearchList
          label={l10n.t("Add column")}
          placeholder={l10n.t("Add column")}
          choices={others.map(fieldChoice)}
          onChoose={(it) => onColumns([...columns, it])}
        />
        <Button label={l10n.t("Copy")} onClick={() => props.onTake("copy")} />
        <Button label={l10n.t("Export")} onClick={() => props.onTake("export")} />
      </div>
      <Grid {...props} pages={pages} total={total} onLoaded={onLoaded} />
    </section>
  );
}

function Outcomes({ answer, shown, onShown }: LinesProps) {
  const isRule = answer.resource === "rule";
  const { change } = answer;
  const names: readonly (readonly [LineSelection["outcome"], string])[] = [
    ["all", l10n.t("All")],
    ["kept", isRule ? l10n.t("Matches") : l10n.t("Kept")],
    ["dropped", isRule ? l10n.t("Others") : l10n.t("Dropped")],
    ...(isRule || answer.result.undetermined > 0
      ? [["undetermined", l10n.t("Undetermined")] as const]
      : []),
    ...(change && change.gained > 0 ? [["gained", l10n.t("Gained")] as const] : []),
    ...(change && change.lost > 0 ? [["lost", l10n.t("Lost")] as const] : []),
  ];
  return (
    <fieldset class="choices">
      <legend>{l10n.t("Shown lines")}</legend>
      {names.map(([outcome, label]) => (
        <Button
          key={outcome}
          label={label}
          pressed={shown.outcome === outcome}
          onClick={() => onShown(outcome)}
        />
      ))}
    </fieldset>
  );
}

interface GridProps extends LinesProps {
  readonly pages: Pages;
  readonly total: number;
  readonly onLoaded: () => void;
}

function Grid(props: GridProps) {
  const { answer, columns, onColumns, onOpen, open, pages, total, onLoaded } = props;
  const place = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState({ top: 0, height: 300 });
  const [chosen, setChosen] = useState(0);
  // The number of lines may have decreased.
  const active = Math.max(0, Math.min(chosen, total - 1));
  const view = viewportAt(total, scroll.top, scroll.height);
  const measure = () => {
    const { current } = place;
    if (current) setScroll({ top: current.scrollTop, height: current.clientHeight - rowHeight });
  };
  useLayoutEffect(measure, [total]);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (total === 0) return;
    void pages.need(view.first, view.count).then((came) => came && onLoaded());
  }, [pages, view.first, view.count, total]);
  const go = (row: number) => {
    const next = Math.max(0, Math.min(total - 1, row));
    setChosen(next);
    // The current position, because keys may be pressed faster than scroll events arrive.
    const now = place.current?.scrollTop ?? 0;
    const top = scrollTo(next, total, now, scroll.height);
    if (top !== undefined) place.current?.scrollTo({ top });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(scroll.height / rowHeight) - 1);
    const to: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: total - 1,
    };
    const next = to[event.key];
    const row = pages.rowAt(active);
    if (next !== undefined) go(next);
    else if (event.key === "Enter" && row) onOpen(row.line);
    else return;
    event.preventDefault();
  };
  const rows = Array.from({ length: view.count }, (_, at) => view.first + at);
  const isOld = rows.some((index) => pages.isOld(index));
  return (
    <div
      ref={place}
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label={l10n.t("Lines")}
      aria-busy={isOld}
      aria-rowcount={total + 1}
      aria-activedescendant={total > 0 ? `line-${active}` : undefined}
      onScroll={measure}
      onKeyDown={onKeyDown}
    >
      <Header columns={columns} onColumns={onColumns} />
      <div
        role="rowgroup"
        class={isOld ? "body outdated" : "body"}
        style={{ height: `${view.height}px` }}
      >
        {rows.map((index, at) => (
          <Row
            key={index}
            index={index}
            top={view.top + at * rowHeight}
            row={pages.rowAt(index)}
            columns={columns}
            names={outcomeNames(answer.resource)}
            isActive={index === active}
            isOpen={open !== undefined && pages.rowAt(index)?.line === open}
            onOpen={(line) => {
              setChosen(index);
              onOpen(line);
            }}
          />
        ))}
      </div>
    </div>
  );
}

function Header({ columns, onColumns }: Pick<LinesProps, "columns" | "onColumns">) {
  return (
    <div role="rowgroup" class="header">
      <div role="row" aria-rowindex={1} class="line">
        <span role="columnheader" class="outcome">
          {l10n.t("Outcome")}
        </span>
        {columns.map((it) => (
          <span key={it} role="columnheader" class="cell">
            <span class="name" title={displayText(it, 100)}>
              {displayText(it, 100)}
            </span>
            <Button
              kind="symbol"
              label={l10n.t("Remove column {0}", displayText(it, 100))}
              onClick={() => onColumns(columns.filter((other) => other !== it))}
            >
              ×
            </Button>
          </span>
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly index: number;
  readonly top: number;
  readonly row: LabLines["rows"][number] | undefined;
  readonly columns: readonly string[];
  readonly names: ReturnType<typeof outcomeNames>;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (line: number) => void;
}

function Row({ index, top, row, columns, names, isActive, isOpen, onOpen }: RowProps) {
  return (
    <div
      role="row"
      id={`line-${index}`}
      aria-rowindex={index + 2}
      aria-selected={isActive}
      class={`line ${row?.outcome ?? ""} ${isOpen ? "open" : ""}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => row && onOpen(row.line)}
    >
      <span role="gridcell" class="outcome">
        {row ? names[row.outcome] : "…"}
      </span>
      {columns.map((it, at) => (
        <span key={it} role="gridcell" class="cell code">
          {cellText(row?.cells[at])}
        </span>
      ))}
    </div>
  );
}

function cellText(raw: string | null | undefined): string {
  return raw === null || raw === undefined ? "" : shownValue(raw, 200);
}
