import { CancellationToken } from "vscode-languageserver";
import type { Configuration } from "../../core/configuration/model.ts";
import { type FileContext, isTraceTest, languageOfPath, readTraceTests } from "../../languages.ts";
import { decoded } from "../../text/encode-path.ts";
import { pathMatcher } from "../../text/glob.ts";
import { type Trace, Tracer } from "../../trace/trace.ts";
import {
  type ConfigurationSource,
  configurationOfFiles,
} from "../../workspace/configuration/files.ts";
import type { FoundConfig, Workspace } from "../../workspace/workspace.ts";
import { below, keyOf } from "../files/uris.ts";
import type { TextPlace } from "../shapes/trace.ts";
import type { OpenDocuments } from "./open-documents.ts";
import type { Snapshot, Snapshots } from "./snapshots.ts";
import type { WorkspaceTexts } from "./workspace-texts.ts";

/** The rules of files in the editor, and where they are. */
export interface OpenConfiguration {
  /** The URI of the folder with the files, or of the only document. */
  readonly folder: string;
  readonly configuration: Configuration & { readonly modules: readonly string[] };
  /** The configuration if these folders are modules, too. */
  withModules(modules: readonly string[]): OpenConfiguration["configuration"];
  readonly context: FileContext;
  readonly sources: readonly ConfigurationSource[];
  readonly tracer: Tracer;
  /** The URIs of the files, by their paths as shown. */
  readonly uris: Readonly<Record<string, string>>;
  /** Where a rule is written. */
  placeOf(source: Trace["steps"][number]["rules"][number]["source"]): TextPlace | undefined;
}

interface Surroundings {
  readonly documents: OpenDocuments;
  readonly snapshots: Snapshots;
  readonly texts: WorkspaceTexts;
  readonly folders: { all(): readonly string[]; around(uri: string): string | undefined };
  readonly workspace: Pick<Workspace, "isExcluded">;
  configFor(uri: string): FoundConfig | undefined;
  contextOf(uri: string): FileContext;
  read(uri: string): string | undefined;
  /** The diagnostics of these files are outdated. */
  outdated(uris: readonly string[]): void;
}

/** Which documents are meant. */
interface Scope {
  readonly key: string;
  /** A document, or the folder of several. */
  readonly uri: string;
  includes(uri: string): boolean;
}

/** The rules in documents of the editor and in files. Unsaved texts count. */
export class Configurations {
  private readonly known = new Map<
    string,
    { readonly key: string; readonly found: OpenConfiguration }
  >();
  private readonly closed = new Map<
    string,
    { readonly mark: string; readonly sources: readonly Snapshot["source"][] }
  >();
  private readonly reading = new Set<string>();
  private readonly services = new Map<string, Configuration>();

  constructor(private readonly state: Surroundings) {}

  /** The rules below the `weir.json` of a document, or in its folder of the workspace; without a document, in the first folder. */
  around(
    uri: string | undefined,
    isAlone: boolean,
    token = CancellationToken.None,
  ): Promise<OpenConfiguration> {
    return this.read(this.scopeOf(uri, isAlone), token);
  }

  /** Reads files again, because what a watcher reports may be a moment late. */
  forgetFiles(): void {
    this.closed.clear();
    this.known.clear();
  }

  /** Keeps the rules on the service, so that traces can be compared with them. */
  keepService(uri: string | undefined, configuration: Configuration): void {
    this.services.set(this.scopeOf(uri, false).key, configuration);
  }

  onService(uri: string | undefined): Configuration | undefined {
    return this.services.get(this.scopeOf(uri, false).key);
  }

  /** The rules that the tests of a file are about. */
  ofTests(uri: string, text: string, token: CancellationToken): Promise<OpenConfiguration> {
    return this.read(this.scopeOfTests(uri, text), token);
  }

  /** The names of those rules, as far as they were read; undefined for other files. */
  rulesOfTests(uri: string): FileContext["rulesOfTests"] {
    if (!isTraceTest(uri)) return undefined;
    return () => {
      const text = this.state.read(uri) ?? "";
      const known = this.known.get(this.scopeOfTests(uri, text).key)?.found;
      void this.readAgain(uri, text);
      return known && namesIn(known);
    };
  }

  /** The diagnostics of tests depend on the names of rules in other files. */
  private async readAgain(uri: string, text: string): Promise<void> {
    if (this.reading.has(uri)) return;
    this.reading.add(uri);
    try {
      const before = this.known.get(this.scopeOfTests(uri, text).key)?.found;
      const after = await this.ofTests(uri, text, CancellationToken.None);
      const isSame = before && String(namesIn(before)) === String(namesIn(after));
      if (!isSame) this.state.outdated([uri]);
    } finally {
      this.reading.delete(uri);
    }
  }

  /** A rule may have another name now. Returns whether there are open tests, which may have other results. */
  changed(uri: string): boolean {
    if (!mayConfigure(uri)) return false;
    const tests = this.state.documents.keys().filter(isTraceTest);
    for (const it of tests) void this.readAgain(it, this.state.read(it) ?? "");
    return tests.length > 0;
  }

  private async read(scope: Scope, token: CancellationToken): Promise<OpenConfiguration> {
    const sources = await this.sourcesIn(scope, token);
    const key = sources.map((it) => `${it.uri} ${it.mark}`).join("\n");
    const known = this.known.get(scope.key);
    if (known?.key === key) return known.found;
    const found = this.configurationOf(sources, scope);
    this.known.set(scope.key, { key, found });
    return found;
  }

