// The server in Emacs, with the file that users copy.
import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { aptInstall } from "../../scripts/install/apt.mjs";
import { Folder } from "../support/programs/cli.ts";
import { bundlePath } from "../support/programs/dist.ts";

const root = resolve(import.meta.dirname, "../..");
const configuration = join(root, "editors/emacs/weir.el");

function emacs(args: readonly string[], cwd = root, env: NodeJS.ProcessEnv = {}) {
  return spawnSync("emacs", ["-q", "--batch", "-f", "package-initialize", ...args], {
    cwd,
    encoding: "utf8",
    timeout: 100_000,
    env: { ...process.env, HOME: cwd, ...env },
  });
}

type Ran = ReturnType<typeof emacs>;

const withoutEglot = 4;
const needsEglot = `(unless (locate-library "eglot") (kill-emacs ${withoutEglot}))`;

/** Installs missing packages and retries. Emacs 29 includes eglot; for older versions it is a package. */
function withEglot(visit: () => Ran): Ran | undefined {
  const without = ({ error, status }: Ran) => error !== undefined || status === withoutEglot;
  let ran = visit();
  for (const it of ["emacs-nox", "elpa-eglot"]) if (without(ran) && aptInstall(it)) ran = visit();
  return without(ran) ? undefined : ran;
}

/** The file has no warnings. Nothing is written beside it. */
const compiled = `(let ((byte-compile-error-on-warn t) (byte-compile-dest-file-function (lambda (_) "weir.elc")))
  (unless (byte-compile-file "${configuration}") (kill-emacs 3)))`;

test("Emacs recognizes our files, shows their diagnostics, and completes", (context) => {
  const job = { name: "a", dataset: "http_requests", destination_conf: "s3://logs/a" };
  using folder = new Folder({
    "a.lpfilter": '{ "where": { "key": "ClientIPP", "operator": "eq", "value": "192.0.2.1" } }\n',
    "a.lpjob": JSON.stringify({ ...job, filtre: "" }),
    "a.cfrule": 'http.hots eq "a" and http.ho\nssl ip.sr\n',
    "main.tf": 'resource "cloudflare_filter" "a" {\n  expression = "ip.scr eq 192.0.2.1"\n}\n',
    "bin/weir": `#!/bin/sh\nexec "${process.execPath}" "${bundlePath("cli.cjs")}" "$@"\n`,
  });
  chmodSync(join(folder.path, "bin/weir"), 0o755);
  const args = [
    ...["--eval", needsEglot, "--eval", compiled, "--eval", "(setq weir-client 'eglot)"],
    ...["--load", configuration, "--load", join(import.meta.dirname, "visit.el")],
  ];
  const env = {
    PATH: `${join(folder.path, "bin")}${delimiter}${process.env.PATH}`,
    WEIR_REPORT: join(folder.path, "report.json"),
  };
  const ran = withEglot(() => emacs(args, folder.path, env));
  if (!ran)
    return context.skip("There is no 'emacs' with eglot on the PATH. Install it to run this test.");
  expect(ran.status, ran.stderr).toBe(0);
  const { own, fields, joined, host } = JSON.parse(folder.read("report.json"));
  const containing = (text: string) => expect.arrayContaining([expect.stringContaining(text)]);
  expect(own).toEqual([
    ["lpfilter-mode", containing("Did you mean 'ClientIP'?")],
    ["lpjob-mode", containing("'filtre'")],
    ["cfrule-mode", containing("Unknown field 'http.hots'.")],
  ]);
  expect(fields).toContain("http.host");
  expect(joined).toContain("ip.src");
  expect(host).toEqual(containing("Unknown field 'ip.scr'."));
  // Installing Emacs may take minutes.
}, 300_000);
