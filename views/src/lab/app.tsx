import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { l10n } from "../shared/l10n.ts";
import { Conditions } from "./conditions.tsx";
import { defaultColumns, defaultField } from "./defaults.ts";
import { Head } from "./head.tsx";
import { Histogram } from "./histogram.tsx";
import { LineDetail } from "./line-detail.tsx";
import { Lines } from "./lines.tsx";
import type {
  FromLab,
  LabAnswer,
  LabLine,
  LabQuestions,
  LabState,
  QuestionName,
  Shown,
} from "./messages.ts";
import { SampleBar } from "./sample-bar.tsx";
import { Values } from "./values.tsx";

export interface AppProps {
  readonly title: string;
  readonly state: LabState;
  readonly answer: LabAnswer | undefined;
  readonly refusal: string | undefined;
  readonly busy: number | null;
  readonly post: (message: FromLab) => void;
  readonly keep: (state: LabState) => void;
  readonly ask: <Name extends QuestionName>(
    name: Name,
    asked: LabQuestions[Name]["asked"],
  ) => Promise<LabQuestions[Name]["answer"]>;
}

type Window = NonNullable<LabAnswer["span"]>;

/** The lab: what a text does to the lines of a sample. */
export function App(props: AppProps) {
  const { title, state, answer, refusal, busy, post, keep } = props;
  const [columns, setColumns] = useState(state.columns);
  const [field, setField] = useState(state.field);
  const [zoom, setZoom] = useState<Window>();
  useEffect(() => {
    // Chosen once: columns that change while one types are a nuisance.
    if (answer && !columns) setColumns(defaultColumns(answer));
    if (answer && field === undefined) setField(defaultField(answer));
  }, [answer, columns, field]);
  useEffect(() => {
    if (!columns || field === undefined) return;
    post({ kind: "look", columns, field, ...(zoom && { window: zoom }) });
    keep({ uri: state.uri, columns, field });
  }, [columns, field, zoom]);
  useDrops(post);
  return (
    <main>
      <h1 class="hidden">{title}</h1>
      <SampleBar
        answer={answer}
        refusal={refusal}
        busy={busy}
        onChoose={() => post({ kind: "chooseSample" })}
      />
      {answer && columns && field !== undefined && (
        <div class={refusal === undefined ? "content" : "content outdated"}>
          <Content
            {...props}
            {...{ answer, columns, field }}
            onColumns={setColumns}
            onField={setField}
            zoom={zoom}
            onZoom={setZoom}
          />
        </div>
      )}
      {!answer && refusal === undefined && <p class="muted">{l10n.t("Reading the sample…")}</p>}
    </main>
  );
}

interface ContentProps extends AppProps {
  readonly answer: LabAnswer;
  readonly columns: readonly string[];
  readonly field: string;
  readonly onColumns: (columns: readonly string[]) => void;
  readonly onField: (field: string) => void;
  readonly zoom: Window | undefined;
  readonly onZoom: (window: Window | undefined) => void;
}

function Content(props: ContentProps) {
  const { answer, columns, field, onColumns, onField, zoom, onZoom, post, ask } = props;
  const [outcome, setOutcome] = useState<Shown["outcome"]>("all");
  const [line, setLine] = useState<number>();
  const [detail, setDetail] = useState<LabLine>();
  const shown = useMemo(() => ({ outcome, ...(zoom && { window: zoom }) }), [outcome, zoom]);
  const askLines = useCallback(
    (asked: LabQuestions["lines"]["asked"]) => ask("lines", asked),
    [ask],
  );
  useEffect(() => {
    if (line !== undefined) void ask("line", { line }).then((it) => setDetail(it ?? undefined));
  }, [line, answer]);
  const readable = answer.sample.lines - answer.sample.unreadable;
  return (
    <>
      <Head answer={answer} />
      <Histogram answer={answer} zoom={zoom} onZoom={onZoom} />
      <div class="sides">
        <Conditions
          tree={answer.tree}
          lines={readable}
          onSelect={(it) => post({ kind: "select", ...it })}
        />
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
          onExample={() => post({ kind: "add", added: { kind: "example", line } })}
        />
      )}
    </>
  );
}

/** Files and texts that are dropped or pasted become the sample. */
function useDrops(post: AppProps["post"]): void {
  useEffect(() => {
    const use = async ({ files, text }: { files: FileList | undefined; text: string }) => {
      const file = files?.[0];
      if (file) post({ kind: "paste", name: file.name, text: await file.text() });
      else if (text.trim() !== "") post({ kind: "paste", name: l10n.t("pasted lines"), text });
    };
    const onPaste = ({ clipboardData, target }: ClipboardEvent) => {
      if (target instanceof HTMLInputElement) return;
      void use({ files: clipboardData?.files, text: clipboardData?.getData("text/plain") ?? "" });
    };
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      const { dataTransfer } = event;
      void use({ files: dataTransfer?.files, text: dataTransfer?.getData("text/plain") ?? "" });
    };
    const onDragOver = (event: DragEvent) => event.preventDefault();
    window.addEventListener("paste", onPaste);
    window.addEventListener("drop", onDrop);
    window.addEventListener("dragover", onDragOver);
    return () => {
      window.removeEventListener("paste", onPaste);
      window.removeEventListener("drop", onDrop);
      window.removeEventListener("dragover", onDragOver);
    };
  }, [post]);
}
