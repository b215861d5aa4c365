import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defaults } from "../../emulator/defaults.ts";
import { reasonOf } from "../../workspace/files.ts";
import { readArguments } from "../arguments.ts";
import { type Command, exit, UsageError } from "../io.ts";

export const firstSettings = `{
  // The dataset of the filters in a folder. A filter's own "// @dataset NAME" line counts more.
  "datasets": { "filters/**/*.lpfilter": "http_requests" },

  // How loud each diagnostic is: error, warning, info, hint or off. 'weir explain' lists them.
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
];

export const init: Command = {
  name: "init",
  summary: "Write a first weir.json and a sample filter",
  usage: "weir init",
  async run(args, io) {
    if (readArguments(args, {}).positionals.length > 0)
      throw new UsageError("'weir init' takes no paths: it writes into this folder.");
    if (existsSync(join(io.cwd, "weir.json"))) {
      io.err("This folder has a 'weir.json' already; nothing was changed.\n");
      return exit.couldNotRun;
    }
    for (const [name, text] of files) {
      const path = join(io.cwd, name);
      if (existsSync(path)) {
        io.out(`kept  ${name} (it was there already)\n`);
        continue;
      }
      try {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      } catch (error) {
        io.err(`${name} could not be written. ${reasonOf(error)}\n`);
        return exit.couldNotRun;
      }
      io.out(`wrote ${name}\n`);
    }
    io.out("Next: weir check\n");
    return exit.fine;
  },
};
