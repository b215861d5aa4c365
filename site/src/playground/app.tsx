import { formatDocument } from "@codemirror/lsp-client";
import { useMemo, useRef, useState } from "preact/hooks";
import type { Position } from "vscode-languageserver";
import { draftKind, draftOf, keepDraft } from "./drafts.ts";
import type { Analyzed } from "./editor/analysis.ts";
import { Editor } from "./editor/component.tsx";
import { EditorHandle } from "./editor/handle.ts";
import { changesFor, positionIn } from "./editor/positions.ts";
import { sampleLines } from "./examples/lines.ts";
import { others, starts } from "./examples/texts.ts";
import type { Facts } from "./facts.ts";
import { factsOf, type Kind } from "./kinds.ts";
import { ComparePanel } from "./panels/compare.tsx";
import { Problems } from "./panels/problems.tsx";
import { ShrinkPanel } from "./panels/shrink.tsx";
import { SqlPanel } from "./panels/sql.tsx";
import { TryPanel } from "./panels/try.tsx";
import { type Server, uriOf } from "./server.ts";
import { type Tab, Tabs, tabFrom, tabsFor } from "./tabs.tsx";
import { forgetLink, Toolbar } from "./toolbar.tsx";
import { sampleOf } from "./views/sample.ts";
import { draftRequest } from "./views/trace-host.ts";
import { Views } from "./views/views.tsx";

interface AppProps {
  readonly server: Server;
  readonly facts: Facts;
  /** The tool that the link in the URL is about. */
  readonly tab: Tab | undefined;
  readonly message: string | undefined;
}

export function App({ server, facts, tab: linked, message }: AppProps) {
  const [kind, setKind] = useState<Kind>(draftKind() ?? "lpfilter");
  const [lines, setLines] = useState(draftOf("lines") ?? sampleLines);
  const [analyzed, setAnalyzed] = useState<Analyzed>();
  const [tab, setTab] = useState<Tab>(linked ?? tabFrom(draftOf("tab")));
  const [cursor, setCursor] = useState<Position>();
  const [revision, setRevision] = useState(0);
  const [edits, setEdits] = useState(0);
  const editor = useRef(new EditorHandle()).current;
  const uri = uriOf("first", kind);
  const position = factsOf(kind).isHost ? cursor : undefined;
  const sample = useMemo(() => sampleOf("log lines", lines), [lines]);
  const secondText = () => draftOf(`other.${kind}`) ?? others[kind];
  const titles = tabsFor(kind);
  const selected = tab in titles ? tab : "try";
  const edited = () => {
    keepDraft("kind", kind);
    forgetLink();
    setRevision((it) => it + 1);
  };
  const selectDataset = async (name: string) => {
    const { doc } = editor;
    const edits = await server.selectDataset(uri, name);
    // Ignored if the text has changed in the meantime.
    if (doc && doc === editor.doc) editor.apply(changesFor(doc, edits));
  };
  const select = (it: Tab) => {
    setTab(it);
    keepDraft("tab", it);
  };
  const changeLines = (it: string) => {
    setLines(it);
    keepDraft("lines", it);
    edited();
  };
  const isEdited = editor.doc?.toString() !== analyzed?.text;
  const panel = { server, kind, uri, position, isEdited, analyzed: analyzed as Analyzed };
  return (
    <>
      {message && <p role="alert">{message}</p>}
      <Toolbar
        {...{ facts, kind, revision }}
        dataset={analyzed?.dataset ?? facts.defaultDataset}
        onKind={(it) => {
          setAnalyzed(undefined);
          setKind(it);
          keepDraft("kind", it);
          forgetLink();
          setRevision(revision + 1);
        }}
        onDataset={(it) => void selectDataset(it)}
        onFormat={() => editor.view && formatDocument(editor.view)}
        onReset={() => editor.replace(starts[kind])}
        text={() => editor.doc?.toString() ?? ""}
        shared={() => ({
          kind,
          text: editor.doc?.toString() ?? "",
          ...(secondText() !== others[kind] && { other: secondText() }),
          ...(lines !== "" && lines !== sampleLines && { lines }),
          ...(selected === "trace" && { request: JSON.stringify(draftRequest()) }),
        })}
      />
      <div class="work">
        <div>
          <Editor
            key={kind}
            {...{ server, kind }}
            nonce={facts.nonce}
            name="first"
            label="Text"
            text={draftOf(`text.${kind}`) ?? starts[kind]}
            onView={(it) => {
              editor.view = it;
              if (it) setCursor(positionIn(it.state.doc, it.state.selection.main.head));
            }}
            onAnalyzed={setAnalyzed}
            onCursor={setCursor}
            onChange={(it) => {
              keepDraft(`text.${kind}`, it);
              setEdits((count) => count + 1);
              edited();
            }}
          />
          <Problems
            {...{ server, analyzed }}
            onSelect={(it) => editor.select(it)}
            onFix={({ changes }) => editor.apply(changes)}
          />
        </div>
        <Tabs label="Tools" {...{ titles, selected }} onSelect={select}>
          {analyzed && selected === "try" && (
            <TryPanel {...panel} lines={lines} onLines={changeLines} />
          )}
          <Views
            {...{ server, editor, uri, position, kind, sample, analyzed, edits }}
            shown={selected}
            onLines={changeLines}
            onRequest={edited}
            onSelect={select}
          />
          {analyzed && selected === "compare" && (
            <ComparePanel
              key={kind}
              {...panel}
              other={secondText()}
              nonce={facts.nonce}
              onOther={(it) => {
                keepDraft(`other.${kind}`, it);
                edited();
              }}
            />
          )}
          {analyzed && selected === "shrink" && editor.doc && (
            <ShrinkPanel {...panel} doc={editor.doc} onApply={(it) => editor.apply(it)} />
          )}
          {analyzed && selected === "sql" && <SqlPanel {...panel} />}
        </Tabs>
      </div>
    </>
  );
}
