// Terraform's functions and operators: an expression, and its value as JSON. `unknown` is what is not evaluated.
import { describe, expect, test } from "vitest";
import { readExpression } from "../../../server/src/hosts/hcl/read.ts";
import { evaluate } from "../../../server/src/hosts/terraform/evaluate.ts";
import { TerraformFolders } from "../../../server/src/hosts/terraform/folders.ts";
import { Module } from "../../../server/src/hosts/terraform/module.ts";
import { Budget } from "../../../server/src/hosts/terraform/values/budget.ts";
import { isWhole, jsonOf } from "../../../server/src/hosts/terraform/values/whole.ts";
import { memoryFiles } from "./memory-files.ts";

const files = {
  "main.tf": `
locals {
  one   = 1
  names = ["b", "a"]
  map   = { b = 2, a = 1 }
  loop  = local.pool
  pool  = local.loop
  bad   = var.nothing
}
variable "secret" {
  sensitive = true
  default   = "s"
}
`,
  "data.json": '{ "a": [1, true, null], "b": "x\\ny" }',
  "data.yaml": "a: 1\nb: [x, 'y']\nc: ~\nd: true\n",
  "data.csv": 'name,note\na,"1,2"\nb,"say ""hi"""\n',
  "hi.tftpl": "Hi ${name}%{ if loud }!%{ endif }",
};

function valueIn(text: string): string {
  const folders = TerraformFolders.of(memoryFiles(files));
  const module = new Module({
    folders,
    budget: new Budget(),
    folder: "/w",
    root: "/w",
    address: "",
    reads: new Set(),
  });
  const source = { path: "/w/x.tf", text, isIgnored: false };
  const expression = readExpression(text);
  if (!expression) return "not parsed";
  const value = evaluate(expression, module.scope(source));
  return isWhole(value) ? JSON.stringify(jsonOf(value)) : "unknown";
}

