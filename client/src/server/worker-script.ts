/** The server for a browser, as it is built: the one that is started, and the languages, which are those that Node loads too. */
export const serverBundle = "web-server.cjs";
export const bundlesOfServer = [
  serverBundle,
  "lpfilter.cjs",
  "lpjob.cjs",
  "cfrule.cjs",
  "hosts.cjs",
];

/** One script of several bundles, as a worker is started from one. A bundle is run when another one first asks for it. */
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
