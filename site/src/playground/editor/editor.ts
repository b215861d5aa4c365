import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { formatKeymap } from "@codemirror/lsp-client";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import type { Position } from "vscode-languageserver";
import { factsOf, type Kind } from "../kinds.ts";
import type { Server } from "../server.ts";
import { type Analyzed, analysis } from "./analysis.ts";
import { colors, languageFor } from "./highlighting.ts";
import { positionIn } from "./positions.ts";
import { severities } from "./problems.ts";
import { tokenColors } from "./tokens.ts";

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly label: string;
  readonly text: string;
  readonly kind: Kind;
  readonly uri: string;
  readonly server: Server;
  /** The nonce of the style sheets that the editor adds. */
  readonly nonce: string;
  onAnalyzed(found: Analyzed): void;
  onChange(text: string): void;
  onCursor?(position: Position): void;
}

/** Creates an editor. Tab moves the focus, as elsewhere on the page. */
export function createEditor(options: EditorOptions): EditorView {
  const { parent, label, text, kind, uri, server, nonce } = options;
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      // In the first rule, because the cursor selects one of several.
      selection: { anchor: factsOf(kind).isHost ? Math.max(0, text.indexOf("expression")) : 0 },
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        autocompletion(),
        indentUnit.of("  "),
        languageFor(kind),
        syntaxHighlighting(colors),
        tokenColors,
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...formatKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        server.client.plugin(uri, kind),
        analysis(server, uri, options.onAnalyzed),
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
          if (docChanged) options.onChange(state.doc.toString());
          if (selectionSet) options.onCursor?.(positionIn(state.doc, state.selection.main.head));
        }),
        look,
      ],
    }),
  });
}

/** The rest is in playground.css. */
const look = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--ground)", fontSize: "0.9rem" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-gutters": { color: "var(--faint)", backgroundColor: "var(--raised)", border: "0" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-tooltip": {
    color: "var(--text)",
    backgroundColor: "var(--raised)",
    border: "1px solid var(--line)",
    maxWidth: "min(40rem, 92vw)",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    {
      backgroundColor: "var(--selection)",
    },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--ground)",
    backgroundColor: "var(--accent)",
  },
  // Replaces the images of the library, which the content security policy blocks.
  ...Object.fromEntries(
    severities.flatMap((it) => [
      [
        `.cm-lintRange-${it}`,
        {
          backgroundImage: "none",
          textDecoration: `underline wavy var(--${it})`,
          textUnderlineOffset: "3px",
        },
      ],
      [
        `.cm-lint-marker-${it}`,
        {
          content: '""',
          width: "0.6em",
          height: "0.6em",
          margin: "0.4em 0.2em",
          borderRadius: "50%",
          backgroundColor: `var(--${it})`,
        },
      ],
    ]),
  ),
  ".cm-diagnostic": { fontFamily: "var(--sans)" },
  ".cm-panels": { color: "var(--text)", backgroundColor: "var(--raised)" },
});
