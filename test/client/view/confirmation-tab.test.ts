import { afterEach, expect, test } from "vitest";
import type { Confirmation, ConfirmationAnswer } from "../../../client/src/confirmation.ts";
import { ConfirmationTabs } from "../../../client/src/view/confirmation-tab.ts";
import { editor, type Uri } from "../fakes/fake-vscode.ts";
import { around, happens, type Tab } from "../fakes/fake-window.ts";

const confirmation: Confirmation = {
  uri: "file:///a.lpjob",
  verb: "update",
  title: "production ↔ a.lpjob",
  detail: "",
  before: "{}",
  after: "{ }",
  isOfMany: false,
  mayAll: false,
};

const disposables: { dispose(): unknown }[] = [];

afterEach(() => {
  for (const it of disposables.splice(0)) it.dispose();
  editor.registered.delete("vscode.diff");
  around.tabs = [];
});

function setTabs(...tabs: Tab[]): void {
  around.tabs = tabs;
  happens.tabs.fire(undefined);
}

/** Shows a confirmation; `opening` is called while its tab opens. */
async function asked(
  opening: (tab: Tab) => void,
): Promise<{ answer: () => ConfirmationAnswer | undefined }> {
  const tabs = new ConfirmationTabs();
  disposables.push(...tabs.register());
  editor.registered.set("vscode.diff", async (original: unknown, modified: unknown) =>
    opening({ input: { original: original as Uri, modified: modified as Uri } }),
  );
  let answer: ConfirmationAnswer | undefined;
  await new Promise<void>((opened) => {
    void tabs
      .ask(confirmation, () => opened())
      .then((it) => {
        answer = it;
      });
  });
  return { answer: () => answer };
}

const settled = () => new Promise(setImmediate);

test("closing its tab declines a confirmation", async () => {
  const { answer } = await asked((tab) => setTabs(tab));
  await settled();
  expect(answer()).toBeUndefined();
  setTabs();
  await settled();
  expect(answer()).toBe("no");
});

test("a tab may disappear and reappear while it is opened", async () => {
  const { answer } = await asked((tab) => {
    setTabs(tab);
    setTabs();
    setTabs(tab);
  });
  await settled();
  expect(answer()).toBeUndefined();
  setTabs();
  await settled();
  expect(answer()).toBe("no");
});

test("a tab that is closed before it is shown declines, too", async () => {
  const { answer } = await asked((tab) => {
    setTabs(tab);
    setTabs();
  });
  await settled();
  expect(answer()).toBe("no");
});
