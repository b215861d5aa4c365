import { beforeEach, expect, test } from "vitest";
import { Profiles } from "../../../client/src/account/profiles.ts";
import type { Ask } from "../../../client/src/server/ask.ts";
import { Listings } from "../../../client/src/view/listings.ts";
import { type Node, resourceNode } from "../../../client/src/view/nodes.ts";
import { ServiceView } from "../../../client/src/view/service-view.ts";
import type { ProfileRow, ResourceRow, ResourcesResult } from "../../../server/src/lsp/protocol.ts";
import { editor, resetEditor } from "../fakes/fake-vscode.ts";
import { confirmParams, production, profileRow, resourceRow } from "../fakes/rows.ts";

beforeEach(resetEditor);

interface World {
  readonly rows: readonly ProfileRow[];
  readonly signedIn?: readonly string[];
  readonly resources?: ResourcesResult;
  readonly emulatorRuns?: boolean;
}

function world({ rows, signedIn = [], resources, emulatorRuns = false }: World) {
  const asked: string[] = [];
  const ask = (async (command: string, args: { profile?: string }) => {
    asked.push([command, args.profile].filter(Boolean).join(" "));
    return command === "weir.profiles" ? { profiles: rows } : resources;
  }) as unknown as Ask;
  const state = { get: () => undefined, update: async () => {} };
  const profiles = new Profiles(
    ask,
    state as ConstructorParameters<typeof Profiles>[1],
    async () => {},
  );
  const credentials = { has: async (origin: string) => signedIn.includes(origin) };
  const lacksEmulator = async (row: ProfileRow) => row.isLoopback && !emulatorRuns;
  const listings = new Listings(ask, credentials);
  const view = new ServiceView({ listings, profiles, lacksEmulator });
  return { view, asked };
}

function found(...resources: ResourceRow[]): ResourcesResult {
  return { where: confirmParams().where, resources };
}

/** The whole tree as text, with a line for each node. */
async function drawn(view: ServiceView, node?: Node, indent = ""): Promise<string> {
  const lines: string[] = [];
  for (const child of await view.getChildren(node)) {
    const description = child.description === undefined ? "" : ` (${child.description})`;
    lines.push(`${indent}${child.label}${description} [${child.context}]`);
    lines.push(await drawn(view, child, `${indent}  `));
  }
  return lines.filter((it) => it !== "").join("\n");
}

test("profiles, zone and resources of the service, each with its state", async () => {
  const { view } = world({
    rows: [production],
    signedIn: [production.origin],
    resources: found(
      resourceRow({ uri: "file:///project/rules/login.cfrule", standing: "drifted" }),
      resourceRow({ kind: "job", id: "12", name: "shop-errors", standing: "remote-only" }),
      resourceRow({
        kind: "filter",
        id: "f1",
        name: "",
        uri: "file:///x.cfrule",
        standing: "gone",
      }),
    ),
  });
  expect(await drawn(view)).toBe(
    `
api.example.com [current]
  shop.example.com [zone]
    Jobs (1) [group]
      shop-errors (no file) [job.remote]
    Rule filters (1) [group]
      f1 (file deleted) [filter.remote]
    Rules (1) [group]
      Logins (service changed) [rule.linked.theirs]`.trim(),
  );
});

test("nothing is read from a host without a sign-in", async () => {
  const { view, asked } = world({ rows: [production], resources: found() });
  expect(await drawn(view)).toContain(`Sign in (${production.origin}) [hint]`);
  expect(asked.filter((it) => it.startsWith("weir.resources"))).toEqual([]);
});

test("a stopped emulator offers to start it", async () => {
  for (const resources of [{ refusal: "No answer." }, { ...found(), problems: ["No answer."] }]) {
    const { view } = world({ rows: [profileRow()], resources: resources as ResourcesResult });
    expect(await drawn(view)).toBe(
      "emulator [current.loopback]\n  Start Emulator (not running) [hint]",
    );
  }
});

test("a failed listing is shown beside the others", async () => {
  const resources = { ...found(resourceRow()), problems: ["Jobs may not be read."] };
  const { origin } = production;
  const { view } = world({ rows: [production], signedIn: [origin], resources });
  expect(await drawn(view)).toContain("    Jobs may not be read. [hint]\n    Jobs (0) [group]");
});

test("an invalid profile explains why, and no request is sent", async () => {
  const broken = profileRow({ name: "broken", origin: "", problem: "It is plain http." });
  const { view, asked } = world({ rows: [broken] });
  expect(await drawn(view)).toBe(
    "broken [profile.broken]\n  Open weir.json (It is plain http.) [hint]",
  );
  expect(asked).toEqual(["weir.profiles"]);
});

test("an error of a running emulator is shown", async () => {
  const resources = { refusal: "The zone is not known." };
  const { view } = world({ rows: [profileRow()], resources, emulatorRuns: true });
  expect(await drawn(view)).toContain("The zone is not known. [hint]");
});

test("a rejected credential offers to sign in", async () => {
  const { origin } = production;
  const resources = { refusal: "Not signed in.", signInTo: origin };
  const { view } = world({ rows: [production], signedIn: [origin], resources });
  const [profile] = await view.getChildren();
  const [hint] = await view.getChildren(profile);
  expect(hint?.click).toEqual({ command: "weir.signIn", arguments: [origin] });
});

test("without trust the view is empty, and no request is sent", async () => {
  editor.trusted = false;
  const { view, asked } = world({ rows: [production], signedIn: [production.origin] });
  expect(await drawn(view)).toBe("");
  expect(asked).toEqual([]);
});

test("commands on an item use its file and its profile", async () => {
  const uri = "file:///project/rules/login.cfrule";
  const { view } = world({
    rows: [profileRow()],
    resources: found(resourceRow({ uri })),
  });
  const [profile] = await view.getChildren();
  const [zone] = await view.getChildren(profile);
  const rule = zone?.children?.at(-1)?.children?.[0];
  expect(profile?.target).toEqual({ profile: "local", uri: "file:///project/" });
  expect(rule?.target).toEqual({ profile: "local", uri });
  expect(rule?.click).toEqual({ command: "weir.openFile", arguments: [{ target: { uri } }] });
  const shownAs = "file:///w/filters/ssl.cfrule";
  const lone = resourceNode(profileRow(), resourceRow({ kind: "filter", shownAs }));
  expect(lone.click).toMatchObject({
    command: "weir.preview",
    arguments: [{ target: { uri: shownAs } }],
  });
});

test("a resource without a file is pulled into the file that the server names, with its profile", async () => {
  const pullsTo = "file:///project/jobs/shop-errors.lpjob";
  const { view } = world({
    rows: [profileRow()],
    resources: found(
      resourceRow({ kind: "job", name: "shop-errors", standing: "remote-only", pullsTo }),
    ),
  });
  expect(await drawn(view)).toContain("shop-errors (no file) [job.new]");
  const [profile] = await view.getChildren();
  const [zone] = await view.getChildren(profile);
  const job = zone?.children?.[0]?.children?.[0];
  expect(job?.target).toEqual({ profile: "local", uri: pullsTo });
  expect(job?.tooltip).toContain("Pulls to: shop-errors.lpjob");
});
