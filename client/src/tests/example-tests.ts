import {
  type CancellationToken,
  commands,
  type Disposable,
  type Event,
  l10n,
  type TestController,
  type TestItem,
  TestRunProfileKind,
  TestRunRequest,
  type TextDocument,
  tests,
  Uri,
  workspace,
} from "vscode";
import {
  type DocumentExamples,
  type ExamplesParams,
  type ExamplesResult,
  exampleKinds,
} from "../../../server/src/lsp/protocol.ts";
import { isOurLanguage, isSettings, isTraceTest, testedFiles } from "../languages.ts";
import { examplesToRun, type Rows, type RunChoice, showExamples } from "./example-items.ts";
import { report } from "./example-messages.ts";

/** Debounce, in milliseconds. */
const pause = 300;

export interface TestParts {
  /** Requests examples. Undefined on failure. */
  examples(params: ExamplesParams, token?: CancellationToken): Promise<ExamplesResult | undefined>;
  /** The URI schemes of files. */
  schemes(): readonly string[];
  readonly onDidStart: Event<void>;
}

/**
 * The examples of filters, jobs and rules in the Test Explorer. Examples of open files are found as they are typed, the
 * others when the Test Explorer is opened.
 */
export class ExampleTests {
  /** Undefined until there may be examples: VS Code shows the Test Explorer of any workspace with a controller. */
  #controller: TestController | undefined;
  #isDiscovered = false;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Of files, by their IDs. */
  readonly #rows = new Map<string, Rows>();
  /** Continuous runs, until they are canceled. */
  readonly #continuous = new Set<RunChoice>();

  constructor(private readonly parts: TestParts) {}