  private scopeOf(uri: string | undefined, isAlone: boolean): Scope {
    const { folders } = this.state;
    const [first] = folders.all();
    const isSaved = uri !== undefined && !uri.startsWith("untitled:");
    const top = isSaved ? folders.all().find((it) => keyOf(it) === keyOf(uri)) : first;
    const near = top === undefined ? (isSaved ? uri : undefined) : `${top}/weir.json`;
    const folder =
      near === undefined ? undefined : (this.state.configFor(near)?.folder ?? folders.around(near));
    if (uri !== undefined && (isAlone || folder === undefined))
      return { key: `${uri} alone`, uri, includes: (it) => it === uri };
    return folderScope(folder ?? "", () => true, "");
  }

  /** Paths and globs are relative to the file. */
  private scopeOfTests(uri: string, text: string): Scope {
    const { rules } = readTraceTests(text);
    const folder = this.state.folders.around(uri);
    if (!rules || folder === undefined) return this.scopeOf(uri, false);
    const here = decoded(uri.slice(folder.length + 1))
      .split("/")
      .slice(0, -1);
    const matchers = rules.map((it) => pathMatcher(joined(here, it)));
    const matches = (path: string) => matchers.some((it) => it(path));
    return folderScope(folder, matches, JSON.stringify([here, rules]));
  }

  private async sourcesIn(scope: Scope, token: CancellationToken): Promise<readonly Marked[]> {
    const { snapshots, documents } = this.state;
    const { revision } = this.state.texts.kept;
    const open = documents.keys().flatMap((uri) => {
      const isMeant = scope.includes(uri) && mayConfigure(uri);
      const snapshot = isMeant ? snapshots.of(uri) : undefined;
      return snapshot ? [{ ...snapshot.source, mark: snapshot.id }] : [];
    });
    const closed = await this.closedIn(scope, token);
    const isOpen = new Set(open.map((it) => keyOf(it.uri)));
    const rest = closed
      .filter((it) => !isOpen.has(keyOf(it.uri)))
      .map((it) => ({ ...it, mark: String(revision) }));
    return [...open, ...rest].sort((a, b) => (a.uri < b.uri ? -1 : 1));
  }

  /** Read once, until a file changes. */
  private async closedIn(
    { key, includes }: Scope,
    token: CancellationToken,
  ): Promise<readonly Snapshot["source"][]> {
    const { texts, documents } = this.state;
    // Texts in the editor differ from the files.
    const mark = [texts.kept.revision, ...documents.keys()].join("\n");
    const known = this.closed.get(key);
    if (known?.mark === mark) return known.sources;
    const sources: Snapshot["source"][] = [];
    const wanted = (uri: string) =>
      includes(uri) && mayConfigure(uri) && !this.state.workspace.isExcluded(uri);
    for await (const [, source] of texts.each(token, async (it) =>
      wanted(it.uri) ? (await it.read())?.source : undefined,
    ))
      if (source) sources.push(source);
    this.closed.set(key, { mark, sources });
    return sources;
  }

  private configurationOf(sources: readonly Marked[], { uri }: Scope): OpenConfiguration {
    const { state } = this;
    const folder = state.folders.around(uri) ?? uri;
    const uris = new Map<string, string>();
    const shown = (it: string) => {
      const name = keyOf(it).startsWith(`${keyOf(folder)}/`)
        ? decoded(it.slice(folder.length + 1))
        : decoded(it.slice(it.lastIndexOf("/") + 1));
      uris.set(name, it);
      return name;
    };
    const all = sources.map(
      ({ uri: file, text, context }): ConfigurationSource => ({
        path: shown(file),
        file,
        text,
        context,
        config: state.configFor(file),
      }),
    );
    const terraform = all.find((it) => it.context.terraform)?.context.terraform?.files;
    const configured = (modules?: readonly string[]) =>
      configurationOfFiles(all, {
        shown: (path) => shown(terraform?.nameOf?.(path) ?? path),
        modules,
        readBeside: (config, name) => state.read(below(config.folder, `/${name}`)),
      });
    const configuration = configured();
    const [first] = all;
    const context = first?.context ?? state.contextOf(`${folder}/rules.cfrule`);
    return {
      folder: uri,
      uris: Object.fromEntries(uris),
      configuration,
      withModules: configured,
      context,
      sources: all,
      tracer: new Tracer(configuration, context),
      placeOf: (source) => {
        const file = source && uris.get(source.path);
        if (!source || file === undefined) return undefined;
        const { path, range, address } = source;
        const line = range ? `${path}:${range.start.line + 1}` : path;
        return { uri: file, label: address ?? line, ...(range && { range }) };
      },
    };
  }
}

type Marked = Snapshot["source"] & { readonly mark: string };

function folderScope(folder: string, matches: (path: string) => boolean, more: string): Scope {
  const start = `${keyOf(folder)}/`;
  return {
    key: `${folder} ${more}`,
    uri: folder,
    includes: (it) => keyOf(it).startsWith(start) && matches(decoded(it.slice(folder.length + 1))),
  };
}

/** `..` leads to the folder above. */
function joined(here: readonly string[], path: string): string {
  const parts = [...here];
  for (const it of path.split("/"))
    if (it === "..") parts.pop();
    else if (it !== "." && it !== "") parts.push(it);
  return parts.join("/") || "**";
}

function namesIn({ configuration }: OpenConfiguration): readonly string[] {
  return configuration.rulesets.flatMap((it) =>
    it.rules.flatMap(({ ref, description, id }) =>
      [ref, description, id].filter((name) => name !== undefined),
    ),
  );
}

/** The files among the files that we read that have rules, lists or settings of zones. */
export function mayConfigure(uri: string): boolean {
  if (languageOfPath(uri)) return true;
  return /\.(?:tf|tofu|json|ya?ml)$/i.test(uri) && !isTraceTest(uri);
}
