import { homepage, version } from "../../../../package.json";
import type { CheckManual } from "../../core/check.ts";
import {
  type Diagnostic,
  helpUrl,
  manualUrl,
  messageOf,
  type Severity,
} from "../../core/diagnostic.ts";
import { languages } from "../../languages.ts";
import { placesElsewhere } from "../../library/diagnostic.ts";
import type { Range } from "../../library/types.ts";
import { encodePath } from "../../text/encode-path.ts";
import { Lines } from "../../text/lines.ts";
import { printableJson } from "../../text/printable.ts";
import type { Span } from "../../text/span.ts";
import { hashOf } from "../problem-hash.ts";
import type { FileReport } from "../report.ts";
import { fileUri, type RepositoryPath, type RepositoryPathOf } from "../repository-paths.ts";

const levels: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  info: "note",
  hint: "note",
};

/** SARIF 2.1.0, the format of code scanning services. */
export function renderSarif(
  reports: readonly FileReport[],
  pathOf: RepositoryPathOf,
  root: string,
): string {
  const rules = [...distinctChecks(), ...brokenPolicies(reports)];
  const unreadable = reports.filter((it) => it.error !== undefined);
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "weir", version, informationUri: homepage, rules },
        },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { "%SRCROOT%": { uri: `${fileUri(root).replace(/\/$/, "")}/` } },
        invocations: [
          {
            executionSuccessful: unreadable.length === 0,
            toolExecutionNotifications: unreadable.map((it) => ({
              level: "error",
              message: { text: it.error },
              locations: [{ physicalLocation: { artifactLocation: artifact(pathOf(it.path)) } }],
            })),
          },
        ],
        results: reports.flatMap((report) => resultsOf(report, rules, pathOf)),
      },
    ],
  };
  return `${printableJson(log)}\n`;
}

interface SarifRule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription?: { readonly text: string };
  readonly helpUri: string;
  readonly defaultConfiguration: { readonly level: string };
}

/** The policies that the reports name, each once. */
function brokenPolicies(reports: readonly FileReport[]): SarifRule[] {
  const found = new Map<string, SarifRule>();
  for (const it of reports.flatMap(({ diagnostics }) => diagnostics)) {
    const id = ruleId(it);
    if (!it.policy || found.has(id)) continue;
    const shortDescription = { text: `Policy '${it.policy.name}'.` };
    const defaultConfiguration = { level: levels[it.severity] };
    found.set(id, { id, shortDescription, helpUri: helpUrl(it), defaultConfiguration });
  }
  return [...found.values()];
}

function ruleId({ code, policy }: Diagnostic): string {
  return policy ? `${code}/${policy.name}` : code;
}

/** Languages share codes; each rule is listed once. */
function distinctChecks(): SarifRule[] {
  const byCode = new Map<string, CheckManual>();
  for (const check of languages.flatMap((it) => it.checks)) {
    if (!byCode.has(check.code)) byCode.set(check.code, check);
  }
  return Array.from(byCode.values(), ruleOf);
}

function ruleOf({ code, severity, summary, why }: CheckManual): SarifRule {
  return {
    id: code,
    shortDescription: { text: summary },
    fullDescription: { text: why },
    helpUri: manualUrl(code),
    defaultConfiguration: { level: levels[severity] },
  };
}

function resultsOf(
  { path, text, diagnostics }: FileReport,
  rules: readonly SarifRule[],
  pathOf: RepositoryPathOf,
) {
  const lines = new Lines(text);
  const place = pathOf(path);
  const counts = new Map<string, number>();
  return diagnostics.map((it) => {
    const hash = hashOf(it, text);
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    const ruleIndex = rules.findIndex((rule) => rule.id === ruleId(it));
    const relatedLocations = placesElsewhere(it).map((other) => ({
      physicalLocation: {
        artifactLocation: artifact(pathOf(other.path)),
        region: regionOfRange(other.range),
      },
      message: { text: other.message },
    }));
    return {
      ruleId: ruleId(it),
      ...(ruleIndex === -1 ? {} : { ruleIndex }),
      level: levels[it.severity],
      message: { text: messageOf(it) },
      locations: [
        { physicalLocation: { artifactLocation: artifact(place), region: regionOf(it, lines) } },
      ],
      // The name that code scanning of GitHub knows. Without lines, so that a problem stays the same when it moves.
      partialFingerprints: { primaryLocationLineHash: `${hash}:${count}` },
      ...(relatedLocations.length === 0 ? {} : { relatedLocations }),
      ...(it.fixes.length === 0 ? {} : { fixes: fixesOf(it, place, lines) }),
    };
  });
}

function fixesOf({ fixes }: Diagnostic, place: RepositoryPath, lines: Lines) {
  return fixes.map(({ title, edits }) => ({
    description: { text: title },
    artifactChanges: [
      {
        artifactLocation: artifact(place),
        replacements: edits.map((edit) => ({
          deletedRegion: regionOf(edit, lines),
          insertedContent: { text: edit.newText },
        })),
      },
    ],
  }));
}

function regionOf(span: Span, lines: Lines) {
  return regionOfRange(lines.rangeOf(span));
}

function regionOfRange({ start, end }: Range) {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

/** Relative to the source root, as code scanning services expect it. A file outside has an absolute URI. */
function artifact({ path, isInside }: RepositoryPath) {
  return isInside ? { uri: encodePath(path), uriBaseId: "%SRCROOT%" } : { uri: fileUri(path) };
}
