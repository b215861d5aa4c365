import type { ItemSpans } from "../../try/questions/changes.ts";
import { earlierOf, type InCommit, sameItems } from "../../try/questions/versions.ts";
import type { Subject } from "../../try/subject.ts";
import { workspaceOf } from "../../workspace/files/contained-paths.ts";
import { parentOf } from "../../workspace/files/parents.ts";
import { TerraformCommit } from "../../workspace/terraform-commit.ts";

/** The commit that files are compared with. */
const commit = "HEAD";
/** Milliseconds until the commit is looked at again, because Git is a program to start. */
const freshFor = 3000;

interface Known {
  readonly at: number;
  /** Undefined if there is no earlier version. */
  readonly before: Subject | undefined;
}

/** Files as they are in the last commit. */
export class LastCommit {
  private readonly known = new Map<string, Known>();
  private readonly reading = new Map<string, Promise<Known>>();

  /** Undefined for a new file, and without a repository. Equal results are the same object. */
  async of(now: Subject): Promise<Subject | undefined> {
    const known = this.known.get(now.file);
    if (known && Date.now() - known.at < freshFor) return known.before;
    const reading = this.reading.get(now.file) ?? this.read(now);
    // An older answer is better than a late one, and the next one is newer.
    return (known ?? (await reading)).before;
  }

  items(now: Subject, before: Subject): readonly ItemSpans[] {
    return sameItems(now, before);
  }

  private read(now: Subject): Promise<Known> {
    const { file } = now;
    const reading = this.readNow(now).finally(() => this.reading.delete(file));
    this.reading.set(file, reading);
    return reading;
  }

  private async readNow(now: Subject): Promise<Known> {
    const found = await earlierOf(now, commit, (compute) => inCommit(now, compute));
    const read = found && "error" in found ? undefined : found;
    const last = this.known.get(now.file)?.before;
    const before = last && read && isSame(last, read) ? last : read;
    const known = { at: Date.now(), before };
    this.known.set(now.file, known);
    return known;
  }
}

/** Values of Terraform files may come from others, which are not compared. */
function isSame(one: Subject, other: Subject): boolean {
  return (
    one.text === other.text &&
    JSON.stringify(one.filter) === JSON.stringify(other.filter) &&
    !other.context.terraform
  );
}

async function inCommit({ context }: Subject, compute: Parameters<InCommit>[0]): Promise<Subject> {
  if (!context.terraform) return compute(context);
  const { path, files } = context.terraform;
  const earlier = await TerraformCommit.of(files, workspaceOf(parentOf(path) ?? path), commit);
  return earlier.whenLoaded(() => compute({ ...context, terraform: { path, files: earlier } }));
}
