import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const source = join(root, "server", "src");

/** The map of the sources, which these tests enforce. */
const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

/** The number of each layer. A file may import from its own layer and from those with lower numbers. */
const layers = new Map(
  [...page.matchAll(/^ {2}([\w.-]+)\/? +(\d+) {2}/gm)].map((it) => [it[1] ?? "", Number(it[2])]),
);

const languageFolders = new Set(["lpfilter", "cfrule", "lpjob"]);

/** The steps of the files and folders of a language: the first column of a table. */
const languageSteps = new Map(
  [...page.matchAll(/^\| (\d) \| ([^|]+) \|/gm)].flatMap(([, step, names = ""]) =>
    [...names.matchAll(/`([^`]+)`/g)].map((it) => [it[1] ?? "", Number(step)] as const),
  ),
);

function languageStepOf(path: string): number {
  const [top = "", inside] = path.split("/");
  const name = inside === undefined ? top : `${top}/`;
  const step = languageSteps.get(name) ?? -1;
  expect(step, `${path} is in no row of ARCHITECTURE.md`).not.toBe(-1);
  return step;
}

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((it) => it.endsWith(".ts"))
  .map((it) => it.replaceAll("\\", "/"));
const clientFiles = readdirSync(join(root, "client", "src"), {
  recursive: true,
  encoding: "utf8",
})
  .filter((it) => it.endsWith(".ts"))
  .map((it) => it.replaceAll("\\", "/"));

const viewFiles = readdirSync(join(root, "views", "src"), { recursive: true, encoding: "utf8" })
  .filter((it) => /(?<!\.d)\.tsx?$/.test(it))
  .map((it) => it.replaceAll("\\", "/"));

const siteFiles = readdirSync(join(root, "site", "src"), { recursive: true, encoding: "utf8" })
  .filter((it) => /(?<!\.d)\.tsx?$/.test(it))
  .map((it) => it.replaceAll("\\", "/"));

function importsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)].map((it) => it[1] ?? "");
}

/** The relative imports of the files below a folder. */
function importsWithin(folder: string, within: readonly string[]): Import[] {
  return within.flatMap((from) =>
    importsOf(join(folder, from))
      .filter((it) => it.startsWith("."))
      .map((it) => ({
        from,
        to: relative(folder, resolve(folder, dirname(from), it)).replaceAll("\\", "/"),
      })),
  );
}

const inner = importsWithin(source, files);

function layerOf(file: string): number {
  const layer = layers.get(file.split("/")[0] ?? "") ?? -1;
  expect(layer, `${file} belongs to no layer`).not.toBe(-1);
  return layer;
}

test("imports run down the layers", () => {
  const wrong = inner
    .filter(({ to }) => !to.startsWith(".."))
    .filter(
      ({ from, to }) => from.split("/")[0] !== to.split("/")[0] && layerOf(to) >= layerOf(from),
    );
  expect(wrong).toEqual([]);
});

function foldersIn(path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((it) => it.isDirectory() && !ignored.has(it.name) && !it.name.startsWith("."))
    .map((it) => it.name);
}

/** Folders that are not part of the repository. */
const ignored = new Set(["coverage", "dist", "node_modules"]);

/** The text about a layer on the page: its row, with continuation lines, and its rule. */
function saidOf(layer: string): string {
  const row = new RegExp(`^ {2}${layer}/ +\\d+ {2}.*(?:\\n {20}.*)*`, "m").exec(page)?.[0] ?? "";
  const rule = new RegExp(`^- \\*\\*${layer}\\*\\*:.*(?:\\n {2}.*)*`, "m").exec(page)?.[0] ?? "";
  return row + rule;
}

test("the map lists every folder, and no other", () => {
  expect(foldersIn("server/src").filter((it) => !layers.has(it))).toEqual([]);
  const named = [...layers.keys()].filter((it) => !it.endsWith(".ts"));
  expect(named.filter((it) => !foldersIn("server/src").includes(it))).toEqual([]);
  const top = foldersIn(".").filter((it) => !new RegExp(`^(\\S+ )*${it}/`, "m").test(page));
  expect(top).toEqual([]);
  const isNamed = (layer: string, folder: string) =>
    languageFolders.has(layer)
      ? languageSteps.has(`${folder}/`)
      : saidOf(layer).includes(`${folder}/`) || page.includes(`${layer}/${folder}`);
  const missing = [
    ...named.flatMap((layer) =>
      foldersIn(`server/src/${layer}`).filter((it) => !isNamed(layer, it)),
    ),
    ...foldersIn("client/src").filter((it) => !page.includes(`\`client/src/${it}/\``)),
    ...["scripts", "test/support", "views/src"]
      .flatMap(foldersIn)
      .filter((it) => !page.includes(`\`${it}/\``)),
  ];
  expect(missing).toEqual([]);
});

