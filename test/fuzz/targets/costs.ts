import assert from "node:assert/strict";
import {
  type AnyLanguage,
  defaultContext,
  hostOfPath,
  languages,
} from "../../../server/src/languages.ts";
import type { LogSink } from "../../../server/src/logs/sink.ts";
import { readSource } from "../../../server/src/logs/source.ts";
import { globCost, globMatcher, splitGlob } from "../../../server/src/text/glob.ts";
import { everyFeatureAnswers } from "../../properties/laws.ts";
import { checkGrowth } from "../cost.ts";
import { filesWith, samplesOf } from "../samples.ts";
import { makeShape } from "../shapes.ts";
import type { Target } from "../target.ts";
import { fileTargets } from "./files.ts";
import { hostTargets } from "./hosts.ts";

/** The cost of any text grows with its size only. The input is a shape, of which texts of several sizes are made. */
function targetOf(
  name: string,
  samples: readonly string[],
  /** `at` is an offset in the text. */
  run: (text: string, at: number) => void | Promise<void>,
): Target {
  return {
    name: `cost-${name}`,
    samples,
    makeInput: makeShape,
    async run(shape, random, step) {
      const place = random.next();
      await checkGrowth(shape, (text) => {
        step();
        return run(text, Math.floor(place * text.length));
      });
    },
  };
}

const layout = { tabSize: 2, insertSpaces: true };

function ofLanguage(name: string, language: AnyLanguage, samples: readonly string[]): Target {
  return targetOf(name, samples, (text, at) => {
    everyFeatureAnswers(language, text, at);
    language.analyze(text, defaultContext).format(layout);
  });
}

function named(targets: readonly Target[], name: string): Target {
  const found = targets.find((it) => it.name === name);
  assert(found);
  return found;
}

function ofHost(name: string, extension: string): Target {
  const language = hostOfPath(`a${extension}`);
  assert(language);
  return ofLanguage(name, language, named(hostTargets, name).samples);
}

const globs = [
  "**/*.lpfilter",
  "a/{b,c}/**/[!x]*.cfrule",
  "!logs/*a*b?[a-z].ndjson",
  "{a,{b,c}}{d,e}",
];
const config = named(fileTargets, "weir.json");

/** A glob matches in time proportional to the length of the path; one that is too long matches nothing. */
const configCost = targetOf("weir.json", [...config.samples, ...globs], async (text) => {
  await config.run(text, undefined as never, () => {});
  for (const glob of globs) globMatcher(glob)(text);
  globMatcher(text)("a/b/cc/aaaaaaaaaaaaaaaaaaaa/x.lpfilter");
  splitGlob(text);
  globCost(text);
});

const sink: LogSink = {
  fields: ["ClientIP", "EdgeResponseStatus", "a"],
  isPrinted: false,
  nested: new Set(["a"]),
  row(row) {
    for (const name of sink.fields ?? []) row.get(name);
  },
  unreadable() {},
  read() {},
  isDone: false,
};

const logs = [
  ...filesWith(".ndjson").map((it) => it.split("\n").slice(0, 3).join("\n")),
  'ClientIP,EdgeResponseStatus,a\n192.0.2.1,200,"{""b"":[1,""c""]}"\n',
  'ClientIP\ta\n"192.0.2.1\n"\t""\r\n',
];

const logCost = targetOf("logs", logs, async (text) => {
  const stream = (async function* () {
    yield Buffer.from(text);
  })();
  await readSource({ path: "logs", file: undefined, stream }, sink, undefined).catch((e) => {
    assert(e.message);
  });
});

export const costTargets: readonly Target[] = [
  ...languages.map((it) => ofLanguage(it.id, it, samplesOf(it))),
  ofHost("terraform", ".tf"),
  ofHost("terraform-json", ".tf.json"),
  ofHost("json-body", ".json"),
  ofHost("yaml", ".yaml"),
  ofHost("markdown", ".md"),
  configCost,
  logCost,
];
