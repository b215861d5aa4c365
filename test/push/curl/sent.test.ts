import assert from "node:assert/strict";
import { test } from "vitest";
import type { PushChoices } from "../../../server/src/push/session/session.ts";
import { isRecord } from "../../../server/src/text/record.ts";
import { shellWords } from "../../fuzz/shell-words.ts";
import { sequences } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

/** The commands of `weir push --dry-run --format curl` are the calls of a push: one for one, with the same bodies. */

interface Call {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/** In the place of an ID that the service has not given yet. */
const anyId = "-1";

/** The calls of a script, as a POSIX shell parses it. */
function callsIn(script: string, variable: (name: string) => string): Call[] {
  const commands = script.split(/^(?=curl |#|\w+='')/m).filter((it) => it.startsWith("curl "));
  return commands.map((command) => {
    const words = shellWords(command.trimEnd(), (name) =>
      name.startsWith("NEW_") ? anyId : JSON.stringify(variable(name)).slice(1, -1),
    );
    const [, , , method = "", url = ""] = words;
    const data = words.indexOf("--data");
    const { pathname, search } = new URL(url);
    const body = data === -1 ? undefined : JSON.parse(words[data + 1] ?? "");
    return { method, url: `${pathname}${search}`, body };
  });
}

function isSame(written: unknown, sent: unknown): boolean {
  if (String(written) === anyId) return true;
  if (Array.isArray(written) && Array.isArray(sent))
    return written.length === sent.length && written.every((it, i) => isSame(it, sent[i]));
  if (!isRecord(written) || !isRecord(sent)) return written === sent;
  const names = new Set([...Object.keys(written), ...Object.keys(sent)]);
  return [...names].every((it) => isSame(written[it], sent[it]));
}

function isSameCall(written: Call, sent: Call): boolean {
  const [a, b] = [written.url.split("/"), sent.url.split("/")];
  return (
    written.method === sent.method &&
    a.length === b.length &&
    a.every((it, i) => it.replace(/\?.*/, "") === anyId || it === b[i]) &&
    isSame(written.body, sent.body)
  );
}

class Recorder {
  readonly sent: Call[] = [];

  constructor(readonly h: Harness) {
    const answer = h.emulator.answer.bind(h.emulator);
    h.emulator.answer = async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method } = request;
      const text = await request.clone().text();
      if (method !== "GET")
        this.sent.push({
          method,
          url: `${pathname}${search}`,
          body: text === "" ? undefined : JSON.parse(text),
        });
      return answer(request);
    };
  }

  /** Compares the commands for a file with its push. */
  async compare(path: string, choices: PushChoices): Promise<void> {
    const { h } = this;
    const script = await h.curl(path, choices);
    assert.equal(this.sent.length, 0, "the commands are made without a call");
    assert(!script.includes("hunter2"), script);
    await h.push(path, choices);
    const [destination] = this.sent.flatMap(({ body }) =>
      isRecord(body) ? [body.destination_conf ?? []].flat() : [],
    );
    const known = { ...h.env, DESTINATION_CONF: String(destination) };
    // A proof of ownership is only requested after a refusal.
    const sent = this.sent.filter((it) => !it.url.endsWith("/logpush/ownership"));
    const written = callsIn(script, (name) => (known as Record<string, string>)[name] ?? "");
    assert(
      written.length === sent.length && written.every((it, i) => isSameCall(it, sent[i] as Call)),
      `${script}\n${JSON.stringify(sent, null, 2)}`,
    );
  }
}

const pushes = sequences.filter((it) => /h\.push\("[^"]+"[^)]*\)/.test(it.act.toString()));

test.each(pushes.map((it) => [it.name, it] as const))("%s", async (_, sequence) => {
  using h = new Harness(sequence);
  await sequence.prepare?.(h);
  const asked: [path: string, choices: PushChoices][] = [];
  const push = h.push.bind(h);
  h.push = async (path, choices = {}) => {
    asked.push([path, choices]);
    return { path, profile: "local", outcome: "unchanged", ids: {}, message: "" };
  };
  await sequence.act(h);
  h.push = push;
  const [[path, choices] = ["", {}]] = asked;
  await new Recorder(h).compare(path, choices);
});
