import { EventEmitter } from "./fake-event.ts";
import type { Range } from "./fake-window.ts";

/** The part of the Test Explorer API that the extension uses. */

export class FakeItem {
  parent: FakeItem | undefined;
  range: Range | undefined;
  readonly children = new FakeItems(this);

  constructor(
    readonly id: string,
    readonly label: string,
    readonly uri: unknown,
  ) {}
}

class FakeItems {
  readonly #all = new Map<string, FakeItem>();
  constructor(private readonly parent?: FakeItem) {}
  get(id: string) {
    return this.#all.get(id);
  }
  add(item: FakeItem): void {
    item.parent = this.parent;
    this.#all.set(item.id, item);
  }
  delete(id: string): void {
    this.#all.delete(id);
  }
  replace(items: readonly FakeItem[]): void {
    this.#all.clear();
    for (const it of items) this.add(it);
  }
  [Symbol.iterator]() {
    return this.#all[Symbol.iterator]();
  }
}

export class TestRunRequest {
  constructor(
    readonly include?: readonly FakeItem[],
    readonly exclude?: readonly FakeItem[],
    readonly profile?: unknown,
    readonly continuous?: boolean,
  ) {}
}

export class TestMessage {
  location: Location | undefined;
  stackTrace: readonly TestMessageStackFrame[] | undefined;
  contextValue: string | undefined;

  constructor(readonly message: string) {}
}

export class TestMessageStackFrame {
  constructor(
    readonly label: string,
    readonly uri: unknown,
    readonly position: unknown,
  ) {}
}

export class Location {
  constructor(
    readonly uri: unknown,
    readonly range: Range,
  ) {}
}

export const TestRunProfileKind = { Run: 1, Debug: 2, Coverage: 3 };

interface Token {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => unknown): unknown;
}

/** A run, with the outcome of each test by label. */
export class FakeRun {
  readonly states = new Map<string, string>();
  readonly messages = new Map<string, TestMessage>();
  output = "";
  isOver = false;
  enqueued = (it: FakeItem) => this.#note(it, "enqueued");
  passed = (it: FakeItem) => this.#note(it, "passed");
  skipped = (it: FakeItem) => this.#note(it, "skipped");
  failed = (it: FakeItem, message: TestMessage) => this.#note(it, "failed", message);
  errored = (it: FakeItem, message: TestMessage) => this.#note(it, "errored", message);
  appendOutput(text: string): void {
    this.output += text;
  }
  end(): void {
    this.isOver = true;
  }
  #note({ label }: FakeItem, state: string, message?: TestMessage): void {
    this.states.set(label, state);
    if (message) this.messages.set(label, message);
  }
}

type Handler = (request: TestRunRequest, token: Token) => Promise<void>;

export class FakeController {
  readonly items = new FakeItems();
  readonly runs: FakeRun[] = [];
  readonly outdated: string[] = [];
  resolveHandler: ((item?: FakeItem) => Promise<void>) | undefined;
  refreshHandler: ((token?: Token) => Promise<void>) | undefined;
  runHandler: Handler | undefined;
  isDisposed = false;

  createTestItem(id: string, label: string, uri: unknown): FakeItem {
    return new FakeItem(id, label, uri);
  }
  createRunProfile(label: string, kind: number, handler: Handler, isDefault: boolean) {
    this.runHandler = handler;
    return { label, kind, isDefault, supportsContinuousRun: false };
  }
  createTestRun(): FakeRun {
    const run = new FakeRun();
    this.runs.push(run);
    return run;
  }
  invalidateTestResults({ label }: FakeItem): void {
    this.outdated.push(label);
  }
  dispose(): void {
    this.isDisposed = true;
  }

  /** The tree: files and their examples. */
  get tree(): Record<string, string[]> {
    const files = [...this.items].map(([, it]) => it);
    return Object.fromEntries(
      files.map((it) => [it.label, [...it.children].map(([, child]) => child.label)]),
    );
  }

  /** Runs these tests, by default all of them, as the editor does. */
  async run(request = new TestRunRequest(), token = neverCanceled): Promise<FakeRun | undefined> {
    await this.runHandler?.(request, token);
    return this.runs.at(-1);
  }
}

export const neverCanceled: Token = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose() {} }),
};

/** A token, and a function that cancels it. */
export function cancelable() {
  const canceled = new EventEmitter<void>();
  let isCancellationRequested = false;
  const token: Token = {
    get isCancellationRequested() {
      return isCancellationRequested;
    },
    onCancellationRequested: canceled.event,
  };
  const cancel = () => {
    isCancellationRequested = true;
    canceled.fire();
  };
  return { token, cancel };
}

/** The newest controller. */
export const testing = { controller: undefined as FakeController | undefined };

export const tests = {
  createTestController(): FakeController {
    testing.controller = new FakeController();
    return testing.controller;
  },
};
