import { afterEach, expect, test, vi } from "vitest";
import type { ChangesView } from "../../../client/src/view/changes-view.ts";
import type { Node } from "../../../client/src/view/nodes.ts";
import { scopeAt } from "../../../server/src/emulator/state/state.ts";
import { removeFolders, writeAt } from "../../support/folders.ts";
import { clientOf, zone_id } from "../../support/programs/emulator.ts";
import { filter, job, rule } from "../../support/programs/workbench.ts";
import { eventually } from "../../support/waiting.ts";
import { asPicked, commands, editor, fileChanges, Uri } from "../fakes/fake-vscode.ts";
import { around } from "../fakes/fake-window.ts";
import { Window, type WindowOptions } from "../fakes/window.ts";

let window: Window | undefined;

afterEach(async () => {
  await window?.close();
  window = undefined;
  removeFolders();
  vi.unstubAllGlobals();
});

const files = {
  "a.cfrule": rule,
  "b.cfrule": rule.replace("ssl", "not ssl"),
  "f.lpfilter": filter("500"),
  "jobs/a.lpjob": job(', "filter": "../f.lpfilter"'),
  // Open in the editor, and never pushed.
  "v.cfrule": "# @value\nlower(http.host)",
};

async function open(options: WindowOptions = {}): Promise<Window> {
  window = await Window.open({ files, open: "v.cfrule", impatient: true, ...options });
  return window;
}

function view(): ChangesView {
  return around.views.get("weir.changes")?.treeDataProvider as ChangesView;
}

/** The view as text: a line for each group, with its items. */
function drawn(): string[] {
  return view()
    .getChildren()
    .map(({ label, description, children = [] }) =>
      [`${label} (${description}):`, ...children.map((it) => it.label)].join(" "),
    );
}

function message(): string | undefined {
  view().getChildren();
  return around.views.get("weir.changes")?.message;
}

function find(label: string): Node {
  const found = view()
    .getChildren()
    .flatMap((it) => [it, ...(it.children ?? [])])
    .find((it) => it.label === label);
  if (!found) throw new Error(`Nothing in the view is '${label}'.`);
  return found;
}

const soon = (lines: readonly string[]) => eventually(() => expect(drawn()).toEqual(lines));

function change(name: string, text: string): void {
  writeAt(window?.uri(name) ?? "", text);
  fileChanges.fire(Uri.parse(window?.uri(name) ?? ""));
}

async function push(name: string): Promise<void> {
  await window?.run("weir.push", [window.uri(name)], "Create");
}

test("the groups follow files and service, with counts; only drift needs a request", async () => {
  const { emulator, ...own } = await open();
  expect(own.folder).not.toBe("");
  await soon(["Not Pushed Yet (3): a.cfrule b.cfrule a.lpjob"]);
  for (const it of ["a.cfrule", "b.cfrule", "jobs/a.lpjob"]) await push(it);
  await soon([]);
  expect(message()).toBe("Refresh to compare with the service.");
  await commands.executeCommand("weir.refresh");
  await eventually(() => expect(message()).toBe("Everything is in sync."));

  change("a.cfrule", `${rule} and http.host eq "a.example"`);
  await soon(["Changed Here (1): a.cfrule"]);
  expect(around.views.get("weir.changes")?.badge).toMatchObject({ value: 1 });

  const { logpush } = clientOf(emulator);
  await logpush.jobs.update(1, { zone_id, enabled: false });
  await logpush.jobs.create({
    zone_id,
    name: "theirs",
    dataset: "http_requests",
    destination_conf: "s3://logs/{DATE}?region=eu",
  });
  await commands.executeCommand("weir.refresh");
  await soon([
    "Changed Here (1): a.cfrule",
    "Changed on the Service (1): a.lpjob",
    "Only on the Service (1): theirs",
  ]);
  change("jobs/a.lpjob", job(', "filter": "../f.lpfilter", "max_upload_records": 2000'));
  await soon([
    "Changed Here (1): a.cfrule",
    "Changed in Both (1): a.lpjob",
    "Only on the Service (1): theirs",
  ]);
});