  register(): Disposable[] {
    const watcher = workspace.createFileSystemWatcher(testedFiles);
    const changed = (uri: Uri) => this.#fileChanged(uri);
    return [
      { dispose: () => this.#dispose() },
      watcher,
      watcher.onDidCreate(changed),
      watcher.onDidChange(changed),
      watcher.onDidDelete(changed),
      this.parts.onDidStart(() => void this.#start()),
      workspace.onDidOpenTextDocument((it) => this.#edited(it)),
      workspace.onDidChangeTextDocument((it) => this.#edited(it.document)),
      workspace.onDidSaveTextDocument((it) => void this.#saved(it)),
    ];
  }

  #dispose(): void {
    for (const it of this.#timers.values()) clearTimeout(it);
    this.#controller?.dispose();
  }

  async #start(): Promise<void> {
    for (const it of workspace.textDocuments) this.#edited(it);
    // VS Code in a browser may be unable to search.
    const found = await workspace.findFiles(testedFiles, undefined, 1).then(
      (it) => it.length > 0,
      () => false,
    );
    const isOpen = workspace.textDocuments.some((it) => isOurLanguage(it.languageId));
    if (found || isOpen) this.#open();
  }

  #open(): TestController {
    this.#controller ??= this.#create();
    return this.#controller;
  }

  #create(): TestController {
    const controller = tests.createTestController("weir.examples", l10n.t("Weir"));
    // The view then explains how to write the first test.
    void commands.executeCommand("setContext", "weir.hasTests", true);
    controller.resolveHandler = async (item) => {
      if (!item) await this.#discover();
    };
    controller.refreshHandler = (token) => this.#discover(token);
    const run = (request: TestRunRequest, token: CancellationToken) => this.#run(request, token);
    const { Run } = TestRunProfileKind;
    const profile = controller.createRunProfile(l10n.t("Run Tests"), Run, run, true);
    profile.supportsContinuousRun = true;
    return controller;
  }

  /** Finds the examples of all files of the workspace. */
  async #discover(token?: CancellationToken): Promise<void> {
    const found = await this.parts.examples({}, token);
    if (!found) return;
    this.#isDiscovered = true;
    const controller = this.#open();
    const known = new Set<string>();
    for (const { uri, examples } of found.documents) {
      const file = Uri.parse(uri);
      known.add(file.toString());
      this.#show(file, examples);
    }
    for (const [id] of [...controller.items]) if (!known.has(id)) this.#show(Uri.parse(id), []);
  }

  /** Updates the examples of a document that has some, or had some before. */
  #edited(document: TextDocument): void {
    const { uri } = document;
    if (!this.parts.schemes().includes(uri.scheme)) return;
    if (isOurLanguage(document.languageId)) this.#open();
    this.#later(uri, () => {
      const item = this.#controller?.items.get(uri.toString());
      if (item) this.#controller?.invalidateTestResults(item);
      return item !== undefined || mayHaveTests(document);
    });
  }

  /** Updates a file that is not open, if its examples were discovered before. Open files are updated when edited. */
  #fileChanged(uri: Uri): void {
    const id = uri.toString();
    if (workspace.textDocuments.some((it) => it.uri.toString() === id)) return;
    this.#later(uri, () => this.#isDiscovered || this.#controller?.items.get(id) !== undefined);
  }

  #later(uri: Uri, isOfInterest: () => boolean): void {
    const id = uri.toString();
    clearTimeout(this.#timers.get(id));
    const look = () => {
      this.#timers.delete(id);
      if (isOfInterest()) void this.#look(uri);
    };
    this.#timers.set(id, setTimeout(look, pause));
  }

  /** Updates the examples of a file. Undefined if the request fails. */
  async #look(uri: Uri, token?: CancellationToken): Promise<Rows | undefined> {
    const found = await this.parts.examples({ textDocument: { uri: uri.toString() } }, token);
    if (!found) return undefined;
    const examples = found.documents.flatMap((it) => it.examples);
    if (examples.length === 0 && !this.#controller) return new Map();
    return this.#show(uri, examples);
  }

  #show(uri: Uri, examples: DocumentExamples["examples"]): Rows {
    const rows = showExamples(this.#open(), uri, examples);
    this.#rows.set(uri.toString(), rows);
    const all = [...this.#rows.values()].flatMap((it) => [...it]);
    const broken = all.flatMap(([id, { request }]) => (request ? [id] : []));
    void commands.executeCommand("setContext", "weir.brokenPolicies", broken);
    return rows;
  }

  /** The arguments that open the trace for a test of a broken policy, or for its message, as a lens has them. */
  traceArguments([from]: readonly unknown[]): readonly unknown[] | undefined {
    const { test = from } = (from ?? {}) as { readonly test?: unknown };
    const { id = "", parent } = (test ?? {}) as Partial<TestItem>;
    if (!parent) return undefined;
    const row = this.#rows.get(parent.id)?.get(id);
    return row?.request && [parent.id, row.range.start, row.request];
  }

  async #saved(document: TextDocument): Promise<void> {
    const { uri } = document;
    const isAll = isSettings(uri.toString());
    // A run that begins later does not follow this save.
    const continuous = [...this.#continuous];
    if (!isAll && mayHaveTests(document)) await this.#look(uri);
    const controller = this.#controller;
    if (!controller) return;
    const isSource = isAll || configures.test(uri.path);
    // Tests of whole configurations depend on the rules of other files.
    const saved = [...controller.items]
      .filter(([id]) => isAll || id === uri.toString() || (isSource && isTraceTest(id)))
      .map(([, it]) => it);
    const isOn = workspace.getConfiguration("weir", uri).get("examples.runOnSave", true);
    if (saved.length === 0) return;
    if (isOn) return this.#runNow({ include: saved });
    for (const it of continuous)
      if (this.#continuous.has(it)) await this.#runNow(within(saved, it));
  }

  async #run(request: TestRunRequest, token: CancellationToken): Promise<void> {
    if (!request.continuous) return this.#runNow(request, token);
    this.#continuous.add(request);
    token.onCancellationRequested(() => this.#continuous.delete(request));
  }

  async #runNow(choice: RunChoice, token?: CancellationToken): Promise<void> {
    const controller = this.#open();
    if (!choice.include && !this.#isDiscovered) await this.#discover(token);
    const files = examplesToRun(controller, choice);
    if (files.size === 0) return;
    const request = choice instanceof TestRunRequest ? choice : new TestRunRequest(choice.include);
    const run = controller.createTestRun(request);
    for (const it of [...files.values()].flat()) run.enqueued(it);
    for (const [id, items] of files) {
      if (token?.isCancellationRequested) break;
      const uri = Uri.parse(id);
      const rows = await this.#look(uri, token);
      for (const it of items) {
        const row = rows?.get(it.id);
        // It was changed or removed since.
        if (row) report(run, it, uri, row);
        else run.skipped(it);
      }
    }
    run.end();
  }
}

/** Files that may have rules. */
const configures = /\.(?:cfrule|tf|tofu|json|ya?ml)$/i;

function mayHaveTests(document: Pick<TextDocument, "uri" | "getText">): boolean {
  if (isTraceTest(document.uri.path)) return true;
  const text = document.getText();
  return exampleKinds.some((it) => text.includes(`@${it}`));
}

/** The part of a continuous run that is in the saved files. */
function within(saved: readonly TestItem[], { include, exclude }: RunChoice): RunChoice {
  if (!include) return { include: saved, exclude };
  const ids = new Set(saved.map((it) => it.id));
  return {
    include: include.filter((it) => ids.has(it.id) || ids.has(it.parent?.id ?? "")),
    exclude,
  };
}
