import type { Connection } from "vscode-languageserver";
import type { Elsewhere } from "../../core/analysis.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { type FileContext, hostOfPath, type TerraformFiles } from "../../languages.ts";
import { TerraformFindings } from "../../workspace/terraform-findings.ts";
import type { Host, HostTerraformFiles } from "../files/host.ts";
import { keyOf } from "../files/uris.ts";
import { log } from "../log.ts";
import type { Client } from "../wire/client-capabilities.ts";
import { Places, toDiagnostic } from "../wire/convert.ts";
import type { OpenDocuments } from "./open-documents.ts";
import { QuietQueue } from "./quiet-queue.ts";
import type { ServiceDiagnostics } from "./service-diagnostics.ts";
import type { Snapshots } from "./snapshots.ts";

interface Surroundings {
  readonly connection: Pick<Connection, "sendDiagnostics" | "console">;
  readonly host: Host;
  readonly documents: OpenDocuments;
  readonly snapshots: Snapshots;
  readonly client: Client;
  readonly folders: { around(uri: string): string | undefined };
  ready(): Promise<void>;
  /** The diagnostics of these files are outdated; some may be open. */
  outdated(uris: readonly string[]): void;
}

/** Terraform files take values from each other, so a change of one concerns others, and what one finds may be in another. */
export class TerraformDocuments {
  private readonly roots = new Map<HostTerraformFiles, EditorFiles>();
  /** By the key of the document that was analyzed. */
  private readonly findings = new Map<string, Elsewhere>();
  private readonly shown = new Map<string, readonly Diagnostic[]>();
  private readonly queue = new QuietQueue(
    () => this.around.ready(),
    (waiting) => {
      for (const uri of waiting) this.look(uri);
      waiting.clear();
      this.show();
    },
  );

  /** `found` gets what is shown in files beside their own diagnostics. */
  constructor(
    private readonly around: Surroundings,
    private readonly found: ServiceDiagnostics,
  ) {}

  /** How the analysis of a Terraform file reads others. Undefined for other files. Where there is no disk, it has only its own text. */
  placeOf(uri: string): FileContext["terraform"] {
    const { host, folders } = this.around;
    if (!isTerraform(uri)) return undefined;
    const path = host.fileAt(uri)?.path;
    const disk = path === undefined ? undefined : host.terraformFiles?.(folders.around(uri), path);
    return path !== undefined && disk
      ? { path, files: this.filesOf(disk) }
      : { path: uri, files: this.filesOf(noDisk) };
  }

  /** The text of a file changed, in the editor or on disk. */
  changed(uri: string, onDisk: boolean): void {
    const isSource = /\.(?:tf|tofu|tfvars)(?:\.json)?$/i.test(uri);
    const users = this.around.documents
      .keys()
      .filter((it) => it !== uri && isTerraform(it) && (isSource || this.uses(it, uri)));
    if (!isSource && users.length === 0) return;
    for (const it of this.roots.values()) it.changed(onDisk);
    if (users.length > 0) this.around.outdated(users);
    for (const it of users) this.queue.add(it);
    if (isTerraform(uri)) this.queue.add(uri);
  }

  closed(uri: string): void {
    this.findings.delete(keyOf(uri));
    this.queue.delete(uri);
    this.show();
  }

  private uses(document: string, uri: string): boolean {
    const files = this.findings.get(keyOf(document))?.files ?? [];
    return files.some((it) => keyOf(it.path) === keyOf(uri));
  }

  private filesOf(disk: HostTerraformFiles): EditorFiles {
    const known = this.roots.get(disk) ?? new EditorFiles(disk, this.around.documents);
    this.roots.set(disk, known);
    return known;
  }

  private look(uri: string): void {
    try {
      const found = this.around.snapshots.of(uri)?.analysis.elsewhere?.();
      if (found) this.findings.set(keyOf(uri), found);
      else this.findings.delete(keyOf(uri));
    } catch (error) {
      log(this.around.connection, "error", `Values of ${uri} failed`, error);
    }
  }

  private show(): void {
    const { snapshots, client, documents } = this.around;
    const all = new TerraformFindings();
    for (const [key, it] of this.findings) all.add(key, it);
    const inOurs: string[] = [];
    for (const uri of new Set([...this.shown.keys(), ...all.paths()])) {
      const diagnostics = all.diagnosticsIn(uri, []);
      if (JSON.stringify(this.shown.get(uri) ?? []) === JSON.stringify(diagnostics)) continue;
      if (diagnostics.length > 0) this.shown.set(uri, diagnostics);
      else this.shown.delete(uri);
      const text = all.textOf(uri);
      this.found.set(uri, text, diagnostics);
      const isOpen = documents.uriOf(keyOf(uri)) !== undefined;
      const isOurs = snapshots.languageOf(uri) !== undefined;
      if (isOurs && (isOpen || client.pulls)) inOurs.push(documents.uriOf(keyOf(uri)) ?? uri);
      else {
        const places = new Places({ uri, version: null }, text, client);
        const shown = diagnostics.map((it) => toDiagnostic(it, places));
        void this.around.connection.sendDiagnostics({ uri, diagnostics: shown });
      }
    }
    if (inOurs.length > 0) this.around.outdated(inOurs);
  }
}

function isTerraform(uri: string): boolean {
  return hostOfPath(uri)?.id === "terraform";
}

const noDisk: HostTerraformFiles = {
  version: 0,
  read: () => undefined,
  list: () => [],
  isIgnored: () => false,
  nameOf: (path) => path,
  forget: () => {},
};

/** Files on disk, with the texts of the editor where they are open. */
class EditorFiles implements TerraformFiles {
  version = 0;

  constructor(
    private readonly disk: HostTerraformFiles,
    private readonly documents: Pick<OpenDocuments, "textOf">,
  ) {}

  changed(onDisk: boolean): void {
    this.version++;
    if (onDisk) this.disk.forget();
  }

  /** A part of contexts, which are compared. */
  toJSON(): string {
    return "";
  }

  read(path: string): string | undefined {
    return this.documents.textOf(this.nameOf(path)) ?? this.disk.read(path);
  }

  list(folder: string): readonly string[] {
    return this.disk.list(folder);
  }

  isIgnored(path: string): boolean {
    return this.disk.isIgnored(path);
  }

  nameOf(path: string): string {
    return this.disk.nameOf(path);
  }
}
