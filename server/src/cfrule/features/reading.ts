import { cutTo } from "../../text/shorten.ts";
import { thousands } from "../../text/wording.ts";
import { comparisonBySpelling } from "../catalog/operators.ts";
import type { Document } from "../document.ts";
import type {
  Call,
  Comparand,
  Comparison,
  Logical,
  Node,
  Operand,
  Quantifier,
  SetLiteral,
} from "../syntax/tree.ts";
import { isBooleanOperand, isOperand } from "../syntax/types.ts";

/** Placeholder for missing and truncated parts. */
const ellipsis = "…";

/** The whole file as one sentence without a full stop, about `most` characters at most. */
export function ruleReading(doc: Document, most: number): string | undefined {
  const { root, form } = doc.parsed;
  if (root.kind === "missing" || root.kind === "stray") return undefined;
  if (form === "value") return `Returns ${cutTo(onOneLine(doc.text, root), most)}`;
  if (root.kind === "constant") return `Matches ${root.value ? "every request" : "no request"}`;
  return `Matches requests where ${reading(doc, root, most)}`;
}

/** A part of the expression in English, to follow "where". */
export function reading(doc: Document, node: Node, most: number): string {
  const sentence = new Sentence(doc.text, most);
  sentence.node(node, { joined: undefined, negated: false });
  return cutTo(sentence.written, most);
}

/** The source text, with whitespace collapsed. */
export function onOneLine(text: string, { start, end }: Node): string {
  const written = text.slice(start, Math.min(end, start + maxChecked));
  return written.replace(/\s+/g, " ") + (end > start + maxChecked ? ellipsis : "");
}

/** Far more than is ever shown. */
const maxChecked = 2000;

interface PartContext {
  /** How the part is joined to its siblings. */
  readonly joined: Logical["name"] | "not" | undefined;
  readonly negated: boolean;
}

/** Stops at the length limit, so that a huge expression costs no more than a small one. */
class Sentence {
  written = "";

  constructor(
    private readonly text: string,
    private readonly most: number,
  ) {}

  node(node: Node, around: PartContext): void {
    switch (node.kind) {
      case "group":
      case "recovered":
        this.node(node.inner, around);
        break;
      case "logical":
        this.logical(node, around);
        break;
      case "not":
        this.node(node.operand, { joined: "not", negated: !around.negated });
        break;
      case "comparison":
        this.comparison(node, operandText(this.text, node.left), around);
        break;
      case "quantifier":
        this.quantifier(node, around);
        break;
      case "field":
      case "indexed":
        this.alone(node, around);
        break;
      case "call":
        this.call(node, around);
        break;
      default:
        this.written += node.kind === "constant" ? String(node.value) : ellipsis;
    }
  }

  private logical(node: Logical, around: PartContext): void {
    const { name, operands } = node;
    if (around.negated) this.written += "not ";
    const bracketed = around.negated || (around.joined !== undefined && around.joined !== name);
    if (bracketed) this.written += "(";
    if (name === "xor") this.written += operands.length === 2 ? "either " : "an odd number of ";
    const between =
      name === "and" ? " and " : name === "or" || operands.length === 2 ? " or " : "; ";
    for (const [index, operand] of operands.entries()) {
      if (index > 0) this.written += between;
      this.node(operand, { joined: name, negated: false });
      if (this.written.length > this.most) break;
    }
    if (name === "xor" && operands.length === 2) this.written += " but not both";
    if (bracketed) this.written += ")";
  }

  private comparison(node: Comparison, left: string, { negated }: PartContext): void {
    const verb = verbOf(node);
    // If a value may be missing, 'eq' is not the exact opposite of 'ne'.
    const mayBeMissing = node.left.kind === "indexed" || isOperand(node.right);
    if (negated && node.operator.name === "ne" && mayBeMissing) {
      this.written += `not (${left} ${verb} ${comparandText(this.text, node.right)})`;
      return;
    }
    this.written += `${left} ${negated ? denied(verb) : verb} ${comparandText(this.text, node.right)}`;
  }

  /** A single comparison reads as a sentence about the elements; several need a word for the element. */
  private quantifier({ name, argument }: Quantifier, { negated }: PartContext): void {
    if (negated) this.written += "not ";
    if (argument.kind === "comparison") {
      const elements = operandText(this.text, argument.left).replaceAll("[*]", "");
      const subject = `${name === "any" ? "any" : "each"} of ${elements}`;
      this.comparison(argument, subject, { joined: undefined, negated: false });
      return;
    }
    this.written += `for ${name === "any" ? "some" : "every"} element (`;
    this.node(argument, { joined: undefined, negated: false });
    this.written += ")";
  }

  private call(node: Call, around: PartContext): void {
    const verb = Object.hasOwn(callVerbs, node.name) ? callVerbs[node.name] : undefined;
    const [first, second] = node.args;
    if (verb && first && second) {
      const [subject, object] = [first, second].map((it) =>
        it.kind === "missing" ? ellipsis : cutTo(onOneLine(this.text, it), maxOperand),
      );
      this.written += `${subject} ${around.negated ? denied(verb) : verb} ${object}`;
    } else {
      this.alone(node, around);
    }
  }

  /** An operand that is not a Boolean is still missing its comparison. */
  private alone(operand: Operand, { negated }: PartContext): void {
    const answer = isBooleanOperand(operand) ? `is ${negated ? "false" : "true"}` : ellipsis;
    this.written += `${operandText(this.text, operand)} ${answer}`;
  }
}

/** Functions that read like operators. */
const callVerbs: Readonly<Record<string, string>> = {
  starts_with: "starts with",
  ends_with: "ends with",
  contains: "contains",
};

/** A set of one value reads as the value, and networks and ranges read "is in". */
function verbOf({ operator, right }: Comparison): string {
  const verb = comparisonBySpelling(operator.name)?.reads ?? operator.name;
  if (isOperand(right) && /^(?:eq|ne)$/.test(operator.name)) return `${verb} the same as`;
  if (operator.name !== "in") return verb;
  if (right.kind === "list") return "is in the list";
  if (right.kind !== "set") return verb;
  if (right.items.some((it) => it.kind === "network" || it.kind === "range")) return "is in";
  return right.items.length === 1 ? "is" : verb;
}

/** "is" becomes "is not", and "contains" becomes "does not contain". */
function denied(verb: string): string {
  if (verb.startsWith("is not")) return `is${verb.slice("is not".length)}`;
  if (verb.startsWith("is")) return `is not${verb.slice("is".length)}`;
  return `does not ${verb.replace(/(?<=\w)(?:(?<=ch)es|s)\b/, "")}`;
}

function comparandText(text: string, right: Comparand): string {
  switch (right.kind) {
    case "set":
      return setText(text, right);
    case "list":
      return `$${cutTo(right.name, maxShown)}`;
    case "missing":
      return ellipsis;
    case "field":
    case "call":
    case "indexed":
      return operandText(text, right);
    default:
      return cutTo(onOneLine(text, right), maxShown);
  }
}

const maxListed = 5;

function setText(text: string, { items }: SetLiteral): string {
  if (items.length === 0) return "(no values)";
  const first = items.slice(0, maxListed).map((it) => cutTo(onOneLine(text, it), maxShown));
  const more = items.length - first.length;
  const rest = more > 0 ? `, ${ellipsis} (${thousands(items.length)} values)` : "";
  return first.join(", ") + rest;
}

function operandText(text: string, operand: Operand): string {
  return cutTo(onOneLine(text, operand), maxOperand);
}

const maxShown = 60;
const maxOperand = 120;
