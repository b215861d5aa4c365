/** The bundles of the browser server: the entry point, and the languages, which Node loads as well. */
export const serverBundle = "web-server.cjs";
export const bundlesOfServer = [
  serverBundle,
  "json.cjs",
  "solver.cjs",
  "lpfilter-form.cjs",
  "lpfilter-meaning.cjs",
  "lpfilter.cjs",
  "lpjob.cjs",
  "cfrule-evaluator.cjs",
  "cfrule-meaning.cjs",
  "cfrule.cjs",
  "hosts-yaml.cjs",
  "rule-sets.cjs",
  "hosts.cjs",
  "policies.cjs",
  "sql.cjs",
  "lab.cjs",
  "trace.cjs",
  "review.cjs",
];

/** Combines the bundles into the single script that a worker needs. A bundle runs when it is first required. */
export function workerScript(bundles: ReadonlyMap<string, string>, main: string): string {
  const members = [...bundles].map(
    ([name, text]) => `${JSON.stringify(name)}(exports, require, module) {${text}\n}`,
  );
  return `(() => {
const bundles = {${members.join(",\n")}};
const loaded = {};
const load = (id) => {
  if (loaded[id]) return loaded[id].exports;
  const module = (loaded[id] = { exports: {} });
  bundles[id.slice(2)].call(module.exports, module.exports, load, module);
  return module.exports;
};
load(${JSON.stringify(`./${main}`)});
})();
`;
}
