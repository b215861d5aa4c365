import type { Analysis, Token } from "../../server/src/core/analysis.ts";
import type { Diagnostic } from "../../server/src/core/diagnostic.ts";
import type { AnyLanguage, FileContext } from "../../server/src/languages.ts";
import { replace } from "../../server/src/text/edit.ts";
import type { Span } from "../../server/src/text/span.ts";
import { touches } from "../../server/src/text/span.ts";

/** The texts that were analyzed, in order. */
export type Analyzed = string[];

/** A language of words with every feature, to test the server independently of our languages. */
export function toyLanguage(analyzed: Analyzed = []): AnyLanguage {
  return {
    id: "toy",
    extensions: [".toy"],
    title: "toy",
    codes: [],
    checks: [],
    completionTriggers: ["."],
    formattingTriggers: [";"],
    analyze(text, context) {
      analyzed.push(text);
      return analyze(text, context);
    },
  };
}

interface Word extends Span {
  readonly text: string;
}

function analyze(text: string, context: FileContext): Analysis {
  const words = [...text.matchAll(/\/\*[\s\S]*?\*\/|\S+/g)].map(
    (it): Word => ({ start: it.index, end: it.index + it[0].length, text: it[0] }),
  );
  const whole = { start: 0, end: text.length };
  const wordAt = (offset: number) => words.find((it) => touches(it, offset));
  const spaces = [...text.matchAll(/ {2,}/g)].map((it) =>
    replace({ start: it.index, end: it.index + it[0].length }, " "),
  );
  return {
    diagnostics: () => (context.brief ? [] : words.flatMap((it) => findings(it, words, context))),
    hover: (offset) => {
      const word = wordAt(offset);
      if (word?.text === "crash") throw new Error("This hover is broken.");
      return (
        word && {
          ...word,
          markdown: `**${word.text}** is a \`word\`, see [more](https://x.example)`,
        }
      );
    },
    complete: (offset) => completions(wordAt(offset) ?? { start: offset, end: offset }),
    signature: () => ({
      label: "f(a, b)",
      parameters: [
        { label: "a", documentation: "First." },
        { label: "b", documentation: "Second." },
      ],
      active: 1,
    }),
    refactorings: (span) => [
      {
        title: "Shout",
        kind: "refactor.rewrite",
        edits: [replace(span, text.slice(span.start, span.end).toUpperCase())],
      },
    ],
    format: () => (text.includes("unformattable") ? undefined : spaces),
    formatRange: (span) => spaces.filter((it) => span.start <= it.start && it.end <= span.end),
    formatOnType: (offset) => spaces.filter((it) => it.end <= offset),
    symbols: () => [
      {
        ...whole,
        name: "words",
        detail: `${words.length}`,
        kind: "group",
        selection: whole,
        children: words.map((it) => ({
          ...it,
          name: it.text,
          detail: "",
          kind: "condition",
          selection: it,
          children: [],
        })),
      },
    ],
    folds: () => [{ ...whole, kind: "region" }],
    selections: (offset) => [wordAt(offset), whole].filter((it) => it !== undefined),
    tokens: () => words.map(token),
    inlays: () => words.map((it) => ({ offset: it.end, label: `${it.text.length}` })),
    lenses: () => [{ start: 0, end: 0, title: `${words.length} words` }],
    highlights: (offset) => words.filter((it) => it.text === wordAt(offset)?.text),
    links: () =>
      words
        .filter((it) => it.text.startsWith("http"))
        .map((it) => ({ ...it, target: it.text, tooltip: "Open it" })),
    pushed: () => text,
  };
}

function findings(word: Word, words: readonly Word[], context: FileContext): Diagnostic[] {
  const fix = (title: string, newText: string) => ({ title, edits: [replace(word, newText)] });
  const { start, end } = word;
  const found = { start, end, fixes: [] };
  const first = words[0] ?? word;
  switch (word.text) {
    case "bad":
      return [
        {
          ...found,
          code: "bad-word",
          severity: "error",
          message: "'bad' is a bad word. Use 'good'.",
          fixes: [fix("Use 'good'", "good"), fix("Use 'better'", "better")],
          related: [{ start: first.start, end: first.end, message: "The first word is here." }],
        },
      ];
    case "sad":
      return ["sad-word", "sad-mood"].map((code) => ({
        ...found,
        code,
        severity: "hint",
        message: "Sad.",
        fixes: [fix("Use 'glad'", "glad")],
      }));
    case "perhaps":
      return [
        {
          ...found,
          code: "doubt",
          severity: "warning",
          message: "Perhaps.",
          fixes: [{ ...fix("Use 'surely'", "surely"), guess: true }],
          look: "unnecessary",
        },
      ];
    case "worse":
      // Its fix causes another diagnostic.
      return [
        {
          ...found,
          code: "worse",
          severity: "warning",
          message: "Worse.",
          fixes: [fix("Ease", "bad")],
        },
      ];
    case "dataset":
      return [
        { ...found, code: "dataset", severity: "info", message: context.datasets.join(", ") },
      ].filter(() => context.severity.dataset !== "off") as Diagnostic[];
    case "explode":
      throw new Error("These diagnostics are broken.");
    default:
      return [];
  }
}

function completions(span: Span): ReturnType<Analysis["complete"]> {
  return [
    {
      label: "good",
      kind: "field",
      detail: "a word",
      documentation: () => "Means **well**.",
      edit: replace(span, "good"),
    },
    {
      label: "each",
      kind: "snippet",
      snippet: true,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders are written like this.
      edit: replace(span, "each ${1:it} in ${2|list,set|} \\$x { $0 }"),
      additionalEdits: [replace({ start: 0, end: 0 }, "use each\n")],
      deprecated: true,
    },
  ];
}

function token(word: Word): Token {
  const type = word.text.startsWith("/*") ? "comment" : "keyword";
  return { ...word, type, modifiers: word.text === "old" ? ["deprecated"] : [] };
}
