import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { root } from "../../../scripts/root.mjs";

const compiled = new Map<string, ValidateFunction>();

function validatorOf(command: string): ValidateFunction {
  const known = compiled.get(command);
  if (known) return known;
  const schema = JSON.parse(readFileSync(join(root, "schemas/output.schema.json"), "utf8"));
  const ajv = new Ajv({ strict: false, allowUnionTypes: true });
  const made = ajv.compile({ $defs: schema.$defs, $ref: `#/$defs/${command}` });
  compiled.set(command, made);
  return made;
}

/** Whether the arguments ask for JSON, by their last '--format'. */
function asksForJson(args: readonly string[]): boolean {
  return /(?:^| )--format[ =]json(?: |$)/.test(args.join(" "));
}

/** Every JSON document that a test prints has the shape of its schema. */
export function validateOutput(command: string, args: readonly string[], out: string): void {
  if (!asksForJson(args) || out === "") return;
  const validate = validatorOf(command);
  assert.ok(validate(JSON.parse(out)), `${JSON.stringify(validate.errors, undefined, 2)}\n${out}`);
}
