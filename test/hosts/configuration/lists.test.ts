import { describe, expect, test } from "vitest";
import {
  anyList,
  type Configuration,
  joinConfigurations,
} from "../../../server/src/core/configuration/model.ts";
import { configurationIn } from "../../../server/src/languages.ts";
import { memoryFiles } from "../terraform/memory-files.ts";

/** The joint configuration of all files of a root folder. */
function read(texts: Readonly<Record<string, string>>): Configuration {
  const files = memoryFiles(texts);
  const own = Object.entries(texts).filter(([path]) => /^[^/]*\.tf(?:\.json)?$/.test(path));
  return joinConfigurations(
    own.map(([path, text]) => {
      const terraform = { path: `/w/${path}`, files, shown: String };
      return configurationIn(text, path, "after", terraform);
    }),
  );
}

/** The items of each list; undefined if they are not known. */
function itemsOf({ lists }: Configuration) {
  return Object.fromEntries(lists.map((it) => [it.name, it.items]));
}

function reaches({ gaps }: Configuration) {
  return gaps.map((it) => it.mayChange);
}

const list = (name: string, more = "") =>
  `resource "cloudflare_list" "${name}" {\n  name = "${name}"\n  kind = "ip"\n${more}\n}\n`;
const item = (more: string, id = "cloudflare_list.a.id", name = "i") =>
  `resource "cloudflare_list_item" "${name}" {\n  list_id = ${id}\n  ${more}\n}\n`;

describe("items are read", () => {
  test.each<[what: string, files: Readonly<Record<string, string>>, items: unknown]>([
    ["one", { "a.tf": list("a") + item('ip = "192.0.2.1"') }, ["192.0.2.1"]],
    ["an AS number", { "a.tf": list("a") + item("asn = 64496") }, [64496]],
    [
      "a host",
      { "a.tf": list("a") + item('hostname = { url_hostname = "a.example" }') },
      ["a.example"],
    ],
    [
      "a host of version 4",
      { "a.tf": list("a") + item('hostname {\n url_hostname = "a.example"\n }') },
      ["a.example"],
    ],
    [
      "a redirect",
      {
        "a.tf":
          list("a") + item('redirect = { source_url = "a.example/", target_url = "https://b/" }'),
      },
      [{ source_url: "a.example/", target_url: "https://b/" }],
    ],
    [
      "beside those of the list",
      { "a.tf": list("a", 'items = [{ ip = "192.0.2.1" }]') + item('ip = "192.0.2.2"') },
      ["192.0.2.1", "192.0.2.2"],
    ],
    [
      "count",
      { "a.tf": list("a") + item('count = 2\n  ip = "192.0.2.${count.index}"') },
      ["192.0.2.0", "192.0.2.1"],
    ],
    [
      "for_each",
      {
        "a.tf": list("a") + item('for_each = toset(["192.0.2.1", "192.0.2.2"])\n  ip = each.value'),
      },
      ["192.0.2.1", "192.0.2.2"],
    ],
    [
      "a template of the ID",
      { "a.tf": list("a") + item('ip = "192.0.2.1"', '"${cloudflare_list.a.id}"') },
      ["192.0.2.1"],
    ],
    ["another file", { "a.tf": list("a"), "b.tf": item('ip = "192.0.2.1"') }, ["192.0.2.1"]],
    [
      "a file in JSON",
      {
        "a.tf": list("a"),
        "b.tf.json": JSON.stringify({
          resource: {
            cloudflare_list_item: { i: { list_id: "${cloudflare_list.a.id}", ip: "192.0.2.1" } },
          },
        }),
      },
      ["192.0.2.1"],
    ],
    [
      "a module that gets the ID",
      {
        "a.tf": `${list("a")}module "m" {\n  source = "./m"\n  list = cloudflare_list.a.id\n}\n`,
        "m/m.tf":
          `variable "list" {}\n${list("a").replace('"a" {', '"a" {')}${item('ip = "192.0.2.1"', "var.list")}`.replace(
            list("a"),
            "",
          ),
      },
      ["192.0.2.1"],
    ],
    [
      "a module that gives the ID, called in another file",
      {
        "a.tf": 'module "m" {\n  source = "./m"\n}\n',
        "b.tf": item('ip = "192.0.2.1"', "module.m.id"),
        "m/m.tf": `${list("a")}output "id" {\n  value = cloudflare_list.a.id\n}\n`,
      },
      ["192.0.2.1"],
    ],
    [
      "one of several lists",
      {
        "a.tf": `resource "cloudflare_list" "all" {
  for_each = toset(["a", "b"])
  name = each.key
  kind = "ip"
}
${item('for_each = { a = "192.0.2.1", b = "192.0.2.2" }\n  ip = each.value', "cloudflare_list.all[each.key].id")}`,
      },
      ["192.0.2.1"],
    ],
    ["a list without any item", { "a.tf": list("a", "items = []") }, []],
  ])("%s", (_, files, items) => {
    const found = read(files);
    expect(itemsOf(found).a).toEqual(items);
    expect(found.gaps).toEqual([]);
  });
});

