import { phaseDocs, type RulesTarget } from "../../languages.ts";
import type { Form, Setting } from "./shape.ts";

export interface Profile {
  /** `api.cloudflare.com` by default. */
  readonly baseUrl?: string;
  readonly zone?: string;
  readonly account?: string;
  readonly rulesTarget?: RulesTarget;
  /** The phases that `pull` and `diff` read; all by default. */
  readonly phases?: readonly string[];
}

/** Used in URL paths. */
const identifier: Form = {
  kind: "form",
  what: "an identifier: letters, digits, '-' and '_'",
  pattern: /^[A-Za-z0-9_-]+$/,
};

export function profileSettings(): Readonly<Record<keyof Profile, Setting>> {
  const targets: Readonly<Record<RulesTarget, string>> = {
    "firewall-rules": "Rule filters and the firewall rules that refer to them.",
    rulesets: "Their successor, the only one that Cloudflare still supports.",
  };
  return {
    baseUrl: {
      doc: "URL of the service, with `https`; plain `http` is only allowed for this machine. `https://api.cloudflare.com/client/v4` by default.",
      shape: { kind: "text" },
    },
    zone: {
      doc: "Zone of rules, and of jobs whose dataset belongs to a zone.",
      shape: identifier,
    },
    account: { doc: "Account of jobs whose dataset belongs to an account.", shape: identifier },
    rulesTarget: {
      doc: "API that rules are pushed to. By default `firewall-rules` for the emulator, `rulesets` for other hosts.",
      shape: {
        kind: "word",
        words: Object.entries(targets).map(([name, doc]) => ({ name, doc })),
      },
    },
    phases: {
      doc: "Phases whose rulesets `weir pull` and `weir diff` read; all by default. The others are listed as excluded.",
      shape: {
        kind: "list",
        of: { kind: "word", words: phaseDocs },
        what: "an array of phases",
      },
    },
  };
}
