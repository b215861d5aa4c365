import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { l10n } from "../shared/l10n.ts";
import type { Outdated } from "../shared/messages.ts";
import { OutdatedMark } from "../shared/outdated-mark.tsx";
import { Conditions } from "./conditions.tsx";
import { defaultColumns, defaultField } from "./defaults.ts";
import { droppedMessage } from "./dropped-data.ts";
import { Engine } from "./engine.tsx";
import { Head } from "./head.tsx";
import { Histogram } from "./histogram.tsx";
import { LineDetail } from "./line-detail.tsx";
import { Lines } from "./lines.tsx";
import type {
  FromLab,
  LabAnswer,
  LabCounts,
  LabEngine,
  LabLine,
  LabQuestions,
  LabState,
  LineSelection,
  QuestionName,
} from "./messages.ts";
import { Problems } from "./problems.tsx";
import { SampleBar } from "./sample-bar.tsx";
import { Together } from "./together.tsx";
import { Values } from "./values.tsx";

export interface AppProps {
  readonly title: string;
  readonly state: LabState;
  readonly answer: LabAnswer | undefined;
  /** The counts so far, while a newer answer takes long. */
  readonly counts: LabCounts | undefined;
  readonly refusal: string | undefined;
  readonly outdated: Outdated | undefined;
  /** The reason for the refusal is that no sample was chosen yet. */
  readonly noSample: boolean;
  readonly busy: number | null;
  /** The engine, if it is the sample. */
  readonly engine: LabEngine | undefined;
  readonly post: (message: FromLab) => void;
  readonly keep: (state: LabState) => void;
  readonly ask: <Name extends QuestionName>(
    name: Name,
    asked: LabQuestions[Name]["asked"],
  ) => Promise<LabQuestions[Name]["answer"]>;
}

type Window = NonNullable<LabAnswer["span"]>;

/** The lab: the effect of a text on the lines of a sample. */
export function App(props: AppProps) {
  const { title, state, answer, counts, refusal, noSample, busy, engine, post, keep } = props;
  const { outdated } = props;
  const [columns, setColumns] = useState(state.columns);
  const [field, setField] = useState(state.field);
  const [zoom, setZoom] = useState<Window>();
  const [together, setTogether] = useState(state.together ?? false);
  useEffect(() => {
    const names = answer?.sample.fields.map((it) => it.name) ?? [];
    if (!answer || names.length === 0) return;
    // Set once per sample, so that the columns do not change while the user types.
    if (!columns || isOther(columns, names)) setColumns(defaultColumns(answer));
    if (field === undefined || !names.includes(field)) setField(defaultField(answer));
  }, [answer, columns, field]);
  useEffect(() => {
    if (!columns || field === undefined) return;
    post({ kind: "look", columns, field, together, ...(zoom && { window: zoom }) });
    keep({ ...state, columns, field, together });
  }, [columns, field, zoom, together]);
  const isOver = useDrops(post);
  if (engine)
    return (
      <main class={isOver ? "dropping" : undefined}>
        <h1 class="hidden">{title}</h1>
        <Engine engine={engine} post={post} />
      </main>
    );
  return (
    <main class={isOver ? "dropping" : undefined}>
      <h1 class="hidden">{title}</h1>
      <OutdatedMark outdated={answer && outdated} />
      <SampleBar
        answer={answer}
        refusal={answer ? undefined : refusal}
        noSample={noSample}
        busy={busy}
        onChoose={() => post({ kind: "chooseSample" })}
      />
      {answer && (answer.sample.fields.length === 0 || (columns && field !== undefined)) && (
        <div class={contentClass(outdated, counts)}>
          <Content
            {...props}
            answer={answer}
            columns={columns ?? []}
            field={field ?? ""}
            onColumns={setColumns}
            onField={setField}
            onZoom={setZoom}
            together={together}
            onTogether={setTogether}
          />
        </div>
      )}
      {!answer && counts && <Counts {...props} counts={counts} onZoom={setZoom} />}
      {!answer && refusal === undefined && <p class="muted">{l10n.t("Reading the sample…")}</p>}
    </main>
  );
}

function contentClass(outdated: Outdated | undefined, counts: LabCounts | undefined): string {
  if (outdated) return "content outdated";
  return counts ? "content counting" : "content";
}

/** Whether these are columns of another sample. An empty list is the user's choice. */
function isOther(columns: readonly string[], names: readonly string[]): boolean {
  return columns.length > 0 && !columns.some((it) => names.includes(it));
}

