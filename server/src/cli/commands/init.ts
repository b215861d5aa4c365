import { lstatSync } from "node:fs";
import { join } from "node:path";
import { defaults } from "../../emulator/state/defaults.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import { propertyOf } from "../../json/syntax/tree.ts";
import { writeReasonOf } from "../../workspace/files/file-errors.ts";
import { readOwnFile, writeOwnFile } from "../../workspace/files/own-files.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { configName } from "../../workspace/workspace.ts";
import { readArguments } from "../arguments.ts";
import { type Command, exit, type Io, UsageError } from "../io.ts";

export const firstSettings = `{
  // Datasets of filters, by glob. "// @dataset NAME" in a filter takes precedence.
  "datasets": { "filters/**/*.lpfilter": "http_requests" },

  // Severity of diagnostics: error, warning, info, hint or off. 'weir explain' lists them.
  "severity": {},

  // Where to push. This profile uses the local emulator: run 'weir emulator'.
  "defaultProfile": "local",
  "profiles": {
    "local": {
      "baseUrl": "http://127.0.0.1:${defaults.port}/client/v4",
      "zone": "${defaults.zone}",
      "account": "${defaults.account}"
    }
    // "production": { "zone": "…", "account": "…", "rulesTarget": "rulesets" }
  }
}
`;

/** Three that most teams want. */
export const firstPolicies = `  // Conventions for every rule and job, as JSON Schema. 'weir check' reports what breaks one.
  "policies": [
    {
      // If a customer is blocked, support has to know why the rule exists.
      "name": "description",
      "for": "rule",
      "schema": {
        "if": { "properties": { "action": { "enum": ["block", "skip"] } } },
        "then": {
          "required": ["description"],
          "properties": { "description": { "minLength": 10 } }
        }
      },
      "message": "Say in the description why the rule exists."
    },
    {
      // A rule that skips rate limits, or managed rules, is soon forgotten.
      "name": "limits-for-all",
      "for": "rule",
      "schema": {
        "properties": {
          "action_parameters": {
            "properties": {
              "phases": {
                "items": { "not": { "enum": ["http_ratelimit", "http_request_firewall_managed"] } }
              }
            }
          }
        }
      },
      "message": "Rate limits and managed rules apply to everybody. Skip single rules instead.",
      "severity": "warning"
    },
    {
      // Cookies and query strings in logs often contain sessions and tokens.
      "name": "no-sessions",
      "for": "job",
      "schema": {
        "properties": {
          "output_options": {
            "properties": {
              "field_names": { "items": { "not": { "enum": ["Cookies", "ClientRequestURI"] } } }
            }
          }
        }
      },
      "message": "Send 'ClientRequestPath' instead of the whole URI, and no cookies."
    }
  ]`;

const files: readonly (readonly [name: string, text: string])[] = [
  ["weir.json", firstSettings],
  [
    ".gitignore",
    `# Weir: records of pushes, and what a command leaves if it is killed while it writes
.weir/
.weir-*
`,
  ],
  [
    "filters/server-errors.lpfilter",
    `// @dataset http_requests
{
  "where": {
    "and": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
    ]
  }
}
`,
  ],
  [
    "jobs/server-errors.lpjob",
    `{
  "name": "server-errors",
  "dataset": "http_requests",
  // Where to send log lines. For secrets, use environment variables: "?access-key-id=\${env:LOGS_KEY}".
  "destination_conf": "s3://example-logs/server-errors/{DATE}?region=eu-central-1",
  "output_options": {
    "field_names": ["EdgeStartTimestamp", "ClientRequestHost", "EdgeResponseStatus", "RayID"],
    "timestamp_format": "rfc3339"
  },
  // Set to true to start sending.
  "enabled": false,
  "filter": "../filters/server-errors.lpfilter"
}
`,
  ],
];

export const init: Command = {
  name: "init",
  summary: "Create weir.json, a sample filter and a job",
  usage: `weir init
  Creates four files in this folder. Existing files are not overwritten:

  --policies                       Only add three policies to weir.json

  weir.json                        Settings, with a profile for the emulator
  .gitignore                       Keeps records of pushes out of Git
  filters/server-errors.lpfilter   A sample filter
  jobs/server-errors.lpjob         A job with that filter, disabled

  Nothing is changed if the folder has a weir.json. Next, run 'weir check' to
  check the files, 'weir emulator' to start the emulator, and
  'weir push --all --dry-run' to see what a push would do.`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      policies: { type: "boolean", default: false },
    });
    if (positionals.length > 0)
      throw new UsageError("'weir init' does not take paths: it writes to this folder.");
    if (values.policies) return addPolicies(io);
    if (exists(join(io.cwd, "weir.json"))) {
      io.err("'weir.json' already exists here; nothing was changed.\n");
      return exit.couldNotRun;
    }
    for (const [name, text] of files) {
      const path = join(io.cwd, name);
      if (exists(path)) {
        io.out(`kept  ${name} (already exists)\n`);
        continue;
      }
      try {
        writeOwnFile(withForwardSlashes(path), text, withForwardSlashes(io.cwd));
      } catch (error) {
        io.err(`${writeReasonOf(error, name)}\n`);
        return exit.couldNotRun;
      }
      io.out(`wrote ${name}\n`);
    }
    io.out("Next: weir check, then weir emulator in a second terminal, and weir push --all\n");
    return exit.fine;
  },
};

/** Adds policies to the settings, or writes settings with them. */
function addPolicies(io: Io): number {
  const path = withForwardSlashes(join(io.cwd, configName));
  try {
    const base = withForwardSlashes(io.cwd);
    const old = exists(path) ? readOwnFile(path, base).toString() : "{}\n";
    const { root, errors } = parseJson(old);
    if (root?.kind !== "object" || errors.length > 0 || propertyOf(root, "policies")) {
      const why = errors.length > 0 ? "is not valid" : "has policies already";
      io.err(`'${configName}' ${why}; nothing was changed.\n`);
      return exit.couldNotRun;
    }
    const isAlone = root.properties.length === 0;
    const after = old.slice(root.start + 1);
    const text = `${old.slice(0, root.start + 1)}\n${firstPolicies}${isAlone ? "\n" : ","}${after}`;
    writeOwnFile(path, text, base);
  } catch (error) {
    io.err(`${writeReasonOf(error, configName)}\n`);
    return exit.couldNotRun;
  }
  io.out(`wrote ${configName}\nNext: weir check\n`);
  return exit.fine;
}

/** A dangling link also exists. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
