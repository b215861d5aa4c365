/** How a request is written for a shell. Quoted text is literal, whatever characters it contains. */

export const shellNames = ["posix", "powershell"] as const;
export type ShellName = (typeof shellNames)[number];

/** Literal text, or a variable that the shell expands. */
export type ShellPart = string | { readonly variable: string; readonly own?: boolean };

export interface Call {
  readonly method: string;
  readonly url: readonly ShellPart[];
  readonly headers: readonly (readonly [name: string, value: readonly ShellPart[]])[];
  readonly body?: readonly ShellPart[] | undefined;
}

export interface Shell {
  call(call: Call): string;
  /** A line in which the user sets a variable of the script. */
  assign(name: string): string;
}

/** The most likely shell on this machine. */
export function usualShell(platform: string): ShellName {
  return platform === "win32" ? "powershell" : "posix";
}

const posix: Shell = {
  call({ method, url, headers, body }) {
    const lines = [
      `curl --fail-with-body -X ${method} ${posixText(url)}`,
      ...headers.map(([name, value]) => `-H ${posixHeader([`${name}: `, ...value])}`),
      ...(body ? ["-H 'Content-Type: application/json'", `--data ${posixText(body)}`] : []),
    ];
    return lines.join(" \\\n  ");
  },
  assign: (name) => `${name}=''`,
};

/** Header values have no shell metacharacters, and no letter follows a variable, so nothing is escaped. */
function posixHeader(parts: readonly ShellPart[]): string {
  const text = parts.map((it) => (typeof it === "string" ? it : `$${it.variable}`)).join("");
  return `"${text}"`;
}

function posixText(parts: readonly ShellPart[]): string {
  return parts
    .map((it) =>
      typeof it === "string" ? `'${it.replaceAll("'", "'\\''")}'` : `"$${it.variable}"`,
    )
    .join("");
}

/**
 * Not curl: each version of PowerShell passes quotes to programs differently. PowerShell chooses the encoding of strings
 * itself, so the body is passed as bytes; and it follows redirects with the headers unless disabled.
 */
const powershell: Shell = {
  call({ method, url, headers, body }) {
    const rows = headers.map(([name, value]) => `'${name}' = ${powershellText(value)}`);
    const lines = [
      `Invoke-RestMethod -Method ${method} -MaximumRedirection 0 -Uri (${powershellText(url)})`,
      `-Headers @{ ${rows.join("; ")} }`,
      ...(body
        ? [
            "-ContentType 'application/json'",
            `-Body ([Text.Encoding]::UTF8.GetBytes(${powershellText(body)}))`,
          ]
        : []),
    ];
    return lines.join(" `\n  ");
  },
  assign: (name) => `$${name} = ''`,
};

function powershellText(parts: readonly ShellPart[]): string {
  return parts
    .map((it) => {
      if (typeof it !== "string") return it.own ? `$${it.variable}` : `$env:${it.variable}`;
      // Typographic quotes also end a string there.
      return `'${it.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
    })
    .join(" + ");
}

export const shells: Readonly<Record<ShellName, Shell>> = { posix, powershell };
