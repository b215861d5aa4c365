import { severities } from "../../core/diagnostic.ts";
import { type PolicyKind, policyKinds } from "../../core/policies.ts";
import { type JsonObject, propertyOf } from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import type { Reader, Setting, SettingShape } from "./shape.ts";

const kinds: Readonly<Record<PolicyKind, string>> = {
  rule: "Each rule of a ruleset, with `phase`, `kind` and `zone` beside its properties.",
  job: "Each log push job, with its filter as an object.",
  filter: "Each log push filter.",
  ruleset: "Each ruleset in Terraform, plans, JSON or YAML, with its rules.",
};

const severity: SettingShape = { kind: "word", words: severities.map((name) => ({ name })) };

export const policiesSetting: Setting = {
  doc: "Conventions for every rule, job, filter or ruleset, as JSON Schema. `weir check` reports each part that breaks one.",
  shape: {
    kind: "list",
    what: "an array of policies",
    of: {
      kind: "settings",
      required: ["name", "for", "schema"],
      settings: {
        name: {
          doc: "Name of the policy, in messages and as `policy/NAME` in SARIF.",
          shape: {
            kind: "form",
            what: "a name of letters, digits, '-', '_' and '.'",
            pattern: /^[A-Za-z\d][\w.-]{0,99}$/,
          },
        },
        for: {
          doc: "The values that it is about.",
          shape: {
            kind: "word",
            words: policyKinds.map((name) => ({ name, doc: kinds[name] })),
          },
        },
        schema: {
          doc: "JSON Schema (2020-12) that the value must satisfy. The value has the properties that are sent to the API.",
          shape: { kind: "schema" },
        },
        message: { doc: "The remedy, as one sentence.", shape: { kind: "text" } },
        docs: {
          doc: "Page about the policy.",
          shape: {
            kind: "form",
            what: 'a URL, such as "https://wiki.example.com/waf"',
            pattern: /^https?:\/\/\S+$/,
          },
        },
        severity: {
          doc: "Severity of a part that breaks it. `policy` in `severity` takes precedence.",
          shape: severity,
          usual: "error",
        },
        files: {
          doc: "Glob of the files or folders that it is about, relative to this folder, or an array of globs. Without it, all files.",
          shape: {
            kind: "list",
            single: true,
            what: "a glob or an array of globs",
            of: { kind: "glob" },
          },
        },
      },
    },
  },
};

/** Two policies with one name cannot be told apart. */
export function noteRepeatedPolicies(root: JsonObject, reader: Reader): void {
  const list = propertyOf(root, "policies")?.value;
  const names = new Set<string>();
  for (const it of list?.kind === "array" ? list.items : []) {
    const name = it.kind === "object" ? propertyOf(it, "name")?.value : undefined;
    if (name?.kind !== "string") continue;
    if (names.has(name.value))
      reader.note(name, `Another policy has the name ${shorten(name.value)}.`);
    names.add(name.value);
  }
}