test("every file and folder that the map names exists", () => {
  const all = [
    ...files.map((it) => `server/src/${it}`),
    ...clientFiles.map((it) => `client/src/${it}`),
    ...["views", "site", "scripts", "test", "docs"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (it) => `${folder}/${it.replaceAll("\\", "/")}`,
      ),
    ),
    ...readdirSync(root),
  ].map((it) => `/${it}`);
  const paths = [...page.matchAll(/`([\w./-]+\.(?:tsx?|mjs|md|json)|[\w./-]+\/)`/g)]
    .map((it) => it[1] ?? "")
    .filter((it) => !/^(weir(\.lock)?\.json|\.weir\/)$/.test(it));
  const gone = paths.filter((path) =>
    path.endsWith("/")
      ? !all.some((it) => it.includes(`/${path}`))
      : !all.some((it) => it.endsWith(`/${path}`)),
  );
  expect(gone).toEqual([]);
});

test("the only files outside the sources that they import are the manifest and the snippets", () => {
  const outside = inner.filter(({ to }) => to.startsWith("..")).map(({ to }) => to);
  const snippets = ["cfrule", "lpfilter"].map((it) => `../../snippets/${it}.json`);
  expect(new Set(outside)).toEqual(new Set(["../../package.json", ...snippets]));
});

test("inside a language, imports run down as well", () => {
  const wrong = inner.filter(({ from, to }) => {
    const [language, ...rest] = from.split("/");
    if (!language || !languageFolders.has(language)) return false;
    if (!to.startsWith(`${language}/`)) return false;
    return languageStepOf(to.slice(language.length + 1)) > languageStepOf(rest.join("/"));
  });
  expect(wrong).toEqual([]);
});

test("no check imports another check", () => {
  const shared = new Set(["check.ts", "all.ts"]);
  const wrong = inner.filter(({ from, to }) => {
    const [, folder, name = ""] = from.split("/");
    const isCheck = folder === "checks" && !shared.has(name);
    return isCheck && /\/checks\//.test(to) && !to.endsWith("/check.ts");
  });
  expect(wrong).toEqual([]);
});

test("other code imports a language only through its façade", () => {
  const wrong = inner.filter(({ from, to }) => {
    const language = to.split("/")[0] ?? "";
    const isOutside = languageFolders.has(language) && from.split("/")[0] !== language;
    return isOutside && !/\/(language|formatter)\.ts$/.test(to);
  });
  expect(wrong).toEqual([]);
});

const clientInner = importsWithin(join(root, "client", "src"), clientFiles);
const viewInner = importsWithin(join(root, "views", "src"), viewFiles);
const siteInner = importsWithin(join(root, "site", "src"), siteFiles);

