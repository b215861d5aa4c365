import {
  fileKeys,
  type TestKeys,
  type TestShape,
} from "../../../server/src/hosts/trace-tests/shape.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The JSON schema of files with tests of a whole configuration. */
export function traceSchema(): Schema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Weir trace tests",
    ...keysSchema(fileKeys),
  };
}

function keysSchema(keys: TestKeys): Schema {
  const rows = Object.entries(keys).map(([name, { doc, shape }]) => [
    name,
    { ...schemaOf(shape), description: doc },
  ]);
  return { type: "object", properties: Object.fromEntries(rows), additionalProperties: false };
}

const oneOrMore: Schema = {
  anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
};

const requiredIn = { tests: ["request", "expect"], always: ["when", "expect"] };

function schemaOf(shape: TestShape): Schema {
  switch (shape.kind) {
    case "text":
      return { type: ["string", "number", "boolean"] };
    case "request":
    case "rule":
      return { type: "string" };
    case "truth":
      return { type: "boolean" };
    case "expression":
      return { type: ["string", "boolean"] };
    case "number":
      return { type: "integer" };
    case "texts":
    case "rules":
    case "skippable":
      return oneOrMore;
    case "values":
    case "fields":
    case "settings":
      return { type: "object" };
    case "word":
      return { type: "string", enum: shape.words };
    case "words": {
      const word = { type: "string", enum: shape.words };
      return { anyOf: [word, { type: "array", items: word, minItems: 1 }] };
    }
    case "keys":
      return keysSchema(shape.keys);
    case "tests":
    case "always":
      return {
        type: "array",
        items: { ...keysSchema(shape.keys), required: requiredIn[shape.kind] },
      };
  }
}
