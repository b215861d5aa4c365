import type { Span } from "../../text/span.ts";
import { readHcl } from "../hcl/read.ts";
import type { Body } from "../hcl/tree.ts";
import { flat, type HostNode } from "../node.ts";
import type { Declarations, DeclaredCall } from "../terraform/declarations.ts";
import { folderOf, resolved, type TerraformFolders } from "../terraform/folders.ts";
import type { SheetFile } from "../terraform/sheet.ts";
import type { Source } from "../terraform/values/value.ts";

/**
 * The dependencies of unknown parts of Terraform: the texts of the declarations that they refer to, and of the declarations
 * that these refer to. Parts with equal sources are equal on both sides of a change only if these texts are.
 */
export class Dependencies {
  /** By the folder of a module, its calls. */
  private readonly callers = new Map<string, DeclaredCall[]>();
  private readonly read = new Map<string, Body>();

  constructor(
    private readonly folders: TerraformFolders,
    private readonly own: Source,
    /** One after another in the text of the sheet. */
    private readonly files: () => readonly SheetFile[],
  ) {}

  addCall(folder: string, call: DeclaredCall): void {
    const known = this.callers.get(folder) ?? [];
    if (!known.includes(call)) this.callers.set(folder, [...known, call]);
  }

  /** Of parts of a resource, as the number of a text. Undefined if they refer to nothing. */
  of(spans: readonly Span[], resource: Span): string | undefined {
    const found = new Map<string, string>();
    for (const span of spans) {
      const { path, text } = this.textAt(span);
      this.visit(text, folderOf(path), found);
      if (text.length > mostShown) found.set(`text ${text}`, text);
      if (!isTerraform.test(path) || bound.test(text) || isLoopName(text, this.around(span)))
        for (const it of [span, resource]) {
          const around = this.around(it);
          found.set(`around ${around}`, plainText(around));
          this.visit(around, folderOf(this.textAt(it).path), found);
        }
    }
    return found.size === 0 ? undefined : textNumber([...found.values()].sort());
  }

  private filesIn(folder: string): readonly Declarations[] {
    return this.folders.in(folder, folderOf(this.own.path) === folder ? this.own : undefined);
  }

  private textAt({ start, end }: Span): { readonly path: string; readonly text: string } {
    const all = [{ path: this.own.path, text: this.own.text, start: 0 }, ...this.files()];
    const file = all.findLast((it) => it.start <= start) ?? all[0];
    const { path = "", text = "", start: base = 0 } = file ?? {};
    return { path, text: text.slice(start - base, end - base) };
  }

  /** The block or the local value that a part is in. Of other files, all. */
  private around({ start, end }: Span): string {
    const all = [{ path: this.own.path, text: this.own.text, start: 0 }, ...this.files()];
    const { path = "", text = "", start: base = 0 } = all.findLast((it) => it.start <= start) ?? {};
    if (!/\.(?:tf|tofu)$/i.test(path)) return text;
    const has = (it: Span) => it.start <= start - base && end - base <= it.end;
    const read = this.read.get(path) ?? readHcl(text).body;
    this.read.set(path, read);
    const block = read.items.find(has);
    const inner = block?.kind === "block" && block.type === "locals" && block.body.items.find(has);
    const found = inner || block;
    return found ? text.slice(found.start, found.end) : text;
  }

  private visit(text: string, folder: string, found: Map<string, string>): void {
    for (const [, first = "", second = "", third = ""] of text.matchAll(reference)) {
      const key = [folder, first, second, first === "data" ? third : ""].join(" ");
      if (found.has(key) || (third === "id" && first.startsWith("cloudflare_"))) continue;
      const declared = this.declared(first, second, third, folder);
      if (declared.length === 0) continue;
      const texts = declared.map((it) => plainText(it.text));
      found.set(key, [first, second, third, ...texts].join("\n"));
      for (const it of declared) this.visit(it.text, it.folder, found);
    }
    for (const [, path = ""] of text.matchAll(filePath)) {
      const at = resolved(folder, path);
      const source = at === undefined ? undefined : this.folders.source(at);
      if (source) found.set(`file ${at}`, `${path}\n${source.text}`);
    }
    for (const [call, path = ""] of text.matchAll(fileCall)) {
      const at = resolved(folder, path);
      const isRead = path !== "" && at !== undefined && this.folders.source(at) !== undefined;
      if (!isRead) for (const it of this.foldersOf(call, folder)) this.visitFiles(it, found);
    }
  }

  /** Where a file may be whose path is computed. */
  private foldersOf(call: string, folder: string): readonly (string | undefined)[] {
    if (call.includes("..")) return [undefined];
    return /\bpath\.(?:root|cwd)\b/.test(call) ? [folder, folderOf(this.own.path)] : [folder];
  }

  /** All files of a folder that are not Terraform. Unreadable files may have another text on each side. */
  private visitFiles(folder: string | undefined, found: Map<string, string>): void {
    const key = `files ${folder}`;
    if (found.has(key)) return;
    const texts = folder === undefined ? undefined : this.folders.textsBelow(folder);
    found.set(key, texts === undefined ? neverEqual() : JSON.stringify(texts));
  }