/** The cycles in a graph of imports, each as a list of names. */
function cyclesIn(imports: readonly Import[]): string[] {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (done.has(file) || path.includes(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

test("core and text name no language, and nothing above the façades requests one by name", () => {
  const named = (file: string) => {
    const text = readFileSync(join(source, file), "utf8");
    return /\b(lpfilter|lpjob|cfrule)\b/.test(text.replace(/import\b[^;]*;/g, ""));
  };
  expect(files.filter((it) => /^(core|text)\//.test(it)).filter(named)).toEqual([]);
  const asked = (file: string) =>
    /"(lpfilter|lpjob|cfrule)"|endsWith\("\.(lpfilter|lpjob|cfrule)"/.test(
      readFileSync(join(source, file), "utf8"),
    );
  // hosts/ names the languages, because host files declare the language of each region.
  const above = files
    .filter((it) => !languageFolders.has(it.split("/")[0] ?? ""))
    .filter((it) => !it.startsWith("hosts/"))
    // Users of the library specify a language.
    .filter((it) => !/^library\/(types|format)\.ts$/.test(it));
  expect(above.filter(asked)).toEqual([]);
});

/** General names that are exported at most once. Others have a qualifier, as in `LockSlot`. */
const singleNames = [
  "Finding",
  "Notice",
  "Place",
  "Placed",
  "Refusal",
  "Refused",
  "RulePlace",
  "Session",
  "Sessions",
  "settle",
  "Slot",
];

test("a general name is exported once", () => {
  const all = [
    ...files.map((it) => join(source, it)),
    ...clientFiles.map((it) => join(root, "client", "src", it)),
    ...viewFiles.map((it) => join(root, "views", "src", it)),
    ...siteFiles.map((it) => join(root, "site", "src", it)),
  ];
  const declared = all.flatMap((it) =>
    [
      ...readFileSync(it, "utf8").matchAll(
        /^export (?:async )?(?:class|const|function|interface|type) (\w+)/gm,
      ),
    ].map((found) => found[1] ?? ""),
  );
  const again = singleNames.filter((name) => declared.filter((it) => it === name).length > 1);
  expect(again).toEqual([]);
});

test.each([
  ["the server", inner],
  ["the client", clientInner],
  ["the views", viewInner],
  ["the site", siteInner],
] as const)("imports of %s have no cycles", (_, imports) => {
  expect(cyclesIn(imports)).toEqual([]);
});

/** The first folder of a path below `base`; a file directly in `base` is its own group. */
function folderIn(base: string, file: string): string {
  const rest = base === "" ? file : file.slice(base.length + 1);
  return rest.split("/").slice(0, 2).length === 1 ? rest : (rest.split("/")[0] ?? "");
}

test.each([
  ...[
    "core",
    "json",
    "hosts",
    "lpfilter",
    "cfrule",
    "lpjob",
    "workspace",
    "sql",
    "logs",
    "try",
    "push",
    "emulator",
    "lsp",
    "mcp",
    "cli",
  ].map((it) => [`server/src/${it}`, it, inner] as const),
  ["server/src/lsp/commands", "lsp/commands", inner] as const,
  ["client/src", "", clientInner] as const,
  ["views/src", "", viewInner] as const,
  ["site/src/playground", "playground", siteInner] as const,
])("the folders of %s have no cycles", (_, base, imports) => {
  const isWithin = (file: string) => !file.startsWith("..") && file.startsWith(base);
  const within = imports
    .filter(({ from, to }) => isWithin(from) && isWithin(to))
    .map(({ from, to }) => ({ from: folderIn(base, from), to: folderIn(base, to) }));
  expect(cyclesIn(within)).toEqual([]);
});

test("only workspace/programs.ts starts programs", () => {
  const starting = files.filter((file) =>
    importsOf(join(source, file)).some((it) => /^(node:)?child_process$/.test(it)),
  );
  expect(starting).toEqual(["workspace/programs.ts"]);
});

test("only emulator/listen.ts opens a socket, and only four other files connect one", () => {
  const network = files.filter((file) =>
    importsOf(join(source, file)).some((it) =>
      /^(node:(net|https?|http2|tls|dgram)|@hono\/node-server)$/.test(it),
    ),
  );
  expect(network.sort()).toEqual([
    "api/proxy.ts",
    "emulator/listen.ts",
    "logs/bucket/send.ts",
    "lsp/wire/transport.ts",
    "workspace/proxy.ts",
  ]);
});

test("the language server accesses files only in files/; the library and the languages access none", () => {
  const readers = files.filter((file) =>
    importsOf(join(source, file)).some((it) => /^node:fs/.test(it)),
  );
  expect(readers.filter((it) => it.startsWith("lsp/"))).toEqual(["lsp/files/disk.ts"]);
  const last = layers.get("languages.ts") ?? 0;
  expect(readers.filter((it) => layerOf(it) <= last || /^(library|sql|mcp)\//.test(it))).toEqual(
    [],
  );
});

test("no folder has too many files", () => {
  const counts = new Map<string, number>();
  const all = [
    ...files.map((it) => `server/src/${it}`),
    ...clientFiles.map((it) => `client/src/${it}`),
    ...viewFiles.map((it) => `views/src/${it}`),
    ...siteFiles.map((it) => `site/src/${it}`),
    ...["scripts", "site/build", "test"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .map((it) => `${folder}/${it.replaceAll("\\", "/")}`)
        .filter((it) => /\.(ts|mjs)$/.test(it)),
    ),
  ];
  for (const file of all) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const rows = /\/(catalog|checks)(\/|$)/;
  expect([...counts].filter(([folder, count]) => count > 22 && !rows.test(folder))).toEqual([]);
});

test("only lsp/ imports the language server libraries, and only client/ imports vscode", () => {
  const outer = files.flatMap((file) =>
    importsOf(join(source, file))
      .filter((it) => /^vscode(-|$)/.test(it))
      .map((it) => `${file}: ${it}`),
  );
  expect(outer.filter((it) => !it.startsWith("lsp/"))).toEqual([]);
  expect(outer.filter((it) => / vscode$| vscode-languageclient/.test(it))).toEqual([]);
});

const clientImports = clientFiles.flatMap((file) =>
  importsOf(join(root, "client", "src", file)).map((to) => ({
    from: file.replaceAll("\\", "/"),
    to,
  })),
);

test("the client imports only the shared protocol and globs from the server", () => {
  const theirs = clientImports.map(({ to }) => to).filter((it) => it.includes("server/src"));
  const isShared = /\/server\/src\/(?:lsp\/protocol|text\/glob)\.ts$/;
  expect(theirs.filter((it) => !isShared.test(it))).toEqual([]);
  // Imports of that file would be bundled too, so it imports only types and a list of names.
  const text = readFileSync(join(source, "lsp/protocol.ts"), "utf8");
  const values = text.match(/^(?:import|export) (?!type\b)[^=;]*\bfrom\b.*/gm) ?? [];
  expect(values.filter((it) => !it.endsWith('"../sql/dialect-names.ts";'))).toEqual([]);
});

const typeImports = /^import type [^;]*;/gm;

test("the client imports only the messages of the views, as types", () => {
  const theirs = clientImports.filter(({ to }) => to.includes("views/src"));
  expect(theirs.filter(({ to }) => !/\/views\/src\/\w+\/messages\.ts$/.test(to))).toEqual([]);
  for (const { from } of theirs) {
    const text = readFileSync(join(root, "client", "src", from), "utf8").replace(typeImports, "");
    expect(text, from).not.toContain("views/src");
  }
});

test("views import their libraries and the shapes of the protocol, and not each other", () => {
  const libraries = viewFiles
    .flatMap((it) => importsOf(join(root, "views", "src", it)))
    .filter((it) => !it.startsWith("."));
  const known = ["preact", "preact/hooks", "uplot", "uplot/dist/uPlot.min.css"];
  expect(libraries.filter((it) => !known.includes(it))).toEqual([]);
  const outside = viewInner.filter(({ to }) => to.startsWith(".."));
  expect(outside.filter(({ to }) => to !== "../../server/src/lsp/protocol.ts")).toEqual([]);
  for (const { from } of outside) {
    const text = readFileSync(join(root, "views", "src", from), "utf8").replace(typeImports, "");
    expect(text, from).not.toContain("server/src");
  }
  const across = viewInner.filter(({ from, to }) => {
    const folder = to.split("/")[0] ?? "";
    return !to.startsWith("..") && folder !== "shared" && folder !== from.split("/")[0];
  });
  expect(across).toEqual([]);
});

test("code that needs Node or a browser is in the matching client entry", () => {
  const bound = clientImports
    .filter(({ to }) => /^node:|^vscode-languageclient\//.test(to))
    .map(({ from, to }) => `${from}: ${to}`);
  expect(bound.sort()).toEqual([
    "emulator/process.ts: node:child_process",
    "emulator/process.ts: node:process",
    "emulator/process.ts: node:readline",
    "extension.ts: vscode-languageclient/node",
    "web.ts: vscode-languageclient/browser",
  ]);
  const users = clientImports.filter(({ to }) => to.endsWith("/process.ts"));
  expect(users.map(({ from }) => from)).toEqual(["extension.ts"]);
});

/** The modules that a file loads at run time, without type-only imports. */
function loadedBy(file: string): string[] {
  const text = readFileSync(join(source, file), "utf8");
  const loads = text.matchAll(/^(?:import|export) (?!type\b)[^;]*?\bfrom "([^"]+)"/gm);
  return [...loads].map((it) => it[1] ?? "");
}

test("the server for browsers loads neither Node modules nor the service client", () => {
  const reached = new Set(["lsp/web-main.ts"]);
  const outer = new Set<string>();
  for (const file of reached) {
    for (const it of loadedBy(file)) {
      if (!it.startsWith(".")) outer.add(it);
      else if (it.endsWith(".ts"))
        reached.add(relative(source, resolve(source, dirname(file), it)).replaceAll("\\", "/"));
    }
  }
  expect([...outer].sort()).toEqual([
    "@noble/hashes/hmac.js",
    "@noble/hashes/sha2.js",
    "re2js",
    "vscode-languageserver",
    "vscode-languageserver-textdocument",
    "vscode-languageserver/browser",
    "yaml",
  ]);
  const service = [...reached].filter((it) => /^(api|push|emulator)\//.test(it));
  // Only what is needed to check a file and to copy its pushed text.
  expect(service.sort()).toEqual(["push/plan/require-valid.ts", "push/push-error.ts"]);
});

test("tools of assistants cannot reach the service, and do not write files", () => {
  const reached = new Set(["mcp/serve.ts", "mcp/worker.ts"]);
  for (const file of reached)
    for (const it of loadedBy(file))
      if (it.startsWith(".") && it.endsWith(".ts"))
        reached.add(relative(source, resolve(source, dirname(file), it)).replaceAll("\\", "/"));
  expect([...reached].filter((it) => /^(api|push|emulator|lsp|cli)\//.test(it))).toEqual([]);
  expect([...reached].filter((it) => /replace-file|rename-file|lock\//.test(it))).toEqual([]);
});

test("files stay below the length limit", () => {
  const long = [
    ...files
      .filter((it) => !it.includes("catalog/") && !it.startsWith("vocabulary/"))
      .map((it) => `server/src/${it}`),
    ...clientFiles.map((it) => `client/src/${it}`),
    ...viewFiles.map((it) => `views/src/${it}`),
  ]
    .map((it) => ({ file: it, lines: readFileSync(join(root, it), "utf8").split("\n").length }))
    .filter((it) => it.lines > 400);
  expect(long).toEqual([]);
});

test("few files are so small that they could be part of another", () => {
  const small = files.filter(
    (it) => readFileSync(join(source, it), "utf8").split("\n").length <= 25,
  );
  expect(small.length).toBeLessThanOrEqual(110);
});

test("a façade does not rename what it exports", () => {
  const facades = ["languages.ts", ...[...languageFolders].map((it) => `${it}/language.ts`)];
  for (const file of facades) {
    const text = readFileSync(join(source, file), "utf8");
    expect(text.match(/^export (?:type )?\{[^}]*\b\w+ as \w+/gm) ?? [], file).toEqual([]);
    expect(text.match(/^export const \w+(?:: [^=]+)? = \w+;/gm) ?? [], file).toEqual([]);
  }
});

test("what differs between dialects of SQL is in the dialect", () => {
  const asking = files.filter((it) =>
    /dialect\.title\.|dialect\.title [!=]==/.test(readFileSync(join(source, it), "utf8")),
  );
  expect(asking).toEqual([]);
});

test("no module remembers the last document", () => {
  const remembering = files.filter((it) =>
    /^let (?:last|previous)/m.test(readFileSync(join(source, it), "utf8")),
  );
  expect(remembering).toEqual([]);
});

test("only files that load their own modules mock modules", () => {
  const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  const mocking = tests.filter(
    (it) =>
      it.endsWith(".test.ts") &&
      /^vi\.(mock|doMock)\(/m.test(readFileSync(join(import.meta.dirname, it), "utf8")),
  );
  expect(mocking).not.toEqual([]);
  expect(mocking.filter((it) => !it.endsWith(".mocked.test.ts"))).toEqual([]);
});

test("the site imports the protocol, spelling, messages of views and what the client has without VS Code, and its pages only their libraries", () => {
  const folder = join(root, "site", "src");
  const outside = siteInner.filter(({ to }) => to.startsWith(".."));
  const shared = [
    ...["server/src/lsp/protocol.ts", "server/src/text/nearest.ts"],
    ...["lab", "form", "trace"].map((it) => `views/src/${it}/messages.ts`),
    ...["effect", "form-text"].map((it) => `client/src/form/${it}.ts`),
    ...["example", "lab-page", "log-text"].map((it) => `client/src/lab/${it}.ts`),
    "client/src/trace/session.ts",
  ].map((it) => `../../${it}`);
  expect(outside.filter(({ to }) => !shared.includes(to))).toEqual([]);
  const libraries = siteFiles.flatMap((it) => importsOf(join(folder, it)));
  const known = /^(\.|@codemirror\/|@lezer\/highlight$|preact(\/hooks)?$|vscode-languageserver$)/;
  expect(libraries.filter((it) => !known.test(it))).toEqual([]);
  const lines = (it: string) => readFileSync(join(folder, it), "utf8").split("\n").length;
  expect(siteFiles.filter((it) => lines(it) > 300)).toEqual([]);
});

/** `npm run new` marks what only the author can decide. Quoted, it is a word that users leave in their texts. */
test("nothing is left to decide", () => {
  const marked = files.flatMap((file) =>
    readFileSync(join(source, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (/\bTODO[:.]/.test(line) ? [`${file}:${index + 1}: ${line}`] : [])),
  );
  expect(marked).toEqual([]);
});
