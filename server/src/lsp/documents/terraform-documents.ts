import type { Connection } from "vscode-languageserver";
import type { Analysis, Elsewhere } from "../../core/analysis.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import {
  type Environment,
  type FileContext,
  hostOfPath,
  languageOfPath,
  mayUse,
  type TerraformFiles,
} from "../../languages.ts";
import { isConfig } from "../../workspace/config-language.ts";
import { declaredEnvironments } from "../../workspace/terraform-environments.ts";
import { TerraformFindings } from "../../workspace/terraform-findings.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Host, HostTerraformFiles, WorkspaceFile } from "../files/host.ts";
import { keyOf } from "../files/uris.ts";
import { log } from "../log.ts";
import type { Client } from "../wire/client-capabilities.ts";
import { Places, toDiagnostic } from "../wire/convert.ts";
import type { OpenDocuments } from "./open-documents.ts";
import { QuietQueue } from "./quiet-queue.ts";
import type { ServiceDiagnostics } from "./service-diagnostics.ts";
import type { Snapshots } from "./snapshots.ts";
import type { WorkspaceTexts } from "./workspace-texts.ts";

interface Surroundings {
  readonly connection: Pick<Connection, "sendDiagnostics" | "console">;
  readonly host: Host;
  readonly documents: OpenDocuments;
  readonly snapshots: Snapshots;
  readonly client: Client;
  readonly folders: { around(uri: string): string | undefined; all(): readonly string[] };
  readonly texts: WorkspaceTexts;
  readonly workspace: Workspace;
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
    // The code that asks for settings reports that they cannot be read.
    () => this.around.ready().catch(() => {}),
    async (waiting) => {
      const [open, touched] = [[...waiting], [...this.touched]];
      waiting.clear();
      this.touched.clear();
      for (const uri of open.filter(isTerraform))
        this.look(uri, () => this.around.snapshots.of(uri)?.analysis);
      try {
        await this.lookAtUsers(touched);
      } catch (error) {
        log(this.around.connection, "error", "Terraform files could not be read", error);
      }
      this.show();
    },
  );
  /** Files that changed, whose closed users are still to be analyzed. */
  private readonly touched = new Set<string>();
  /** Closed files that are analyzed, because an open file decides what is found in them. */
  private readonly closedUsers = new Set<string>();
  /** By the key of a file, how often others that it may use changed. */
  private readonly marks = new Map<string, number>();
  private all: Promise<readonly WorkspaceFile[]> | undefined;

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
    // Closed files are looked for only if they usually read files of that kind.
    const isOurs = languageOfPath(uri) !== undefined || isConfig(uri);
    if (isOurs && users.length === 0) return;
    if (onDisk) this.all = undefined;
    for (const it of this.roots.values()) it.changed(onDisk);
    this.touched.add(uri);
    if (users.length > 0) this.around.outdated(users);
    for (const it of users) this.queue.add(it);
    this.queue.add(uri);
  }

  closed(uri: string): void {
    this.findings.delete(keyOf(uri));
    this.queue.delete(uri);
    this.show();
  }

  /** Changes when another file does that may decide what is found in a closed file. */
  markOf(uri: string): string {
    return ` ${this.marks.get(keyOf(uri)) ?? 0}`;
  }

  private uses(document: string, uri: string): boolean {
    const reads = this.findings.get(keyOf(document))?.reads ?? [];
    return [...reads].some((it) => keyOf(it) === keyOf(uri));
  }

  private filesOf(disk: HostTerraformFiles): EditorFiles {
    const known = this.roots.get(disk) ?? new EditorFiles(disk, this.around);
    this.roots.set(disk, known);
    return known;
  }

  /** Looks at closed files that may use these. */
  private async lookAtUsers(changed: readonly string[]): Promise<void> {
    const { host, documents, folders, texts } = this.around;
    if (!host.terraformFiles) return;
    this.all ??= this.filesOnDisk();
    const all = await this.all;
    const used = changed.flatMap((it) => host.fileAt(it)?.path ?? []);
    const byFiles = new Map<EditorFiles, WorkspaceFile[]>();
    for (const it of all) {
      const disk = host.terraformFiles(folders.around(it.uri), it.path);
      const files = disk && this.filesOf(disk);
      if (files) byFiles.set(files, [...(byFiles.get(files) ?? []), it]);
    }
    const paths = [...byFiles].flatMap(([files, own]) =>
      mayUse(
        files,
        own.map((it) => it.path),
        used,
      ),
    );
    const mayBeUsers = new Set(paths);
    const openNow = new Set(documents.keys().map(keyOf));
    for (const { uri, path } of all) {
      const key = keyOf(uri);
      if (!mayBeUsers.has(path) && !this.closedUsers.has(key)) continue;
      this.marks.set(key, (this.marks.get(key) ?? 0) + 1);
      this.closedUsers.delete(key);
      if (openNow.has(key)) continue;
      const snapshot = await (await texts.find(uri))?.read();
      this.look(uri, () => snapshot?.analysis);
      const reads = [...(this.findings.get(key)?.reads ?? [])];
      if (reads.some((it) => openNow.has(keyOf(it)))) this.closedUsers.add(key);
      else this.findings.delete(key);
    }
    if (mayBeUsers.size > 0) this.around.outdated([]);
  }

  private async filesOnDisk(): Promise<readonly WorkspaceFile[]> {
    const { host, folders } = this.around;
    const found: WorkspaceFile[] = [];
    for await (const it of host.filesIn(folders.all(), isTerraform)) found.push(it);
    return found;
  }

  private look(uri: string, read: () => Analysis | undefined): void {
    try {
      const found = read()?.elsewhere?.();
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
    private readonly around: Pick<Surroundings, "documents" | "workspace" | "host">,
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
    return this.around.documents.textOf(this.nameOf(path)) ?? this.disk.read(path);
  }

  list(folder: string): readonly string[] {
    return this.disk.list(folder);
  }

  /** Without variables of the process, which belong to the editor. */
  environments(folder: string): readonly Environment[] | undefined {
    const { workspace, host } = this.around;
    const isFile = (uri: string) => host.textAt(uri) !== undefined;
    const found = declaredEnvironments(this.nameOf(folder), { workspace, variables: {}, isFile });
    return found?.map((it) => ({
      ...it,
      varFiles: it.varFiles.flatMap((uri) => host.fileAt(uri)?.path ?? []),
    }));
  }

  isIgnored(path: string): boolean {
    return this.disk.isIgnored(path);
  }

  nameOf(path: string): string {
    return this.disk.nameOf(path);
  }
}
