import { describe, expect, test } from "vitest";
import type { FormOperation, FormRow } from "../../../server/src/core/form.ts";
import type { AnyLanguage } from "../../../server/src/languages.ts";
import { lpfilter } from "../../../server/src/lpfilter/language.ts";
import { lpjob } from "../../../server/src/lpjob/language.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { analyze } from "../../support/check.ts";

const options = { tabSize: 2, insertSpaces: true };

function formOf(text: string, language: AnyLanguage = lpfilter) {
  const [form] = analyze(language, text).forms?.() ?? [];
  if (!form) throw new Error("No form.");
  return form;
}

/** The text after the operation, or why it is refused. */
function edited(text: string, operation: FormOperation, language: AnyLanguage = lpfilter): string {
  const edits = formOf(text, language).edit(operation, options);
  return "refusal" in edits ? `! ${edits.refusal}` : applyEdits(text, edits);
}

/** A short form of the rows. */
function outline(row: FormRow | undefined): string {
  if (!row) return "nothing";
  if (row.kind === "group") return `${row.logical}(${row.items.map(outline).join(", ")})`;
  if (row.kind === "other") return `other ${row.text}`;
  const values = row.isList ? `[${row.values.join("|")}]` : row.values.join("|");
  return `${row.field} ${row.operator} ${values}${row.locked ? " locked" : ""}`;
}

const host = {
  kind: "condition",
  field: "ClientRequestHost",
  operator: "eq",
  values: ["a.example"],
} as const;
const status = {
  kind: "condition",
  field: "EdgeResponseStatus",
  operator: "geq",
  values: ["500"],
} as const;
const start = { group: [], index: 0 } as const;

const two = `{
  "where": {
    "and": [
      // the shop
      { "key": "ClientRequestHost", "operator": "eq", "value": "a.example" }, // only this one
      /* errors */
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" } // all of them
      // end
    ]
  }
}
`;

const nested = `{
  "where": {
    "or": [
      { "key": "ClientCountry", "operator": "in", "value": ["de", "fr"] },
      {
        "and": [
          { "key": "BotScore", "operator": "lt", "value": 30 },
          { "key": "WorkerSubrequest", "operator": "eq", "value": false }
        ]
      }
    ]
  }
}
`;

describe("rows", () => {
  test.each([
    ["", "nothing"],
    ["// @dataset http_requests\n", "nothing"],
    ["{}", "nothing"],
    ['{ "where": {} }', "nothing"],
    [two, "and(ClientRequestHost eq a.example, EdgeResponseStatus geq 500)"],
    [nested, "or(ClientCountry in [de|fr], and(BotScore lt 30, WorkerSubrequest eq false))"],
    ['{ "where": { "key": "BotScore" } }', "BotScore  "],
    ['{ "where": { "and": [] } }', "and()"],
    ['{ "where": { "and": [{}, "x"] } }', "and(other '{}', other '\"x\"')"],
    [
      '{ "where": { "key": "BotScore", "operator": "eq", "value": 1, "not": true } }',
      "BotScore eq 1 locked",
    ],
    [
      '{ "where": { "key": "RayID", "operator": "in", "value": ["a", "b\\nc"] } }',
      "RayID in [a|b\nc] locked",
    ],
    [
      '{ "where": { "and": { "key": "BotScore", "operator": "eq", "value": 1 } } }',
      'other \'{ "and": { "key": "BotScore", "operat…\'',
    ],
  ])("%j", (text, expected) => {
    const model = formOf(text).model();
    expect(model.obstacle).toBeUndefined();
    expect(outline(model.root)).toBe(expected);
  });

  test("the summary and the usage of limits", () => {
    const { reads, budget, dataset } = formOf(nested).model();
    expect(reads).toBe(
      'Keeps lines where ClientCountry is one of "de", "fr" or (BotScore is less than 30 and WorkerSubrequest is false)',
    );
    expect(budget).toEqual({
      operators: [3, 30],
      bytes: [JSON.stringify(JSON.parse(nested)).length, 1000],
    });
    expect(dataset).toBe("http_requests");
  });
});

describe("a text that is not a filter yet", () => {
  test.each([
    ['{ "where": ', "Unclosed '{'. Add '}' at the end."],
    ['{ "key": "BotScore" }', "A filter starts with 'where'."],
    [
      '{ "where": { "where": { "key": "BotScore" } } }',
      "'where' is only allowed at the top level.",
    ],
    ['{ "where": { "key": "BotScore" }, "name": "x" }', "A filter has only one property, 'where'."],
    ['"{\\"where\\": {}}"', "The filter is an escaped string. Use plain JSON."],
    ["[]", "A filter is an object with 'where'."],
  ])("%j", (text, message) => {
    const form = formOf(text);
    const { obstacle, root } = form.model();
    expect(root).toBeUndefined();
    expect(obstacle?.message).toContain(message);
    expect(form.edit({ kind: "add", to: start, row: host }, options)).toHaveProperty("refusal");
  });
});

