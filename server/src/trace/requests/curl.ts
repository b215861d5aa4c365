import type { RequestParts } from "./request-parts.ts";

/** The request that a curl command sends. */
export function requestOfCurl(command: string): RequestParts | { readonly problem: string } {
  const words = shellWords(command);
  if (words[0] === "curl" || words[0] === "curl.exe") words.shift();
  const options: CurlOptions = { headers: [] };
  while (words.length > 0) readWord(words, options);
  if (options.url === undefined) return { problem: "The command has no URL." };
  const url = /^https?:\/\//i.test(options.url) ? options.url : `http://${options.url}`;
  const method = options.method ?? (options.sends && !options.gets ? "POST" : "GET");
  const headers = options.headers.filter((it) => /^[^:]+:\s*\S/.test(it));
  return { method, url, headers };
}

interface CurlOptions {
  method?: string;
  url?: string;
  readonly headers: string[];
  sends?: true;
  gets?: true;
}

/** Takes the next word, and the value of an option. */
function readWord(words: string[], options: CurlOptions): void {
  const word = words.shift() ?? "";
  if (!word.startsWith("-") || word === "-") {
    options.url ??= word;
    return;
  }
  const [name, joined] = optionIn(word);
  const next = () => joined ?? words.shift() ?? "";
  const header = headerOptions[name];
  if (name === "-X" || name === "--request") options.method = next().toUpperCase();
  else if (name === "--url") options.url = next();
  else if (name === "-H" || name === "--header") options.headers.push(next());
  else if (header !== undefined) options.headers.push(`${header}: ${next()}`);
  else if (name === "-I" || name === "--head") options.method ??= "HEAD";
  else if (name === "-G" || name === "--get") options.gets = true;
  else if (/^(?:-d|-F|-T|--data.*|--json|--form.*|--upload-file)$/.test(name)) {
    next();
    options.sends = true;
    if (name === "--json") options.headers.push("content-type: application/json");
  } else if (withValue.has(name)) next();
}

const headerOptions: Readonly<Record<string, string>> = {
  "-A": "user-agent",
  "--user-agent": "user-agent",
  "-b": "cookie",
  "--cookie": "cookie",
  "-e": "referer",
  "--referer": "referer",
};

/** Other options with a value, which is not a URL. */
const withValue = new Set([
  "-o",
  "--output",
  "-u",
  "--user",
  "-m",
  "--max-time",
  "--connect-timeout",
  "--resolve",
  "--retry",
  "-x",
  "--proxy",
  "--cacert",
  "--cert",
  "--key",
  "-w",
  "--write-out",
  "-c",
  "--cookie-jar",
  "-D",
  "--dump-header",
]);

/** `--name=value`, or `-XPOST`. */
function optionIn(word: string): readonly [name: string, value?: string] {
  if (word.startsWith("--")) {
    const equals = word.indexOf("=");
    return equals === -1 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
  }
  const isJoined = word.length > 2 && /^-[XHAbedFou]/.test(word);
  return isJoined ? [word.slice(0, 2), word.slice(2)] : [word];
}

const wordPattern =
  /(?:\\(?:\r\n|[\s\S]?)|'[^']*(?:'|$)|"(?:\\[\s\S]?|[^"\\])*(?:"|$)|[^\s\\'"])+/g;
const partPattern = /\\(?:\r\n?|\n|([\s\S]?))|'([^']*)'?|"((?:\\[\s\S]?|[^"\\])*)"?/g;

/** The words of a command, as a shell reads them. Nothing is substituted. */
function shellWords(text: string): string[] {
  const words = text.match(wordPattern) ?? [];
  return words.filter((it) => !/^(?:\\\r?\n)+$/.test(it)).map(unquoted);
}

function unquoted(word: string): string {
  // As in $'…', which browsers copy.
  const text = word.replace(/^\$(?=['"])/, "");
  return text.replace(
    partPattern,
    (_, escaped?: string, single?: string, double?: string) =>
      escaped ?? single ?? double?.replace(/\\(?:\r?\n|(["\\$`]))/g, "$1") ?? "",
  );
}
