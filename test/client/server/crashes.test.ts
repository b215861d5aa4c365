import { beforeEach, expect, test } from "vitest";
import { Crashes } from "../../../client/src/server/crashes.ts";
import { CloseAction, ErrorAction } from "../fakes/fake-languageclient.ts";
import { editor, resetEditor } from "../fakes/fake-vscode.ts";

beforeEach(resetEditor);

function crashes() {
  const done: string[] = [];
  const it = new Crashes(
    async () => void done.push("restarted"),
    () => void done.push("log"),
  );
  return { it, done };
}

test("the first crash restarts without a message", () => {
  expect(crashes().it.closed()).toEqual({ action: CloseAction.Restart, handled: true });
  expect(editor.shown).toEqual([]);
});

test("the second asks, and a third during that does not ask again", () => {
  const { it } = crashes();
  it.closed();
  expect(it.closed()).toEqual({ action: CloseAction.DoNotRestart, handled: true });
  it.closed();
  void it.ask();
  expect(editor.shown).toMatchObject([{ kind: "error", choices: ["Restart", "Show Log"] }]);
});

test.each([
  ["Restart", "restarted"],
  ["Show Log", "log"],
])("'%s' does as labeled", async (answer, what) => {
  const { it, done } = crashes();
  editor.answers = [answer];
  await it.ask();
  expect(done).toEqual([what]);
});

test("messages that a stopping server does not receive do not prevent its restart", () => {
  const { it } = crashes();
  const actions = Array.from({ length: 10 }, () => it.error());
  expect(new Set(actions.map((action) => action.action))).toEqual(new Set([ErrorAction.Continue]));
  expect(actions.every((action) => action.handled)).toBe(true);
  expect(it.closed()).toEqual({ action: CloseAction.Restart, handled: true });
  expect(editor.shown).toEqual([]);
});
