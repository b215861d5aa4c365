// Opens VS Code on a copy of the samples, with the extension installed and the emulator running: all there is to try, in one command.
import { parseArgs } from "node:util";
import { Failure, run } from "./failure.mjs";

const usage = `npm start [-- options]

  --port N     let VS Code listen on this port; without it a free one is taken
  --no-open    do not open a browser
  --desktop    use the VS Code that is installed here, in a profile of its own
  --check      only print what Weir finds in the samples
  --help       print this`;

await run(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  // What follows needs the dependencies, so it is loaded when they are there.
  await import("./ensure-installed.mjs");
  if (options.check) (await import("./check-samples.mjs")).checkSamples();
  else await (await import("./try-out.mjs")).tryOut(options);
});

/** @param {string[]} args */
function readOptions(args) {
  const { port: written = "0", ...others } = parse(args);
  const port = Number(written);
  if (!/^\d+$/.test(written) || port > 65535)
    throw new Failure(`'--port' takes a number up to 65535, not '${written}'.`, 2);
  return { ...others, port };
}

/** @param {string[]} args */
function parse(args) {
  const flag = /** @type {const} */ ({ type: "boolean" });
  try {
    return parseArgs({
      args,
      options: {
        port: { type: "string" },
        "no-open": flag,
        desktop: flag,
        check: flag,
        help: { ...flag, short: "h" },
      },
    }).values;
  } catch (error) {
    const [what] = /** @type {Error} */ (error).message.split(/\. |\n/);
    throw new Failure(`${what}. 'npm start -- --help' shows what there is.`, 2);
  }
}