describe("adding", () => {
  const whole = `{
  "where": { "key": "ClientRequestHost", "operator": "eq", "value": "a.example" }
}
`;
  test.each([
    ["", whole],
    ["// @dataset http_requests\n", `// @dataset http_requests\n${whole}`],
    ["{}", whole.trimEnd()],
    [
      '{ "where": {} }',
      '{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "a.example" } }',
    ],
    [
      '{\n  "where": {\n    // later\n  }\n}\n',
      '{\n  "where": // later\n    { "key": "ClientRequestHost", "operator": "eq", "value": "a.example" }\n}\n',
    ],
    [
      '{"where":{"key":"BotScore","operator":"lt","value":30}}',
      '{"where":{ "and": [{ "key": "ClientRequestHost", "operator": "eq", "value": "a.example" }, {"key":"BotScore","operator":"lt","value":30}] }}',
    ],
    [
      '{"where":{"and":[{"key":"BotScore","operator":"lt","value":30}]}}',
      '{"where":{"and":[{ "key": "ClientRequestHost", "operator": "eq", "value": "a.example" }, {"key":"BotScore","operator":"lt","value":30}]}}',
    ],
  ])("the first row of %j", (text, expected) => {
    expect(edited(text, { kind: "add", to: start, row: host })).toBe(expected);
  });

  test("a row between others, whose comments stay with them", () => {
    expect(edited(two, { kind: "add", to: { group: [], index: 1 }, row: status })).toBe(`{
  "where": {
    "and": [
      // the shop
      { "key": "ClientRequestHost", "operator": "eq", "value": "a.example" }, // only this one
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
      /* errors */
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" } // all of them
      // end
    ]
  }
}
`);
  });

  test("a group at the end", () => {
    const row = { kind: "group", logical: "or", items: [host, status] } as const;
    expect(edited(nested, { kind: "add", to: { group: [1], index: 9 }, row })).toBe(`{
  "where": {
    "or": [
      { "key": "ClientCountry", "operator": "in", "value": ["de", "fr"] },
      {
        "and": [
          { "key": "BotScore", "operator": "lt", "value": 30 },
          { "key": "WorkerSubrequest", "operator": "eq", "value": false },
          {
            "or": [
              { "key": "ClientRequestHost", "operator": "eq", "value": "a.example" },
              { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
            ]
          }
        ]
      }
    ]
  }
}
`);
  });

  test.each([
    [
      { ...host, operator: "lt" },
      "! 'lt' does not support 'ClientRequestHost', which is of type 'string'.",
    ],
    [{ ...host, operator: "like" }, "! Unknown operator 'like'."],
    [{ ...status, values: ["many"] }, "! 'EdgeResponseStatus' needs an integer, found 'many'."],
    [{ ...host, values: [] }, "! A condition needs a value."],
    [{ ...host, values: ["a", "b"] }, "! 'eq' needs one value, found 'a', 'b'."],
    [{ kind: "group", logical: "or", items: [] }, "! A group needs a condition."],
  ] as const)("%j is refused", (row, expected) => {
    expect(edited("", { kind: "add", to: start, row })).toBe(expected);
  });
});

