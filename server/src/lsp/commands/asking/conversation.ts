import { describeChange } from "../../../push/plan/describe.ts";
import type { Plan, Where } from "../../../push/plan/plan.ts";
import { type PlanLine, planLines } from "../../../push/plan/plan-lines.ts";
import { publicPlan } from "../../../push/plan/public-plan.ts";
import { type Act, actWords, questionOf } from "../../../push/plan/question.ts";
import type { Conversation, ReviewedTexts } from "../../../push/session/conversation.ts";
import { printable } from "../../../text/printable.ts";
import {
  type ChooseParams,
  type ClientOffers,
  type ConfirmParams,
  chooseRequest,
  confirmRequest,
} from "../../protocol.ts";
import type { Asking } from "./asking.ts";

export interface ConversationOptions {
  readonly asking: Asking;
  readonly offers: ClientOffers;
  readonly act: Act;
  uriOf(plan: Plan, where: Where): string;
  /** Receives each plan before the user is asked. */
  planned(plan: Plan, where: Where): void;
  /** The meaning of the file on the service, or of the text that a pull writes, as a sentence. Empty if that is not known. */
  meaning(plan: Plan, where: Where, texts: ReviewedTexts): string;
  /** Removes secrets. */
  hide(text: string): string;
  /** Receives shown plans, for the result. */
  show(plan: Plan, text: string): void;
  progress(text: string): void;
}

/** Questions of a push in an editor: through the client's own requests, or as messages with buttons. */
export function editorConversation(options: ConversationOptions): Conversation {
  const { asking, offers } = options;
  return {
    show: (plan, where) => options.show(plan, planText(plan, where, options)),
    confirm(plan, where, texts) {
      options.planned(plan, where);
      return offers.confirm
        ? confirmByClient(plan, where, texts, options)
        : confirmByMessage(plan, where, options);
    },
    async choose(text, answers, about) {
      if (offers.choose) return chooseByClient({ question: text, answers, ...about }, asking);
      const chosen = await asking.message(printable(text), answers);
      const index = typeof chosen === "string" ? -1 : answers.indexOf(chosen.title);
      return index === -1 ? undefined : index;
    },
    progress: (text) => options.progress(options.hide(text)),
    optionName: (option) => option,
  };

  async function confirmByMessage(plan: Plan, where: Where, words: ConversationOptions) {
    const agree = agreement(plan, words);
    const message = `${planText(plan, where, words)}\n${actWords[words.act].question}`;
    const isHarm = plan.warning !== undefined || plan.overwrites !== undefined;
    const answer = await asking.message(message, isHarm ? ["Cancel", agree] : [agree, "Cancel"]);
    if (answer === "unavailable") return answer;
    return answer !== "none" && answer.title === agree ? "yes" : "no";
  }
}

async function confirmByClient(
  plan: Plan,
  where: Where,
  reviewed: () => Promise<ReviewedTexts> | ReviewedTexts,
  options: ConversationOptions,
): Promise<"yes" | "no" | "unavailable"> {
  const {
    current: _current,
    next: _next,
    parts: _parts,
    exposes: _exposes,
    ...shown
  } = publicPlan(plan, options.hide);
  const texts = await reviewed();
  const meaning = options.meaning(plan, where, texts);
  const params: ConfirmParams = {
    question: actWords[options.act].question,
    asked: questionOf(shown, where, options.act, options.hide(meaning)),
    agree: agreement(plan, options),
    text: [planText(plan, where, options), ...shown.calls].join("\n"),
    plan: shown,
    differences: shown.changes.map((it) => ({ ...it, lines: describeChange(it) })),
    ...texts,
    where,
    uri: options.uriOf(plan, where),
    ...(meaning === "" ? undefined : { meaning }),
  };
  try {
    return (await options.asking.request(confirmRequest, params)) === "yes" ? "yes" : "no";
  } catch {
    return "unavailable";
  }
}

async function chooseByClient(params: ChooseParams, asking: Asking): Promise<number | undefined> {
  try {
    const answer = await asking.request(chooseRequest, params);
    return typeof answer === "number" && params.answers[answer] !== undefined ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** The label names what would be deleted. */
function agreement({ named }: Plan, { act }: ConversationOptions): string {
  const { agree } = actWords[act];
  return named ? `${agree}, and delete '${printable(named.name)}'` : agree;
}

const signs: Readonly<Record<PlanLine["kind"], string>> = {
  where: "",
  title: "",
  "-": "  - ",
  "+": "  + ",
  " ": "    ",
  note: "! ",
  call: "",
};

/** Longer diffs are truncated in the middle, to fit on a screen. */
const maxChanges = 24;

function planText(plan: Plan, where: Where, { hide, act }: ConversationOptions): string {
  const lines = planLines(plan, where).filter((it) => it.kind !== "call");
  const changes = lines.filter((it) => isChange(it));
  const [start = 0, count] = [lines.findIndex((it) => isChange(it)), changes.length];
  const cut =
    count <= maxChanges
      ? lines
      : [
          ...lines.slice(0, start + maxChanges),
          { kind: "note" as const, text: `… and ${count - maxChanges} more lines.` },
          ...lines.slice(start + count),
        ];
  const own = plan.careful ? ["! Local changes in the file would be lost."] : [];
  const { title } = questionOf(plan, where, act);
  return hide(
    [printable(plan.path), title, ...cut.map((it) => signs[it.kind] + it.text), ...own].join("\n"),
  );
}

function isChange({ kind }: PlanLine): boolean {
  return kind === "-" || kind === "+" || kind === " ";
}