describe("items that are not known are a gap of their list", () => {
  test.each<[what: string, files: Readonly<Record<string, string>>]>([
    ["no items", { "a.tf": list("a") }],
    [
      "a dynamic block over nothing",
      { "a.tf": list("a", 'dynamic "item" {\n for_each = []\n content {}\n}') },
    ],
    ["an unknown value", { "a.tf": `variable "x" {}\n${list("a")}${item("ip = var.x")}` }],
    [
      "an unknown part of it",
      { "a.tf": `variable "x" {}\n${list("a")}${item('ip = "192.0.2.${var.x}"')}` },
    ],
    [
      "an unknown number",
      { "a.tf": `variable "x" {}\n${list("a")}${item("for_each = var.x\n  ip = each.value")}` },
    ],
    [
      "an unknown count",
      { "a.tf": `variable "x" {}\n${list("a")}${item('count = var.x\n  ip = "192.0.2.1"')}` },
    ],
    [
      "an unknown item of the list",
      { "a.tf": `variable "x" {}\n${list("a", "items = [{ ip = var.x }]")}` },
    ],
    ["a data source", { "a.tf": 'data "cloudflare_list" "a" {\n  name = "a"\n}\n' }],
    [
      "a call that may be repeated",
      {
        "a.tf": `variable "x" {}\n${list("a")}module "m" {\n  source = "./m"\n  for_each = var.x\n  list = cloudflare_list.a.id\n}\n`,
        "m/m.tf": `variable "list" {}\n${item('ip = "192.0.2.1"', "var.list")}`,
      },
    ],
  ])("%s", (_, files) => {
    const found = read(files);
    expect(itemsOf(found)).toEqual({ a: undefined });
    expect(reaches(found)).toEqual([{ list: "a" }]);
    expect(found.gaps[0]?.content).toBeDefined();
  });

  test("with another content, the gap is another one", () => {
    const contents = ["192.0.2.1", "0.0.0.0/1"].map(
      (ip) =>
        read({ "a.tf": `variable "x" {}\n${list("a")}${item(`count = var.x\n  ip = "${ip}"`)}` })
          .gaps[0]?.content,
    );
    expect(new Set(contents).size).toBe(2);
  });
});

describe("an item of an unknown list may be in each", () => {
  const rules = `resource "cloudflare_ruleset" "r" {
  phase = "http_request_firewall_custom"
  kind = "zone"
  rules = [{ action = "block", expression = "ip.src in $other" }]
}
`;
  test.each([
    ["a variable", "var.list", 'variable "list" {}\n'],
    ["an ID", '"2c0fc9fa937b11eaa1b71c4d701ab86e"', ""],
    ["an index that is not known", "local.ids[var.list]", 'variable "list" {}\n'],
  ])("%s", (_, id, more) => {
    const found = read({
      "a.tf": more + list("a", 'items = [{ ip = "192.0.2.1" }]') + rules,
      "b.tf": item('ip = "192.0.2.2"', id),
    });
    const lists = reaches(found).map((it) =>
      typeof it === "object" && "list" in it ? it.list : it,
    );
    expect(new Set(lists)).toEqual(new Set([anyList, "a", "other"]));
  });
});