describe("changing a condition", () => {
  const one = (condition: string) => `{ "where": { ${condition} } }`;
  test.each([
    [
      '"key": "BotScore", "operator": "lt", "value": 30',
      { values: ["40"] },
      '"key": "BotScore", "operator": "lt", "value": 40',
    ],
    [
      '"key": "BotScore", "operator": "lt", "value": "30"',
      { values: ["40"] },
      '"key": "BotScore", "operator": "lt", "value": "40"',
    ],
    [
      '"value": 30, /* low */ "key": "BotScore", "operator": "lt"',
      { operator: "leq" },
      '"value": 30, /* low */ "key": "BotScore", "operator": "leq"',
    ],
    // A change of the field keeps the values that are still valid.
    [
      '"key": "BotScore", "operator": "lt", "value": 30',
      { field: "ClientASN" },
      '"key": "ClientASN", "operator": "lt", "value": 30',
    ],
    [
      '"key": "BotScore", "operator": "lt", "value": 30',
      { field: "ClientCountry" },
      '"key": "ClientCountry", "operator": "eq", "value": "30"',
    ],
    [
      '"key": "ClientCountry", "operator": "!contains", "value": "d"',
      { field: "BotScore" },
      '"key": "BotScore", "operator": "!eq", "value": 0',
    ],
    [
      '"key": "ClientCountry", "operator": "in", "value": ["1", "x"]',
      { field: "BotScore" },
      '"key": "BotScore", "operator": "in", "value": ["1"]',
    ],
    [
      '"key": "ClientCountry", "operator": "eq", "value": "de"',
      { field: "WorkerSubrequest" },
      '"key": "WorkerSubrequest", "operator": "eq", "value": true',
    ],
    // One value and several.
    [
      '"key": "ClientCountry", "operator": "eq", "value": "de"',
      { operator: "in" },
      '"key": "ClientCountry", "operator": "in", "value": ["de"]',
    ],
    [
      '"key": "ClientCountry", "operator": "in", "value": ["de", "fr"]',
      { operator: "eq" },
      '"key": "ClientCountry", "operator": "eq", "value": "de"',
    ],
    [
      '"key": "ClientCountry", "operator": "in", "value": ["de", "fr"]',
      { operator: "!in" },
      '"key": "ClientCountry", "operator": "!in", "value": ["de", "fr"]',
    ],
    [
      '"key": "ClientCountry", "operator": "in", "value": ["de", /* Gaul */ "fr"]',
      { values: ["it", "fr"] },
      '"key": "ClientCountry", "operator": "in", "value": ["it", /* Gaul */ "fr"]',
    ],
    [
      '"key": "ClientCountry", "operator": "in", "value": [/* Gaul */ "fr"]',
      { values: ["it"] },
      '"key": "ClientCountry", "operator": "in", "value": ["it" /* Gaul */]',
    ],
    [
      '"key": "ClientCountry", "operator": "in", "value": ["de"  ,  "fr",]',
      { values: ["de", "fr", "it"] },
      '"key": "ClientCountry", "operator": "in", "value": ["de"  ,  "fr", "it"]',
    ],
    // Missing properties are added.
    [
      '"key": "ClientCountry"',
      { operator: "eq", values: ["de"] },
      '"key": "ClientCountry", "operator": "eq", "value": "de"',
    ],
    [
      '"key": "NobodysField", "operator": "gt", "value": 5',
      { values: ["6"] },
      '"key": "NobodysField", "operator": "gt", "value": 6',
    ],
  ])("%s with %j", (text, change, expected) => {
    expect(edited(one(text), { kind: "change", path: [], ...change })).toBe(one(expected));
  });

  test("a part that the form cannot show is refused", () => {
    const text = one('"key": "BotScore", "operator": "eq", "value": 1, "not": true');
    expect(edited(text, { kind: "change", path: [], values: ["2"] })).toBe(
      "! This row can only be edited in the text.",
    );
    expect(edited(text, { kind: "change", path: [3], values: ["2"] })).toBe(
      "! This row no longer exists.",
    );
  });
});

describe("moving, wrapping and deleting", () => {
  test("a row moves with its comments", () => {
    expect(edited(two, { kind: "move", path: [1], to: start })).toBe(`{
  "where": {
    "and": [
      /* errors */
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" }, // all of them
      // the shop
      { "key": "ClientRequestHost", "operator": "eq", "value": "a.example" } // only this one
      // end
    ]
  }
}
`);
  });

  test("into a group, and out of it: an empty group is removed", () => {
    const moved = edited(nested, { kind: "move", path: [0], to: { group: [1], index: 0 } });
    expect(moved).toBe(`{
  "where": {
    "or": [
      {
        "and": [
          { "key": "ClientCountry", "operator": "in", "value": ["de", "fr"] },
          { "key": "BotScore", "operator": "lt", "value": 30 },
          { "key": "WorkerSubrequest", "operator": "eq", "value": false }
        ]
      }
    ]
  }
}
`);
    const out = edited(nested, { kind: "move", path: [1, 0], to: start });
    const both = edited(out, { kind: "move", path: [2, 0], to: start });
    expect(outline(formOf(both).model().root)).toBe(
      "or(WorkerSubrequest eq false, BotScore lt 30, ClientCountry in [de|fr])",
    );
    expect(edited(nested, { kind: "move", path: [1], to: { group: [1], index: 0 } })).toBe(
      "! A group cannot be moved into itself.",
    );
  });

  test("wrapping and unwrapping", () => {
    const wrapped = edited(two, { kind: "wrap", path: [0], more: 1, logical: "or" });
    expect(wrapped).toBe(`{
  "where": {
    "and": [
      {
        "or": [
          // the shop
          { "key": "ClientRequestHost", "operator": "eq", "value": "a.example" }, // only this one
          /* errors */
          { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" } // all of them
        ]
      }
      // end
    ]
  }
}
`);
    expect(edited(wrapped, { kind: "unwrap", path: [0] })).toBe(two);
    expect(edited(two, { kind: "unwrap", path: [] })).toMatch(
      /^! A filter has one outermost group/,
    );
    expect(edited(two, { kind: "join", path: [], logical: "or" })).toBe(
      two.replace('"and"', '"or"'),
    );
  });

  test("deleting keeps the comments around the row", () => {
    expect(edited(two, { kind: "delete", path: [0] })).toBe(`{
  "where": {
    "and": [
      // the shop
      // only this one
      /* errors */
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" } // all of them
      // end
    ]
  }
}
`);
    expect(edited(nested, { kind: "delete", path: [] })).toBe('{\n  "where": {}\n}\n');
  });
});