const cases: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  operators: [
    ["1 + 2 * 3", "7"],
    ["(1 + 2) * 3", "9"],
    ["7 % 4 - -1", "4"],
    ["10 / 4", "unknown"],
    ["8 / 4", "2"],
    ["1 / 0", "unknown"],
    ["1 < 2 && 2 <= 2", "true"],
    ["!true || false", "false"],
    ['"a" == "a"', "true"],
    ['1 == "1"', "false"],
    ["[1] != [1]", "false"],
    ["true ? 1 : 2", "1"],
    ["false ? 1 : true ? 2 : 3", "2"],
    ["false && var.nothing", "false"],
    ["true && var.nothing", "unknown"],
  ],
  references: [
    ["local.one", "1"],
    ["local.names[1]", '"a"'],
    ["local.names.0", '"b"'],
    ['local.map["b"]', "2"],
    ["local.map.a", "1"],
    ["local.loop", "unknown"],
    ["local.missing", "unknown"],
    ["local.bad", "unknown"],
    ["var.secret", "unknown"],
    ["path.module", '"."'],
    ["path.cwd", "unknown"],
    ["data.x.y.z", "unknown"],
    ["terraform.workspace", "unknown"],
    ["[{ a = 1 }, { a = 2 }][*].a", "[1,2]"],
    ["null[*]", "[]"],
    ['"x"[*]', '["x"]'],
  ],
  for: [
    ["[for x in local.names : upper(x)]", '["B","A"]'],
    ["[for i, x in local.names : i]", "[0,1]"],
    ["[for k, v in local.map : k]", '["a","b"]'],
    ["{for k, v in local.map : v => k}", '{"1":"a","2":"b"}'],
    ["[for x in [1, 2, 3] : x if x != 2]", "[1,3]"],
    ['{for x in ["a", "b"] : "k" => x...}', '{"k":["a","b"]}'],
    ['{for x in ["a", "b"] : "k" => x}', "unknown"],
    ["[for x in var.nothing : x]", "unknown"],
    ["[for x in range(1000000000) : x]", "unknown"],
  ],
  templates: [
    ['"a${1 + 1}b"', '"a2b"'],
    ['"${[1]}"', "[1]"],
    ['"$${x} %%{y}"', '"${x} %{y}"'],
    ['"\\"\\t\\u0041"', '"\\"\\tA"'],
    ['"%{ if true }a%{ else }b%{ endif }"', '"a"'],
    ['"%{ for x in [1, 2] }${x},%{ endfor }"', '"1,2,"'],
    ['"a  ${~ "b" ~}  c"', '"abc"'],
    ['"${var.nothing}"', "unknown"],
    ['"%{ if var.nothing }a%{ endif }"', "unknown"],
  ],
  texts: [
    ['chomp("a\\n\\n")', '"a"'],
    ['endswith("abc", "bc")', "true"],
    ['format("%s-%d-%t-%q-%%", "a", 5, true, "b")', '"a-5-true-\\"b\\"-%"'],
    ['format("%[2]s%[1]s", "a", "b")', '"ba"'],
    ['format("%05d", 1)', "unknown"],
    ['formatlist("%s%s", ["a", "b"], "c")', '["ac","bc"]'],
    ['indent(2, "a\\nb")', '"a\\n  b"'],
    ['join(", ", ["a", 1, true])', '"a, 1, true"'],
    ['join("", [])', '""'],
    ['lower("AbÉ")', '"abé"'],
    ['upper("abß")', '"ABSS"'],
    ['replace("a.b.c", ".", "-")', '"a-b-c"'],
    ['replace("a  b", "/\\\\s+/", " ")', '"a b"'],
    ['replace("ab", "/(a)(b)/", "$2")', "unknown"],
    ['split(",", "a,b,")', '["a","b",""]'],
    ['startswith("abc", "b")', "false"],
    ['strcontains("abc", "b")', "true"],
    ['strrev("abc")', '"cba"'],
    ['substr("hello", 1, 3)', '"ell"'],
    ['substr("hello", -3, -1)', '"llo"'],
    ['title("hello world")', '"Hello World"'],
    ['trim("?!a!?", "!?")', '"a"'],
    ['trimprefix("helloworld", "hello")', '"world"'],
    ['trimsuffix("helloworld", "world")', '"hello"'],
    ['trimspace("  a\\n")', '"a"'],
  ],
  collections: [
    ["alltrue([true, true])", "true"],
    ["anytrue([false, false])", "false"],
    ["chunklist([1, 2, 3], 2)", "[[1,2],[3]]"],
    ['coalesce("", "b")', '"b"'],
    ["coalesce(null, 1)", "1"],
    ["coalescelist([], [1])", "[1]"],
    ['compact(["a", "", null, "b"])', '["a","b"]'],
    ["concat([1], [2, 3])", "[1,2,3]"],
    ["concat([1], var.nothing)", "unknown"],
    ["contains([1, 2], 2)", "true"],
    ['contains(["a"], "b")', "false"],
    ["distinct([1, 2, 1])", "[1,2]"],
    ['element(["a", "b"], 3)', '"b"'],
    ["element([], 0)", "unknown"],
    ["flatten([[1], [[2], 3]])", "[1,2,3]"],
    ['index(["a", "b"], "b")', "1"],
    ["keys({ b = 1, a = 2 })", '["a","b"]'],
    ["length([1, 2])", "2"],
    ['length("abc")', "3"],
    ["length({})", "0"],
    ['lookup({ a = 1 }, "a", 2)', "1"],
    ['lookup({ a = 1 }, "b", 2)', "2"],
    ["merge({ a = 1 }, { a = 2, b = 3 })", '{"a":2,"b":3}'],
    ["merge([{ a = 1 }, { b = 2 }]...)", '{"a":1,"b":2}'],
    ["one([])", "null"],
    ["one([1])", "1"],
    ["range(3)", "[0,1,2]"],
    ["range(1, 8, 2)", "[1,3,5,7]"],
    ["range(3, 0)", "[3,2,1]"],
    ["reverse([1, 2])", "[2,1]"],
    ['setintersection(["a", "b"], ["b"])', '["b"]'],
    ['setproduct(["a"], ["x", "y"])', '[["a","x"],["a","y"]]'],
    ['setsubtract(["a", "b"], ["b"])', '["a"]'],
    ['setunion(["b"], ["a"])', '["a","b"]'],
    ["slice([1, 2, 3], 1, 3)", "[2,3]"],
    ["slice([1], 0, 2)", "unknown"],
    ['sort(["b", "B", "a"])', '["B","a","b"]'],
    ["sum([1, 2])", "3"],
    ["values({ b = 1, a = 2 })", "[2,1]"],
    ['zipmap(["a", "b"], [1, 2])', '{"a":1,"b":2}'],
  ],
  numbers: [
    ["max(1, 3, 2)", "3"],
    ["min([1, 3]...)", "1"],
    ["abs(-2)", "2"],
    ["ceil(1.2)", "2"],
    ["floor(1.8)", "1"],
  ],
  types: [
    ["tostring(1)", '"1"'],
    ["tostring(true)", '"true"'],
    ['tonumber("12")', "12"],
    ['tonumber("a")', "unknown"],
    ['tobool("true")', "true"],
    ['tolist(["a", 1])', '["a","1"]'],
    ['toset(["b", "a", "b"])', '["a","b"]'],
    ["tomap({ a = 1 })", '{"a":1}'],
    ["try(local.map.none, 5)", "5"],
    ["try(var.nothing, 5)", "unknown"],
    ['try(tonumber("x"), local.names[9], "z")', '"z"'],
    ["can(local.map.none)", "false"],
    ["can(local.map.a)", "true"],
    ['sensitive("a")', "unknown"],
    ['nonsensitive("a")', '"a"'],
  ],
  data: [
    ['file("data.csv")', JSON.stringify(files["data.csv"])],
    ['file("../etc/passwd")', "unknown"],
    ['file("/etc/passwd")', "unknown"],
    ['file("missing.txt")', "unknown"],
    ['fileexists("data.csv")', "true"],
    ['jsondecode(file("${path.module}/data.json"))', '{"a":[1,true,null],"b":"x\\ny"}'],
    ['jsondecode("{")', "unknown"],
    [
      'jsonencode({ b = [1, null], a = "<\\"x\\">" })',
      '"{\\"a\\":\\"\\\\u003c\\\\\\"x\\\\\\"\\\\u003e\\",\\"b\\":[1,null]}"',
    ],
    ['yamldecode(file("data.yaml"))', '{"a":1,"b":["x","y"],"c":null,"d":true}'],
    [
      'csvdecode(file("data.csv"))',
      '[{"name":"a","note":"1,2"},{"name":"b","note":"say \\"hi\\""}]',
    ],
    ['templatefile("hi.tftpl", { name = "you", loud = true })', '"Hi you!"'],
    ['templatefile("hi.tftpl", { name = "you" })', "unknown"],
  ],
  "what is not pure": [
    ["timestamp()", "unknown"],
    ["uuid()", "unknown"],
    ["provider::x::y(1)", "unknown"],
  ],
};

describe.each(Object.entries(cases))("%s", (_, rows) => {
  test.each(rows)("%s", (expression, value) => {
    expect(valueIn(expression)).toBe(value);
  });
});