interface ContentProps extends AppProps {
  readonly answer: LabAnswer;
  readonly columns: readonly string[];
  readonly field: string;
  readonly onColumns: (columns: readonly string[]) => void;
  readonly onField: (field: string) => void;
  readonly onZoom: (window: Window | undefined) => void;
  readonly together: boolean;
  readonly onTogether: (isOpen: boolean) => void;
}

/** Counts while the sample is read for the first time. */
function Counts({
  counts,
  onZoom,
  post,
}: Pick<ContentProps, "onZoom" | "post"> & { readonly counts: LabCounts }) {
  return (
    <>
      <Head counts={counts} answer={undefined} isPartial onAll={() => onZoom(undefined)} />
      <Conditions counts={counts} onSelect={(it) => post({ kind: "select", ...it })} />
    </>
  );
}

/** Everything is about the lines in the scope of the answer, so it changes together with the next one. */
function Content(props: ContentProps) {
  const { answer, counts, onZoom, post } = props;
  return (
    <>
      {answer.problems && (
        <Problems problems={answer.problems} more={answer.moreProblems ?? 0} post={post} />
      )}
      <Head
        counts={counts ?? answer}
        answer={answer}
        isPartial={counts !== undefined}
        onAll={() => onZoom(undefined)}
      />
      {answer.sample.lines > 0 && <Details {...props} />}
    </>
  );
}

/** Details of the lines of the sample, which has some. */
function Details(props: ContentProps) {
  const { answer, counts, columns, field, onColumns, onField, onZoom, post, ask } = props;
  const [outcome, setOutcome] = useState<LineSelection["outcome"]>("all");
  const [line, setLine] = useState<number>();
  const [detail, setDetail] = useState<LabLine>();
  // Without a change, there are no gained or lost lines to show.
  const isGone = (outcome === "gained" || outcome === "lost") && !answer.change?.[outcome];
  const shownOutcome = isGone ? "all" : outcome;
  const shown = useMemo(() => ({ outcome: shownOutcome }), [shownOutcome]);
  const askLines = useCallback(
    (asked: LabQuestions["lines"]["asked"]) => ask("lines", asked),
    [ask],
  );
  useEffect(() => setDetail(undefined), [line]);
  useEffect(() => {
    if (line === undefined) return;
    let isCurrent = true;
    void ask("line", { line }).then((it) => isCurrent && setDetail(it ?? undefined));
    return () => {
      isCurrent = false;
    };
  }, [line, answer]);
  return (
    <>
      <Together
        answer={answer}
        isOpen={props.together}
        onOpen={props.onTogether}
        onSelect={(it) => post({ kind: "select", ...it })}
      />
      <Histogram answer={answer} onZoom={onZoom} />
      <div class="sides">
        <Conditions counts={counts ?? answer} onSelect={(it) => post({ kind: "select", ...it })} />
        <Values
          answer={answer}
          field={field}
          onField={onField}
          onAdd={(added) => post({ kind: "add", added })}
        />
      </div>
      <Lines
        {...{ answer, columns, onColumns, shown }}
        onShown={setOutcome}
        onOpen={setLine}
        open={line}
        onTake={(kind) => post({ kind, shown })}
        ask={askLines}
      />
      {line !== undefined && (
        <LineDetail
          {...{ answer, line, detail }}
          onClose={() => {
            setLine(undefined);
            document.querySelector<HTMLElement>("[role=grid]")?.focus();
          }}
          onCopy={() => post({ kind: "copyLine", line })}
          onTrace={() => post({ kind: "traceLine", line })}
          onExample={() => post({ kind: "add", added: { kind: "example", line } })}
          onAdd={(added) => post({ kind: "add", added })}
        />
      )}
    </>
  );
}

/** Uses dropped or pasted files and texts as the sample. Returns whether something is dragged over the page. */
function useDrops(post: AppProps["post"]): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const use = async (data: DataTransfer | null) => {
      const message = data && (await droppedMessage(data));
      if (message) post(message);
    };
    const onPaste = ({ clipboardData, target }: ClipboardEvent) => {
      if (!(target instanceof HTMLInputElement)) void use(clipboardData);
    };
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      void use(event.dataTransfer);
    };
    const onDragOver = (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    };
    // Ignore moves between elements of the page.
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (!relatedTarget) setIsOver(false);
    };
    window.addEventListener("paste", onPaste);
    window.addEventListener("drop", onDrop);
    window.addEventListener("dragover", onDragOver);
    window.addEventListener("dragleave", onDragLeave);
    return () => {
      window.removeEventListener("paste", onPaste);
      window.removeEventListener("drop", onDrop);
      window.removeEventListener("dragover", onDragOver);
      window.removeEventListener("dragleave", onDragLeave);
    };
  }, [post]);
  return isOver;
}
