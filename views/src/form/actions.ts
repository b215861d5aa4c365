import type {
  FormPlace,
  NewRow,
  Range,
  ShownFix,
  ShownOperation,
} from "../../../server/src/lsp/protocol.ts";
import type { FromForm, ToForm } from "./messages.ts";
import { type Direction, stepOf } from "./moves.ts";
import { keyOf, type Path } from "./rows.ts";
import { type Draft, firstState, reduce, type State, subjectOf } from "./store.ts";

/** A control of a row that can receive focus. */
export type RowControl = "row" | "field" | "operator" | "value" | "draft";

/** All user actions; components depend on nothing else. */
export class Actions {
  state: State = firstState;
  #asked = 0;
  #isFinishing = false;
  readonly #waiting = new Map<number, (refusal: string | undefined) => void>();
  #focus: { readonly path: Path; readonly part: RowControl } | undefined;
  /** Whether the last operation succeeded. */
  #last: Promise<boolean> = Promise.resolve(true);

  constructor(
    private readonly post: (message: FromForm) => void,
    private readonly show: (state: State) => void,
  ) {}

  receive(message: ToForm): void {
    if (message.kind === "done") {
      this.#waiting.get(message.id)?.(message.refusal);
      this.#waiting.delete(message.id);
      return;
    }
    this.set(reduce(this.state, message));
    if (message.kind === "form") this.#restoreFocus();
  }

  /** Runs an operation on the shown version. Returns whether it succeeded; otherwise the reason is shown. */
  operate(operation: ShownOperation, focus?: { path: Path; part: RowControl }): Promise<boolean> {
    this.#last = this.#operate(operation, focus);
    return this.#last;
  }

  /** The refused text is edited or gone. */
  readonly forgive = (): void => {
    this.#last = Promise.resolve(true);
    if (this.state.refusal) this.set({ ...this.state, refusal: undefined });
    if (this.state.draft?.refusal !== undefined) this.changeDraft({});
  };

  async #operate(
    operation: ShownOperation,
    focus?: { path: Path; part: RowControl },
  ): Promise<boolean> {
    const id = ++this.#asked;
    const { version } = this.state;
    const answer = new Promise<string | undefined>((resolve) => this.#waiting.set(id, resolve));
    this.#focus = focus;
    this.post({ kind: "operate", id, version, operation });
    const message = await answer;
    const path = subjectOf(operation) ?? [];
    if (message !== undefined) this.#focus = undefined;
    const { draft } = this.state;
    if (message !== undefined && operation.kind === "add" && draft) {
      this.set({ ...this.state, draft: { ...draft, refusal: message } });
    } else {
      const refusal = message === undefined ? undefined : { path, message };
      this.set({ ...this.state, refusal, added: undefined });
    }
    return message === undefined;
  }

  chooseSample(): void {
    this.post({ kind: "chooseSample" });
  }

  async addExample(kind: "kept" | "dropped"): Promise<void> {
    const isAdded = await this.operate({ kind: "example", isKept: kind === "kept" });
    if (isAdded) this.set({ ...this.state, added: kind });
  }

  deleteExample(index: number): void {
    void this.operate({ kind: "deleteExample", index });
  }

  /** Fixes a problem, and focuses its row. */
  fix({ diagnostic }: ShownFix, path: Path): void {
    void this.operate({ kind: "fix", diagnostic }, { path, part: "row" });
  }

  move(path: Path, direction: Direction): void {
    const step = stepOf(this.state.form?.root, path, direction);
    if (!step) return;
    void this.operate({ kind: "move", path, to: step.to }, { path: step.path, part: "row" });
  }

  drop(path: Path, to: FormPlace): void {
    void this.operate({ kind: "move", path, to });
  }

  /** Deletes a row, and focuses the row that takes its place. */
  delete(path: Path): void {
    void this.operate({ kind: "delete", path }, { path, part: "row" });
  }

  /** Adds a new row, which is written to the text once it has a value. */
  startDraft(draft: Draft): void {
    this.set({ ...this.state, draft, refusal: undefined });
    requestAnimationFrame(() => focusOn("draft", "field"));
  }

  changeDraft(change: Partial<Draft>): void {
    const { draft } = this.state;
    if (!draft) return;
    this.set({ ...this.state, draft: { ...draft, ...change, refusal: undefined as never } });
  }

  cancelDraft(): void {
    const to = this.state.draft?.to;
    this.set({ ...this.state, draft: undefined });
    if (to) requestAnimationFrame(() => focusNear(to.group, "row"));
  }

  async finishDraft(values: readonly string[]): Promise<void> {
    const { draft, form } = this.state;
    // Enter finishes the draft and moves the focus, and the blur event would finish it again.
    if (!draft?.field || !draft.operator || this.#isFinishing) return;
    const { field, operator, to, inGroup } = draft;
    const condition: NewRow = { kind: "condition", field, operator, values };
    const row: NewRow = inGroup
      ? { kind: "group", logical: inGroup, items: [condition] }
      : condition;
    const path = form?.root ? [...to.group, to.index, ...(inGroup ? [0] : [])] : inGroup ? [0] : [];
    this.#isFinishing = true;
    // A list gets more values.
    const isList = this.state.fields?.operators.find((it) => it.name === operator)?.isList;
    const part = isList ? "value" : "row";
    const isDone = await this.operate({ kind: "add", to, row }, { path, part });
    this.#isFinishing = false;
    if (isDone) this.set({ ...this.state, draft: undefined });
  }

  openText(range?: Range): void {
    this.post({ kind: "openText", ...(range && { range }) });
  }

  openFile(path: string): void {
    this.post({ kind: "openFile", path });
  }

  /** Leaving a text box writes its value just before the click. A refused value would not be pushed. */
  async push(): Promise<void> {
    if (await this.#last) this.post({ kind: "push" });
  }

  private set(state: State): void {
    this.state = state;
    this.show(state);
  }

  #restoreFocus(): void {
    const focus = this.#focus;
    this.#focus = undefined;
    if (focus) requestAnimationFrame(() => focusNear(focus.path, focus.part));
  }
}

/** Focuses the row, or the nearest one if it no longer exists. */
function focusNear(path: Path, part: RowControl): void {
  const index = path.at(-1);
  if (focusOn(keyOf(path), part)) return;
  if (index === undefined) (document.querySelector(".add button") as HTMLElement | null)?.focus();
  else if (index > 0) focusNear([...path.slice(0, -1), index - 1], part);
  else focusNear(path.slice(0, -1), "row");
}

function focusOn(key: string, part: RowControl): boolean {
  const row = document.querySelector<HTMLElement>(`[data-row="${key}"]`);
  const target =
    part === "row"
      ? row
      : row?.querySelector<HTMLElement>(`[data-part="${part}"] :is(input, select)`);
  target?.focus();
  // The next typed text replaces a value.
  if (part === "value" && target instanceof HTMLInputElement) target.select();
  return target !== null && target !== undefined;
}
