/** The kinds of text in the playground, by LSP language ID. */
export const kinds = ["lpfilter", "cfrule", "lpjob", "terraform", "yaml", "json"] as const;
export type Kind = (typeof kinds)[number];

interface KindFacts {
  readonly title: string;
  readonly extension: string;
  /** A file of another tool, which may have several filters and rules: the cursor selects one. */
  readonly isHost: boolean;
  /** Whether it can be edited in a form. */
  readonly hasForm: boolean;
  /** Whether requests can be traced through it. */
  readonly hasRules: boolean;
}

const facts: Readonly<Record<Kind, KindFacts>> = {
  lpfilter: {
    title: "Filter",
    extension: "lpfilter",
    isHost: false,
    hasForm: true,
    hasRules: false,
  },
  cfrule: { title: "Rule", extension: "cfrule", isHost: false, hasForm: false, hasRules: true },
  lpjob: { title: "Job", extension: "lpjob", isHost: false, hasForm: true, hasRules: false },
  terraform: { title: "Terraform", extension: "tf", isHost: true, hasForm: false, hasRules: true },
  yaml: {
    title: "YAML (octorules)",
    extension: "yaml",
    isHost: true,
    hasForm: false,
    hasRules: true,
  },
  json: {
    title: "Ruleset (JSON)",
    extension: "json",
    isHost: true,
    hasForm: false,
    hasRules: true,
  },
};

export function factsOf(kind: Kind): KindFacts {
  return facts[kind];
}

export function isKind(value: unknown): value is Kind {
  return kinds.some((it) => it === value);
}
