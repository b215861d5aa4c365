import { forbiddenPattern } from "../../core/configuration/forbidden.ts";
import { type UrlNormalization, usualNormalization } from "../../core/configuration/model.ts";
import type { FormatChoices, OperatorSpelling } from "../../languages.ts";
import type { Setting, SettingShape } from "./shape.ts";

export const redirectItem: SettingShape = {
  kind: "settings",
  required: ["source_url", "target_url"],
  settings: {
    source_url: { doc: "URL to redirect; the scheme is optional.", shape: { kind: "text" } },
    target_url: { doc: "URL to redirect to.", shape: { kind: "text" } },
    status_code: {
      doc: "Status of the redirect: 301, 302, 307 or 308.",
      shape: { kind: "count" },
      usual: 301,
    },
    include_subdomains: { doc: "Also redirects subdomains.", shape: { kind: "flag" } },
    subpath_matching: { doc: "Also redirects paths below the URL.", shape: { kind: "flag" } },
    preserve_query_string: { doc: "Keeps the query of the request.", shape: { kind: "flag" } },
    preserve_path_suffix: {
      doc: "With `subpath_matching`: keeps the rest of the path.",
      shape: { kind: "flag" },
    },
  },
};

/** Zone settings that rules depend on and no rule file has. */
export const zoneSettings: Readonly<Record<"zones" | "zone", Setting>> = {
  zones: {
    doc: 'Names of your zones by their IDs, as in `{ "023e105f4ecef8ad9ca31a8372d0c353": "example.com" }`, so that `weir trace` finds the zone of a URL.',
    shape: { kind: "named", of: { kind: "text" } },
  },
  zone: {
    doc: "Settings of your zones that rules depend on.",
    shape: {
      kind: "settings",
      settings: {
        urlNormalization: {
          doc: "How the service normalizes URLs, for `weir trace`.",
          shape: { kind: "settings", settings: normalizationSettings() },
        },
      },
    },
  },
};

/** Settings of the zones that rules depend on. */
export interface ZoneSettings {
  readonly urlNormalization?: Partial<UrlNormalization>;
}

export interface ReviewSettings {
  /** Changes of outcomes that must not happen, as in `block->allow`. */
  readonly forbid?: readonly string[];
  /** Whether policies have to hold after a change. */
  readonly policies?: "hold" | "report";
}

export interface EnvSettings {
  /** Secrets of other systems that a push may send to an origin. */
  readonly allow?: readonly { readonly name: string; readonly origin: string }[];
}

export const reviewSetting: Setting = {
  doc: "For `weir review`.",
  shape: {
    kind: "settings",
    settings: {
      policies: {
        doc: "What happens if a policy under `always` no longer holds after a change.",
        shape: {
          kind: "word",
          words: [
            { name: "hold", doc: "`weir review` fails." },
            { name: "report", doc: "`weir review` only names the policy." },
          ],
        },
        usual: "hold",
      },
      forbid: {
        doc: "Changes of outcomes that `weir review` refuses, as in `block->allow`; `*` is any outcome, `block*->allow*` includes limits and skips.",
        shape: {
          kind: "list",
          what: 'an array of changes, such as "block->allow"',
          of: {
            kind: "form",
            what: 'a change of outcomes, such as "block->allow"',
            pattern: forbiddenPattern,
            common: ["block->allow", "managed_challenge->allow"],
          },
        },
      },
    },
  },
};

/** A root module of Terraform with the values of one deployment. */
export interface TerraformSettings {
  readonly root: string;
  readonly varFiles?: readonly string[];
  readonly name?: string;
  readonly env?: readonly string[];
}

export const terraformSetting: Setting = {
  doc: 'Environments of Terraform root modules, as in `{ "root": "infra", "varFiles": ["envs/prod.tfvars"], "name": "prod" }`. Each is checked with its own values.',
  shape: {
    kind: "list",
    what: "an array of objects",
    of: {
      kind: "settings",
      required: ["root"],
      settings: {
        root: {
          doc: "Folder of the root module, relative to this folder.",
          shape: { kind: "text" },
        },
        varFiles: {
          doc: "Files for `-var-file`, relative to the root module or to this folder. Later ones win.",
          shape: { kind: "list", what: "an array of paths", of: { kind: "text" } },
        },
        name: {
          doc: "Name in messages. By default, the name of the last file, else the folder.",
          shape: { kind: "text" },
        },
        env: {
          doc: "Variables whose values come from `TF_VAR_…`, as in `region`. Weir reads no others.",
          shape: { kind: "list", what: "an array of names", of: { kind: "text" } },
        },
      },
    },
  },
};

export const envSetting: Setting = {
  doc: "Environment variables in jobs.",
  shape: {
    kind: "settings",
    settings: {
      allow: {
        doc: "Secrets of other systems that `weir push --yes` may send, and where to. Only what the base commit has counts.",
        shape: {
          kind: "list",
          what: "an array of objects",
          of: {
            kind: "settings",
            required: ["name", "origin"],
            settings: {
              name: {
                doc: "Name of the variable, as in `PGPASSWORD`.",
                shape: {
                  kind: "form",
                  what: "the name of an environment variable",
                  pattern: /^[A-Za-z_]\w*$/,
                },
              },
              origin: {
                doc: "Origin of the destination: its scheme with the host or bucket, as in `https://logs.example.com` or `s3://logs`.",
                shape: {
                  kind: "form",
                  what: 'an origin, such as "https://logs.example.com"',
                  pattern: /^[a-z][a-z\d]*:\/\/[^\s@#\\]+$/,
                },
              },
            },
          },
        },
      },
    },
  },
};

function normalizationSettings(): Readonly<Record<keyof UrlNormalization, Setting>> {
  const types: Readonly<Record<UrlNormalization["type"], string>> = {
    rfc3986: "As RFC 3986 describes.",
    cloudflare: "Also merges slashes, and replaces `\\\\` by `/`.",
  };
  const scopes: Readonly<Record<UrlNormalization["scope"], string>> = {
    none: "Off.",
    incoming: "Rules see the normalized URL, the origin gets the original.",
    both: "The origin gets the normalized URL, too.",
  };
  const wordsOf = (rows: Readonly<Record<string, string>>): SettingShape => ({
    kind: "word",
    words: Object.entries(rows).map(([name, doc]) => ({ name, doc })),
  });
  return {
    type: { doc: "Kind of normalization.", shape: wordsOf(types), usual: usualNormalization.type },
    scope: {
      doc: "Who gets the normalized URL.",
      shape: wordsOf(scopes),
      usual: usualNormalization.scope,
    },
  };
}

export function formatSettings(): Readonly<Record<keyof FormatChoices, Setting>> {
  const words: Readonly<Record<OperatorSpelling, string>> = {
    "as-written": "Keep operators as written.",
    english: "Words: `and`, `not`, `eq`, …",
    "c-like": "Symbols: `&&`, `!`, `==`, …",
  };
  return {
    operators: {
      doc: "Operator style when formatting rules. Both styles are equivalent.",
      shape: { kind: "word", words: Object.entries(words).map(([name, doc]) => ({ name, doc })) },
      usual: "as-written",
    },
  };
}