describe("plans", () => {
  const change = (
    address: string,
    after: object,
    unknown: object = {},
    before: object | null = null,
  ) => ({
    address,
    mode: "managed",
    type: /cloudflare_\w+/.exec(address)?.[0],
    change: { actions: ["create"], before, after, after_unknown: unknown },
  });
  const plan = (changes: readonly object[], root: object = {}) =>
    configurationIn(
      JSON.stringify({
        format_version: "1.2",
        configuration: { root_module: root },
        resource_changes: changes,
      }),
      "plan.json",
    );
  const references = (...of: string[]) => ({ expressions: { list_id: { references: of } } });
  const planned = change("cloudflare_list.a", { name: "a", kind: "ip", item: [] }, { id: true });
  const later = { list_id: true };

  test.each<[what: string, changes: readonly object[], root: object]>([
    [
      "by the ID of the list",
      [
        change("cloudflare_list.a", { name: "a", id: "1" }),
        change("cloudflare_list_item.i", { list_id: "1", ip: "192.0.2.1" }),
      ],
      {},
    ],
    [
      "by a reference",
      [planned, change("cloudflare_list_item.i[0]", { ip: "192.0.2.1" }, later)],
      {
        resources: [
          {
            address: "cloudflare_list_item.i",
            ...references("cloudflare_list.a.id", "cloudflare_list.a"),
          },
        ],
      },
    ],
    [
      "through a variable of a module",
      [planned, change('module.m["x"].cloudflare_list_item.i', { ip: "192.0.2.1" }, later)],
      {
        module_calls: {
          m: {
            expressions: { list: { references: ["cloudflare_list.a.id", "cloudflare_list.a"] } },
            module: {
              resources: [{ address: "cloudflare_list_item.i", ...references("var.list") }],
            },
          },
        },
      },
    ],
    [
      "through an output of a module",
      [
        change("module.m.cloudflare_list.a", { name: "a" }, { id: true }),
        change("cloudflare_list_item.i", { ip: "192.0.2.1" }, later),
      ],
      {
        resources: [
          { address: "cloudflare_list_item.i", ...references("module.m.id", "module.m") },
        ],
        module_calls: {
          m: {
            module: {
              outputs: {
                id: { expression: { references: ["cloudflare_list.a.id", "cloudflare_list.a"] } },
              },
            },
          },
        },
      },
    ],
  ])("%s", (_, changes, root) => {
    const found = plan(changes, root);
    expect(itemsOf(found)).toEqual({ a: ["192.0.2.1"] });
    expect(found.gaps).toEqual([]);
  });

  test("a reference with an index that is not known may be any of the lists", () => {
    const found = plan(
      [
        change('cloudflare_list.l["a"]', { name: "a" }, { id: true }),
        change('cloudflare_list.l["b"]', { name: "b" }, { id: true }),
        change("cloudflare_list_item.i", { ip: "192.0.2.1" }, later),
      ],
      {
        resources: [
          { address: "cloudflare_list_item.i", ...references("cloudflare_list.l", "each.key") },
        ],
      },
    );
    expect(itemsOf(found)).toEqual({ a: undefined, b: undefined });
    expect(reaches(found)).toEqual([{ list: "a" }, { list: "b" }]);
  });

  test("without a reference, any list may have the item; what is known later is another gap each time", () => {
    const found = plan([planned, change("cloudflare_list_item.i", { ip: "192.0.2.1" }, later)]);
    expect(reaches(found)).toContainEqual({ list: anyList });
    expect(found.gaps.find((it) => it.what === "cloudflare_list_item.i")?.content).toBeUndefined();
  });
});
