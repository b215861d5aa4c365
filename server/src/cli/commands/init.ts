import { lstatSync } from "node:fs";
import { join } from "node:path";
import { defaults } from "../../emulator/state/defaults.ts";
import { writeReasonOf } from "../../workspace/files/file-errors.ts";
import { writeOwnFile } from "../../workspace/files/own-files.ts";
import { slashed } from "../../workspace/files/paths.ts";
import { readArguments } from "../arguments.ts";
import { type Command, exit, UsageError } from "../io.ts";

export const firstSettings = `{
  // The dataset of the filters in a folder. A filter's own "// @dataset NAME" line counts more.
  "datasets": { "filters/**/*.lpfilter": "http_requests" },

  // Severity of diagnostics: error, warning, info, hint or off. 'weir explain' lists them.
  "severity": {},

  // Where a push goes. This one leads to the emulator on your machine: 'weir emulator' starts it.
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

const files: readonly (readonly [name: string, text: string])[] = [
  ["weir.json", firstSettings],
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
  // Where the log lines go. Keys are filled in from the environment: "?access-key-id=\${env:LOGS_KEY}".
  "destination_conf": "s3://example-logs/server-errors/{DATE}?region=eu-central-1",
  "output_options": {
    "field_names": ["EdgeStartTimestamp", "ClientRequestHost", "EdgeResponseStatus", "RayID"],
    "timestamp_format": "rfc3339"
  },
  // Nothing is sent while it is off.
  "enabled": false,
  "filter": "../filters/server-errors.lpfilter"
}
`,
  ],
];

export const init: Command = {
  name: "init",
  summary: "Write a first weir.json, a sample filter and a job for it",
  usage: `weir init
  Writes three files into this folder, and never over one that is there:

  weir.json                        Settings, with a profile that pushes to the emulator on this machine
  filters/server-errors.lpfilter   A sample filter
  jobs/server-errors.lpjob         A job that sends what the filter keeps; switched off

  A folder that has a weir.json is left as it is. Afterwards, 'weir check' checks the files, 'weir emulator' starts the emulator,
  and 'weir push --all --dry-run' shows what a push would do.`,
  async run(args, io) {
    if (readArguments(args, {}).positionals.length > 0)
      throw new UsageError("'weir init' takes no paths: it writes into this folder.");
    if (isThere(join(io.cwd, "weir.json"))) {
      io.err("'weir.json' already exists here; nothing was changed.\n");
      return exit.couldNotRun;
    }
    for (const [name, text] of files) {
      const path = join(io.cwd, name);
      if (isThere(path)) {
        io.out(`kept  ${name} (it was there already)\n`);
        continue;
      }
      try {
        writeOwnFile(slashed(path), text, slashed(io.cwd));
      } catch (error) {
        io.err(`${writeReasonOf(error, name)}\n`);
        return exit.couldNotRun;
      }
      io.out(`wrote ${name}\n`);
    }
    io.out("Next: weir check, then weir emulator in a terminal of its own, and weir push --all\n");
    return exit.fine;
  },
};

/** A link is there even if it leads nowhere. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
