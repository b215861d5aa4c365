/** How a call of the service is written for a shell. What is quoted means itself there, whatever characters it has. */

export const shellNames = ["posix", "powershell"] as const;
export type ShellName = (typeof shellNames)[number];

/** A text of which the shell fills in some parts. */
export type Part = string | { readonly variable: string; readonly own?: boolean };

export interface Call {
  readonly method: string;
  readonly url: readonly Part[];
  readonly headers: readonly (readonly [name: string, value: readonly Part[]])[];
  readonly body?: readonly Part[] | undefined;
}

export interface Shell {
  call(call: Call): string;
  /** A line in which the user fills in a variable of the script's own. */
  assign(name: string): string;
}

/** The one that a person at this machine most likely has. */
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

/** Of letters that mean nothing to a shell, and variables, none of which is followed by a letter. */
function posixHeader(parts: readonly Part[]): string {
  const text = parts.map((it) => (typeof it === "string" ? it : `$${it.variable}`)).join("");
  return `"${text}"`;
}

function posixText(parts: readonly Part[]): string {
  return parts
    .map((it) =>
      typeof it === "string" ? `'${it.replaceAll("'", "'\\''")}'` : `"$${it.variable}"`,
    )
    .join("");
}

/**
 * Not curl: each version of PowerShell hands quotes to a program in its own way. It sends a text in an encoding of its own
 * choice, so the body is given as bytes; and it follows redirects with the headers unless told not to.
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

function powershellText(parts: readonly Part[]): string {
  return parts
    .map((it) => {
      if (typeof it !== "string") return it.own ? `$${it.variable}` : `$env:${it.variable}`;
      // Typographic quotes end a string there as well.
      return `'${it.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
    })
    .join(" + ");
}

export const shells: Readonly<Record<ShellName, Shell>> = { posix, powershell };