test("the side view follows a file that is changed outside of the editor", async () => {
  await open();
  await push("a.cfrule");
  const rules = async () => (await window?.drawn())?.filter((it) => it.includes("rule")).join();
  await eventually(async () => expect(await rules()).toContain("in sync"));
  await eventually(() => expect(message()).toBe(""));
  await soon(["Not Pushed Yet (2): b.cfrule a.lpjob"]);
  let drawings = 0;
  window?.view.onDidChangeTreeData(() => drawings++);
  change("a.cfrule", `${rule} and http.host eq "a.example"`);
  await eventually(() => expect(drawings).toBeGreaterThan(0));
  expect(await rules()).not.toContain("in sync");
});

test("rows open the diff, the file or a preview, and have names for screen readers", async () => {
  await open();
  await soon(["Not Pushed Yet (3): a.cfrule b.cfrule a.lpjob"]);
  const unpushed = find("a.lpjob");
  expect(unpushed).toMatchObject({
    context: "change.unpushed",
    target: { uri: window?.uri("jobs/a.lpjob"), profile: "local" },
    click: { command: "weir.openFile" },
  });
  const item = view().getTreeItem(unpushed);
  expect(item.accessibilityInformation?.label).toBe("a.lpjob, Not pushed yet");
  expect(String(item.resourceUri)).toBe(window?.uri("jobs/a.lpjob"));
  const group = view().getTreeItem(find("Not Pushed Yet"));
  expect(group.accessibilityInformation?.label).toBe("Not Pushed Yet, 3 items");
  expect(group.contextValue).toBe("group.unpushed");

  await push("jobs/a.lpjob");
  change("f.lpfilter", filter("404"));
  await eventually(() => expect(drawn()[0]).toBe("Changed Here (1): a.lpjob"));
  expect(view().getTreeItem(find("Changed Here")).accessibilityInformation?.label).toBe(
    "Changed Here, 1 item",
  );
  const { click } = find("a.lpjob");
  await commands.executeCommand(click?.command ?? "", ...(click?.arguments ?? []));
  // The text of the job has no difference, but what it names has.
  const [, before, after, title] =
    editor.executed.findLast(([name]) => name === "vscode.diff") ?? [];
  expect(title).toBe("example.com ↔ a.lpjob");
  const shown = [before, after].map((it) =>
    around.texts.get("weir-remote")?.provideTextDocumentContent(it as Uri, undefined),
  );
  expect((await Promise.all(shown)).map((it) => /"value": \d+/.exec(it ?? "")?.[0])).toEqual([
    '"value": 500',
    '"value": 404',
  ]);
});

test("a comparison without a difference says so", async () => {
  await open();
  await push("a.cfrule");
  expect(await window?.run("weir.compare", [window.uri("a.cfrule")])).toEqual([
    "'a.cfrule' matches the service.",
  ]);
});

test("files that differ have a badge in the Explorer, also filters of a job", async () => {
  await open();
  const badge = (name: string) =>
    around.decorations?.provideFileDecoration(Uri.parse(window?.uri(name) ?? ""));
  await soon(["Not Pushed Yet (3): a.cfrule b.cfrule a.lpjob"]);
  expect(badge("a.cfrule")).toBeUndefined();
  await push("jobs/a.lpjob");
  change("f.lpfilter", filter("404"));
  await eventually(() => expect(badge("f.lpfilter")).toBeDefined());
  expect(badge("jobs/a.lpjob")).toMatchObject({
    badge: "↑",
    tooltip: "Changed since the last push",
  });
});

test("after a push, nothing says what was before until the new state is known", async () => {
  await open();
  await push("a.cfrule");
  change("a.cfrule", `${rule} and http.host eq "a.example"`);
  await soon(["Changed Here (1): a.cfrule", "Not Pushed Yet (2): b.cfrule a.lpjob"]);
  await commands.executeCommand("weir.refresh");
  await eventually(() => expect(message()).toBe(""));
  const uri = Uri.parse(window?.uri("a.cfrule") ?? "");
  const state = () => [
    message(),
    around.views.get("weir.changes")?.badge?.value,
    around.decorations?.provideFileDecoration(uri)?.badge,
    around.views.get("weir.service")?.message ?? "",
  ];
  expect(state()).toEqual(["", 1, "↑", ""]);
  await window?.run("weir.push", [String(uri)], "Update…", "update");
  const seen: unknown[] = [];
  await eventually(() => {
    seen.push(state());
    expect(state()).toEqual(["", undefined, undefined, ""]);
  });
  expect(seen).toContainEqual(["Checking…", undefined, "…", "Checking…"]);
});

