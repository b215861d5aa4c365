import { readArguments } from "../arguments.ts";
import type { Command } from "../io.ts";
import { traceOptions } from "../options.ts";

export const traceCommand: Command = {
  name: "trace",
  summary: "Follow a request through all rules, in their order",
  usage: `weir trace [PATHS…] --request REQUEST
weir trace --service [PATHS…] --request REQUEST
  Shows what happens to a request: which rules match, what they change, and
  whether it is blocked, challenged, redirected or reaches the origin. PATHS are
  rules, Terraform, plans ('terraform show -json'), rulesets as JSON or YAML,
  files, folders or globs (default: this folder). Only '--service' and '--live'
  make requests; they change nothing.

  --service               The rules that a zone and its account have on the
                          service; PATHS replace the rulesets that they define
  --live                  Also ask Cloudflare to trace the request, and show
                          the differences
  --profile NAME          The profile of 'weir.json' with the zone, for
                          '--service' and '--live'
  --request REQUEST       The request, as in 'GET https://example.com/
                          ip.src=192.0.2.1'
  --header 'NAME: VALUE'  Add a header; repeatable
  --set FIELD=VALUE       Set a field; repeatable
  --curl COMMAND          The request that a curl command sends
  --har FILE              The request of a HAR file; 'FILE#2' for the second one
  --log LINE              The request of a log line, or of the first line of a
                          file
  --response-status CODE  Status of the origin's response (default: 200)
  --response-header 'NAME: VALUE'
                          Add a header to the origin's response; repeatable
  --zone ZONE             ID or name of the zone (default: the zone of the URL,
                          or the only one)
  --var-file FILE         Values of Terraform variables, in place of the
                          environments in weir.json; repeatable
  --over REF              Assume that this rate limit is exceeded; repeatable
  --format pretty|json|markdown
                          Output format

Exit codes: 0 the outcome is known, 1 it depends on something unknown, 2
could not run.`,
  async run(args, io) {
    const read = readArguments(args, traceOptions);
    const { traceRun } = await import("../trace/trace-run.ts");
    return traceRun(read.values, read.positionals, io);
  },
};
