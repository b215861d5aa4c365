/** Messages for file errors, by error code: the codes of the operating system, and a few of our own. */

/** Our own codes, for files that the system would open but we refuse. */
export const refused = {
  leadsOut: "WEIR_LEADS_OUT",
  otherKind: "WEIR_OTHER_KIND",
  dangling: "WEIR_DANGLING",
  notPlain: "WEIR_NOT_PLAIN",
  tooLarge: "WEIR_TOO_LARGE",
} as const;

export function refusal(code: (typeof refused)[keyof typeof refused]): NodeJS.ErrnoException {
  return Object.assign(new Error(causes[code] ?? code), { code });
}

const causes: Readonly<Record<string, string>> = {
  ENOENT: "No such file or folder",
  ENOTDIR: "Not a folder",
  EACCES: "Permission denied",
  EPERM: "Permission denied",
  EBUSY: "In use by another program",
  EMFILE: "Too many open files",
  ENFILE: "Too many open files",
  ENOSPC: "No space left on the disk",
  EDQUOT: "Disk quota exceeded",
  EFBIG: "Too large for the disk",
  EROFS: "Read-only disk",
  EIO: "Disk error",
  EISDIR: "Is a folder",
  EEXIST: "Already exists",
  ELOOP: "Circular link",
  ENAMETOOLONG: "The name is too long",
  [refused.leadsOut]: "Link to a location outside the folder",
  [refused.otherKind]: "Link to a file of another type",
  [refused.dangling]: "Broken link",
  [refused.notPlain]: "Not a regular file",
  [refused.tooLarge]: "Larger than 16 MB",
};

/** Why a file could not be read. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === refused.leadsOut || code === refused.otherKind) return `${causes[code]}; not read.`;
  return `${causes[code] ?? `Could not be read (${code})`}.`;
}

/** Why a file could not be written, and that it is unchanged. */
export function writeReasonOf(error: unknown, path: string): string {
  const code = codeOf(error);
  return `${causes[code] ?? `Write failed (${code})`}; '${path}' was not changed.`;
}

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? String(error);
}