  private declared(
    first: string,
    second: string,
    third: string,
    folder: string,
  ): readonly { readonly text: string; readonly folder: string }[] {
    const files = this.filesIn(folder);
    const here = (texts: readonly string[]) => texts.map((text) => ({ text, folder }));
    if (first === "local") return here(files.flatMap((it) => writtenText(it.local(second))));
    if (first === "var") return this.variable(second, folder, files);
    if (first === "module") return this.call(second, folder, files);
    const [type, name] = first === "data" ? [`data.${second}`, third] : [first, second];
    return here(files.flatMap((it) => it.blockTexts(type, name)));
  }

  private variable(name: string, folder: string, files: readonly Declarations[]) {
    const own = files.flatMap((it) => writtenText(it.variable(name)?.default));
    const values = this.folders
      .values(folder)
      .filter(({ text }) => text.includes(name))
      .map(({ text }) => text);
    const given = (this.callers.get(folder) ?? []).flatMap(({ attributes, source }) =>
      writtenText(attributes.get(name)).map((text) => ({ text, folder: folderOf(source.path) })),
    );
    return [...[...own, ...values].map((text) => ({ text, folder })), ...given];
  }

  private call(name: string, folder: string, files: readonly Declarations[]) {
    const calls = files.flatMap((it) => it.calls).filter((it) => it.name === name);
    return calls.flatMap((call) => {
      const own = { text: call.source.text.slice(call.start, call.end), folder };
      const inner =
        call.from && /^\.\.?\//.test(call.from) ? resolved(folder, call.from) : undefined;
      if (inner === undefined) return [own];
      this.addCall(inner, call);
      const outputs = this.filesIn(inner).flatMap((it) =>
        it.outputNames.flatMap((output) => writtenText(it.output(output))),
      );
      return [own, ...outputs.map((text) => ({ text, folder: inner }))];
    });
  }
}

/** The parts of a node that are not known. */
export function unknownSpans(node: HostNode): readonly Span[] {
  if (node.kind === "value") return node.literal() === undefined && !node.isNull ? [node] : [];
  const own = node.isOpen ? [node] : [];
  if (node.kind === "list")
    return node.defaults ? [] : [...own, ...node.items.flatMap(unknownSpans)];
  return [...own, ...node.entries.flatMap((it) => flat(it.value).flatMap(unknownSpans))];
}

/** A name in another language may look like one; then more is compared. */
const reference =
  /(?<![\w.-])([A-Za-z_][\w-]*)\.([A-Za-z_][\w-]*)(?:\[[^\]\n]*\])?(?:\.([A-Za-z_][\w-]*))?/g;
const filePath = /"(?:\$\{path\.(?:module|root)\}\/)?([^"$\n]+\.\w+)"/g;
/** A function that reads files, with its path if that is written there. */
const fileCall =
  /\b(?:file\w*|templatefile)\s*\(\s*(?:"(?:\$\{path\.(?:module|root)\}\/)?([^"$\n]+)"\s*[,)])?[^()\n]*/g;
const isTerraform = /\.(?:tf|tofu)(?:\.json)?$/i;
const bound = /\b(?:each|count|self)\./;

/** Sources are cut when they are shown. */
const mostShown = 200;

/** Whether a text has a name that `for` or `dynamic` binds around it. */
function isLoopName(text: string, around: string): boolean {
  const names = [
    ...around.matchAll(/\bfor\s+(\w+)(?:\s*,\s*(\w+))?\s+in\b/g),
    ...around.matchAll(/\bdynamic\s+"(\w+)"/g),
    ...around.matchAll(/\b(?:dynamic|iterator)"?\s*[=:]\s*"?(\w+)/g),
  ].flatMap(([, ...all]) => all.filter((it) => it !== undefined));
  const words = new Set(text.match(/\w+/g));
  return names.some((it) => words.has(it));
}

type Written = ReturnType<Declarations["local"]>;

function writtenText(written: Written): readonly string[] {
  if (!written) return [];
  const { start, end } = "hcl" in written ? written.hcl : written.json;
  return [written.source.text.slice(start, end)];
}

/** Without layout and comments of whole lines. */
function plainText(text: string): string {
  return text
    .replace(/^[ \t]*(?:#|\/\/).*$/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Equal for equal texts. */
export function textNumber(texts: readonly string[]): string {
  const text = JSON.stringify(texts);
  const known = numbers.get(text);
  if (known !== undefined) return known;
  // A forgotten text gets another number, so that only equal texts have equal numbers.
  if (numbers.size >= mostNumbers) numbers.clear();
  const number = String(next++);
  numbers.set(text, number);
  return number;
}

/** Another text at each call. */
export function neverEqual(): string {
  return `not read ${next++}`;
}

const numbers = new Map<string, string>();
const mostNumbers = 2_000;
let next = 1;
