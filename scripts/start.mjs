// Opens VS Code with the extension, a copy of the samples and a running emulator; or the site with the playground.
import { parseArgs } from "node:util";
import { Failure, run } from "./failure.mjs";

const usage = `npm start [-- options]

  --port N     Port for VS Code or the site; a free one by default
  --no-open    Do not open a browser
  --desktop    Use the installed VS Code, with separate settings and extensions
  --site       Open the documentation with the playground instead of VS Code
  --check      Only check the samples, in the terminal
  --help       Print this help`;

await run(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  // Imported dynamically, because these modules need the dependencies.
  await import("./install/ensure-installed.mjs");
  if (options.check) (await import("./start/check-samples.mjs")).checkSamples();
  else if (options.site) await (await import("./start/site.mjs")).openSite(options);
  else await (await import("./start/playground.mjs")).openPlayground(options);
});

/** @param {string[]} args */
function readOptions(args) {
  const { port: written = "0", ...others } = parse(args);
  const port = Number(written);
  if (!/^\d+$/.test(written) || port > 65535)
    throw new Failure(`'--port' needs a number up to 65535, found '${written}'.`, 2);
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
        site: flag,
        check: flag,
        help: { ...flag, short: "h" },
      },
    }).values;
  } catch (error) {
    const [what] = /** @type {Error} */ (error).message.split(/\. |\n/);
    throw new Failure(`${what}. Run 'npm start -- --help' for the options.`, 2);
  }
}
