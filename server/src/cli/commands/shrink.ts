import { oneOf, readArguments } from "../arguments.ts";
import { type Command, exit, UsageError } from "../io.ts";

const formats = ["pretty", "json"] as const;

export const shrink: Command = {
  name: "shrink",
  summary: "Shorten filters and rules without changing what they match",
  usage: `weir shrink paths…
  Prints each file with the shortest filters and rules that provably match
  the same, the size that this saves, and whether they fit Cloudflare's limits.
  Files are not changed without --write. Paths are files, folders or globs, also
  Terraform, YAML, JSON and Markdown; '-' reads standard input.

  --write               Write the results to the files
  --format pretty|json  Output format

Exit codes: 0 all fit, 1 a limit is still exceeded, 2 could not run or a file
cannot be read.`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      write: { type: "boolean", default: false },
      format: { type: "string", default: "pretty" },
    });
    const format = oneOf("--format", values.format, formats);
    const isStdin = positionals.includes("-");
    if (positionals.length === 0) throw new UsageError("'weir shrink' needs at least one file.");
    if (isStdin && (positionals.length > 1 || values.write))
      throw new UsageError(
        "'-' reads standard input, so other paths and '--write' are not allowed.",
      );
    const { shrinkFiles, shrinkStdin } = await import("../shrink/shrink-files.ts");
    const { renderJson, renderPretty } = await import("../shrink/render.ts");
    const { Settings } = await import("../settings.ts");
    const settings = new Settings(io, undefined);
    const files = isStdin
      ? [await shrinkStdin(io, settings)]
      : shrinkFiles(positionals, io, settings, values.write);
    if (format === "json") io.out(renderJson(files));
    else renderPretty(files, values.write, io);
    for (const report of settings.reports) {
      const { renderPretty: problems } = await import("../render/pretty.ts");
      const { paintFor } = await import("../render/paint.ts");
      io.err(problems(report, paintFor(io.color), io.columns));
    }
    if (settings.broken || files.some((it) => it.error !== undefined || it.texts.some(hasError)))
      return exit.couldNotRun;
    return files.every((it) => it.texts.every(isFitting)) ? exit.fine : exit.found;
  },
};

function hasError(text: object): boolean {
  return "error" in text;
}

function isFitting(text: object): boolean {
  return "fits" in text && text.fits === true;
}