test("examples are added as comments", () => {
  expect(edited(two, { kind: "example", isKept: true })).toBe(
    `// @keep { "ClientRequestHost": "a.example", "EdgeResponseStatus": 500 }\n${two}`,
  );
  expect(edited(two, { kind: "example", isKept: false })).toMatch(/^\/\/ @drop \{ .* \}\n\{\n/);
  expect(edited("", { kind: "example", isKept: true })).toBe("! No line was found for this test.");
});

describe("the dataset", () => {
  const to = { kind: "dataset", name: "http_requests" } as const;

  test.each([
    ["// @dataset dns_logs\n{}", "dns_logs", "// @dataset http_requests\n{}"],
    ["/* @dataset dns_logs */ {}", "dns_logs", "/* @dataset http_requests */ {}"],
    [
      "// a\n  //@dataset  dns_logs // b\n{}",
      "dns_logs",
      "// a\n  //@dataset  http_requests // b\n{}",
    ],
    ['// @dataset dns_logs\n{ "where": ', "dns_logs", '// @dataset http_requests\n{ "where": '],
    ["{}\r\n", "http_requests", "// @dataset http_requests\r\n{}\r\n"],
    ["", "http_requests", "// @dataset http_requests\n"],
  ])("of %j", (text, dataset, changed) => {
    expect(formOf(text).model().dataset).toBe(dataset);
    expect(edited(text, to)).toBe(changed);
  });

  test("of a job is its property", () => {
    expect(edited('{ "dataset": "dns_logs" }', to, lpjob)).toBe('{ "dataset": "http_requests" }');
    const inline = (dataset: string) => `{ "dataset": "${dataset}", "filter": { "where": {} } }`;
    expect(edited(inline("dns_logs"), to, lpjob)).toBe(inline("http_requests"));
    expect(edited('{ "name": "a" }', to, lpjob)).toBe(
      '{ "dataset": "http_requests", "name": "a" }',
    );
  });
});

describe("in a job", () => {
  const job = (filter: string) => `{
  "name": "a", // the name
  "dataset": "http_requests",
  "filter": ${filter}
}
`;
  test("as an object", () => {
    const text = job('{ "where": { "key": "BotScore", "operator": "lt", "value": 30 } }');
    expect(edited(text, { kind: "change", path: [], values: ["40"] }, lpjob)).toBe(
      text.replace("30", "40"),
    );
  });

  test("as an escaped string", () => {
    const text = job(
      '"{\\"where\\":{\\"key\\":\\"BotScore\\",\\"operator\\":\\"lt\\",\\"value\\":30}}"',
    );
    const form = formOf(text, lpjob);
    const { root } = form.model();
    expect(outline(root)).toBe("BotScore lt 30");
    expect(edited(text, { kind: "example", isKept: true }, lpjob)).toBe(
      "! Cannot be written here. Edit the filter in the text.",
    );
    expect(text.slice(root?.start, root?.end)).toMatch(/^\{\\"key.*30\}$/);
    expect(edited(text, { kind: "add", to: { group: [], index: 1 }, row: host }, lpjob)).toBe(
      job(
        '"{\\"where\\":{ \\"and\\": [{\\"key\\":\\"BotScore\\",\\"operator\\":\\"lt\\",\\"value\\":30}, { \\"key\\": \\"ClientRequestHost\\", \\"operator\\": \\"eq\\", \\"value\\": \\"a.example\\" }] }}"',
      ),
    );
  });

  test("in a separate file", () => {
    const { obstacle } = formOf(job('"./a.lpfilter"'), lpjob).model();
    expect(obstacle).toMatchObject({
      message: "The filter is in './a.lpfilter'.",
      file: "a.lpfilter",
    });
  });

  test("not yet", () => {
    const text = '{\n  "name": "a",\n  "dataset": "http_requests"\n}\n';
    expect(formOf(text, lpjob).model().dataset).toBe("http_requests");
    expect(edited(text, { kind: "add", to: start, row: host }, lpjob)).toBe(`{
  "name": "a",
  "dataset": "http_requests",
  "filter": {
    "where": { "key": "ClientRequestHost", "operator": "eq", "value": "a.example" }
  }
}
`);
  });
});