/** The list of Push All: each file, whether it is picked, and its detail. */
function listed(): string[] {
  const { choices = [], details = [] } = editor.shown.find((it) => it.options?.canPickMany) ?? {};
  return choices.map((it, i) => (details[i] ? `${it}: ${details[i]}` : it));
}

test("push all lists what it does and what it leaves out, and pushes what is chosen", async () => {
  const { emulator } = await open({
    files: {
      ...files,
      "c.cfrule": '# @action log\nhttp.cookie eq "c"',
      "d.cfrule": '# @action log\nhttp.cookie eq "d"',
      "e.cfrule": '# @action log\nhttp.cookie eq "e"',
    },
  });
  for (const it of ["a", "b", "c", "d", "e"]) await push(`${it}.cfrule`);
  change("a.cfrule", `${rule} and http.host eq "a.example"`);
  change("b.cfrule", `${rule} and http.host eq "b.example"`);
  change("c.cfrule", "# @action log\nhttp.cookie eq");
  change("d.cfrule", '# @action log\n# @match GET https://a.example/\nhttp.host eq "b.example"');
  change("e.cfrule", '# @action log\nssl and http.cookie eq "e"');
  const zone = scopeAt(emulator.state, "zones", zone_id);
  const theirs = [...(zone?.rules.values() ?? [])].at(-1);
  Object.assign(theirs ?? {}, { action: "js_challenge" });
  await eventually(() => expect(drawn()[0]).toContain("Changed Here (5)"));
  // The first opens requests, and the second matches nothing that it matched.
  const agreed = ["Update…", "update"];
  const shown = await window?.run("weir.pushAll", [], asPicked, ...agreed, ...agreed);
  expect(listed()).toEqual([
    "Pushed",
    "a.cfrule: Update rule 'ssl'",
    "b.cfrule: Update rule 'not ssl'",
    "Left out",
    expect.stringMatching(/^c\.cfrule: 'c\.cfrule' has an error in line 2: /),
    expect.stringMatching(
      /^d\.cfrule: 'd\.cfrule' has an error in line 2: This request does not match/,
    ),
    "e.cfrule: Changed on the service since the last push.",
  ]);
  expect(shown?.slice(0, 1)).toEqual(["Push All Changes: 2 of 5"]);
  await eventually(() => expect(drawn()[0]).toContain("(3)"));
});

test("nothing is read from a host without a sign-in, which the view shows", async () => {
  const profile = { baseUrl: "https://api.example.com/client/v4", zone: "zone1" };
  const fetch = vi.fn(async () => new Response("{}"));
  await open({
    files: { ...files, "weir.json": JSON.stringify({ profiles: { production: profile } }) },
    fetch,
  });
  await soon(["Not Pushed Yet (3): a.cfrule b.cfrule a.lpjob"]);
  await commands.executeCommand("weir.refresh");
  await eventually(() => expect(message()).toBe("Sign in to see changes on the service."));
  expect(fetch).not.toHaveBeenCalled();
});

test("the view sends no requests itself, and shares the results of the side view", async () => {
  const { emulator } = await open();
  const read = vi.fn(emulator.fetch);
  vi.stubGlobal("fetch", read);
  await eventually(() => expect(message()).toBe("Refresh to compare with the service."));
  expect(read).not.toHaveBeenCalled();
  await window?.drawn();
  const once = read.mock.calls.length;
  expect(once).toBeGreaterThan(0);
  expect(message()).not.toContain("Refresh");
  await window?.drawn();
  expect(read.mock.calls).toHaveLength(once);
});

test("without trust nothing is compared", async () => {
  await open({ trusted: false });
  expect(drawn()).toEqual([]);
});

test("a job is disabled from its row, after a confirmation", async () => {
  const { emulator } = await open();
  await push("jobs/a.lpjob");
  expect((await window?.drawn())?.join("\n")).toContain("job.linked.on");
  const target = { uri: window?.uri("jobs/a.lpjob"), profile: "local" };
  const shown = await window?.run("weir.disableJob", [{ target }], "Update");
  expect(shown?.[0]).toBe("Update");
  const found = await clientOf(emulator).logpush.jobs.get(1, { zone_id });
  expect(found?.enabled).toBe(false);
});
