import { describe, expect, test } from "vitest";
import type { Patience } from "../../../server/src/api/calls.ts";
import { Credential } from "../../../server/src/api/credential.ts";
import { allPages } from "../../../server/src/api/pages.ts";
import { createService, type ServiceOptions } from "../../../server/src/api/service.ts";
import { ServiceError } from "../../../server/src/api/service-error.ts";
import { Cancellation } from "../../../server/src/push/session/cancellation.ts";
import { confirmOutcome, Stopped } from "../../../server/src/push/session/outcome.ts";
import { eventually } from "../../support/waiting.ts";

const origin = "https://api.example.com";
const zone = { zone_id: "z1" };
const job = { id: 7, name: "shop" };

const ok = (result: unknown, result_info?: object) =>
  Response.json({ success: true, errors: [], messages: [], result, result_info });
const tooMany = (retryAfter: string) =>
  Response.json({ success: false }, { status: 429, headers: { "retry-after": retryAfter } });

/** A service with a sequence of responses. Delays are recorded instead of waiting. */
function serviceOf(
  answers: readonly ((request: { url: URL; method: string }) => Response | Promise<Response>)[],
  more: Partial<ServiceOptions> & { readonly patience?: Partial<Patience> } = {},
) {
  const pauses: number[] = [];
  const said: string[] = [];
  const sent: string[] = [];
  const service = createService({
    address: { origin, baseUrl: `${origin}/client/v4` },
    credential: new Credential(origin, "a test", { token: "s3cret" }),
    fetch: async (input, init) => {
      const url = new URL(String(input));
      const method = init?.method ?? "GET";
      sent.push(`${method} ${url.pathname.replace("/client/v4/zones/z1", "")}`);
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      if (!answer) throw new Error("There is no answer.");
      return answer({ url, method });
    },
    ...more,
    patience: {
      attempts: 3,
      sleep: async (it) => void pauses.push(it),
      say: (text) => void said.push(text),
      ...more.patience,
    },
  });
  return { service, pauses, said, sent };
}

async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.then(
    () => undefined,
    (it) => it,
  );
  if (!(error instanceof ServiceError)) throw new Error(`It did not fail as it should: ${error}`);
  return error;
}

describe("a rate limit", () => {
  test("retries after the given time, because the request had no effect", async () => {
    const { service, pauses, said, sent } = serviceOf([() => tooMany("7"), () => ok(job)]);
    expect(await service.jobs.create(zone, {})).toEqual(job);
    expect(pauses).toEqual([7000]);
    expect(sent).toEqual(["POST /logpush/jobs", "POST /logpush/jobs"]);
    expect(said).toEqual([
      "Rate limited by 'api.example.com' (429). Wait 7 s. Retrying in 7 s (attempt 2 of 3)",
    ]);
  });

  test("accepts a date", async () => {
    const soon = new Date(Date.now() + 60_000).toUTCString();
    const { service, pauses } = serviceOf([() => tooMany(soon), () => ok([])]);
    await service.jobs.list(zone);
    expect(pauses[0]).toBeGreaterThan(50_000);
    expect(pauses[0]).toBeLessThanOrEqual(60_000);
  });

  test("fails when the given time is too long", async () => {
    const { service, pauses, sent } = serviceOf([() => tooMany("86400")]);
    expect((await failureOf(service.jobs.list(zone))).message).toContain("Wait 86400 s.");
    expect([pauses, sent.length]).toEqual([[], 1]);
  });

  test("gives up after several attempts", async () => {
    const { service, sent } = serviceOf([() => tooMany("1")]);
    const { effect } = await failureOf(service.jobs.create(zone, {}));
    expect([effect, sent.length]).toEqual(["none", 3]);
  });

  test("does not retry after cancellation", async () => {
    const patience = { isOver: () => true };
    const { service, sent } = serviceOf([() => tooMany("1")], { patience } as never);
    await failureOf(service.jobs.create(zone, {}));
    expect(sent.length).toBe(1);
  });

  test("never repeats another request that may have had an effect", async () => {
    const busy = () =>
      Response.json({ success: false }, { status: 503, headers: { "retry-after": "1" } });
    const { service, sent } = serviceOf([busy]);
    await failureOf(service.jobs.create(zone, {}));
    expect(sent.length).toBe(1);
    await failureOf(service.jobs.list(zone));
    expect(sent.length).toBe(4);
  });
});

describe("a stalled service", () => {
  /** Deadlines of `over` milliseconds expire immediately, others never. */
  function deadlines(over: number) {
    return {
      deadline: (milliseconds: number) =>
        milliseconds === over ? AbortSignal.abort(new DOMException("", "TimeoutError")) : never,
    };
  }
  const never = new AbortController().signal;

  test("before its response, times out, and the message names the timeout", async () => {
    const { service, sent } = serviceOf([() => new Promise(() => {})], {
      timeout: 5000,
      advice: "Wait longer.",
      ...deadlines(5000),
      fetch: async (_, init) => {
        init?.signal?.throwIfAborted();
        return new Promise<never>(() => {});
      },
    });
    const { message, effect } = await failureOf(service.jobs.list(zone));
    expect(message).toBe("'api.example.com' did not respond within 5 s. Wait longer.");
    expect(effect).toBe("unknown");
    expect(sent).toEqual([]);
  });

  test("within its response, is detected earlier", async () => {
    const half = new TextEncoder().encode('{"success": true, "result": [');
    const stalled = () =>
      new Response(new ReadableStream({ start: (stream) => stream.enqueue(half) }));
    const { service, sent } = serviceOf([stalled], deadlines(20_000));
    const { message } = await failureOf(service.jobs.list(zone));
    expect(message).toMatch(
      /^'api\.example\.com' stalled in the middle of its response for 20 s\./,
    );
    expect(sent.length).toBe(1);
  });

  test("is reported while waiting, with the attempt", async () => {
    const every = (_: number, run: () => void) => {
      run();
      run();
      return () => {};
    };
    const lost = () => Promise.reject(new Error("lost"));
    const { service, said } = serviceOf([lost, () => ok([])], { patience: { every } } as never);
    await service.jobs.list(zone);
    expect(said).toEqual([
      "Waiting for the service for 5 s",
      "Waiting for the service for 10 s",
      "'api.example.com' closed the connection without a response. Retrying in 1 s (attempt 2 of 3)",
      "Waiting for the service for 5 s (attempt 2 of 3)",
      "Waiting for the service for 10 s (attempt 2 of 3)",
    ]);
  });
});

describe("an inconsistent service", () => {
  const rule = (id: string) => ({
    id,
    action: "block",
    filter: { id: `f${id}`, expression: "ssl" },
  });
  const full = (from: number) => Array.from({ length: 100 }, (_, i) => rule(`r${from + i}`));
  const one = { patience: { attempts: 1 } } as never;

  test("with a list that does not end", async () => {
    const { service, sent } = serviceOf([() => ok(full(0), { total_pages: 9999 })], one);
    expect((await failureOf(service.rules.list("z1"))).message).toContain("endless list");
    expect(sent.length).toBe(2);
  });

  test("with new rules on every page, endlessly", async () => {
    const all = allPages(
      async ({ page }, decode) => decode([rule(`r${page}`)], { per_page: 1 }),
      (it) => it as { id: string }[],
    );
    expect((await failureOf(all)).message).toContain("endless list");
  });

  test("with fewer pages than announced", async () => {
    const info = { page: 1, per_page: 100, total_pages: 1, total_count: 100 };
    const pages = [() => ok(full(0), info), () => ok([rule("last")], info)];
    const { service } = serviceOf(pages, one);
    expect(await service.rules.list("z1")).toHaveLength(101);
  });

  test("with a higher total than its pages contain", async () => {
    const { service } = serviceOf([() => ok([rule("a")], { total_count: 3 })], one);
    expect((await failureOf(service.rules.list("z1"))).message).toContain("listed 1 of 3 items");
  });

  test("with pages smaller than requested is read to the end", async () => {
    const info = { per_page: 2, total_count: 3, total_pages: 2 };
    const pages = [() => ok([rule("a"), rule("b")], info), () => ok([rule("c")], info)];
    const { service } = serviceOf(pages, one);
    expect((await service.rules.list("z1")).map((it) => it.id)).toEqual(["a", "b", "c"]);
  });

  test("with jobs on several pages: all are read", async () => {
    const jobs = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({ id: from + i, dataset: "http_requests" }));
    const info = { per_page: 2, total_count: 3, total_pages: 2 };
    const pages = [
      () => ok(jobs(1, 2), info),
      ({ url }: { url: URL }) => ok(url.searchParams.get("page") === "2" ? jobs(3, 1) : [], info),
    ];
    const { service, sent } = serviceOf(pages, one);
    expect((await service.jobs.list(zone)).map((it) => it.id)).toEqual([1, 2, 3]);
    expect(sent).toHaveLength(2);

    const whole = serviceOf([() => ok(jobs(1, 250))], one);
    expect(await whole.service.jobs.list(zone)).toHaveLength(250);
    expect(whole.sent).toHaveLength(1);
    const part = serviceOf([() => ok(jobs(1, 2), { total_count: 3 })], one);
    expect((await failureOf(part.service.jobs.list(zone))).message).toContain("listed 2 of 3");
  });

  test.each<[what: string, result: unknown]>([
    ["an object in the place of a list", {}],
    ["nothing in the place of a list", null],
    ["a list of lists", [[]]],
    ["the same job twice", [job, job]],
  ])("with %s", async (_, result) => {
    const { service } = serviceOf([() => ok(result)], one);
    const { message } = await failureOf(service.jobs.list(zone));
    expect(message).toBe("Unexpected response from the service.");
  });

  test("with status 200 and 'success: false'", async () => {
    const both = () => Response.json({ success: false, errors: [{ message: "No." }] });
    const { service } = serviceOf([both], one);
    const { message, effect } = await failureOf(service.jobs.create(zone, {}));
    expect([message, effect]).toEqual([
      "'api.example.com' answered 200, but reported a failure. No.",
      "unknown",
    ]);
  });

  test("with the wrong job in a response", async () => {
    const { service } = serviceOf([() => ok([job]), () => ok(job)], one);
    await service.jobs.list(zone);
    for (const call of [service.jobs.update(zone, 8, {}), service.jobs.get(zone, 8)])
      expect((await failureOf(call)).effect).toBe("unknown");
    const again = serviceOf([() => ok([job]), () => ok(job)], one);
    await again.service.jobs.list(zone);
    const { message } = await failureOf(again.service.jobs.create(zone, {}));
    expect(message).toBe("The service returned the ID of another resource.");
  });

  test("with an endless body", async () => {
    const megabyte = new Uint8Array(1024 * 1024).fill(32);
    const flood = () =>
      new Response(new ReadableStream({ pull: (stream) => stream.enqueue(megabyte) }));
    const { service } = serviceOf([flood], one);
    expect((await failureOf(service.jobs.list(zone))).message).toBe(
      "The response is larger than 64 MB and was not read.",
    );
  });
});

test("a failed listing is not repeated in the same run", async () => {
  const broken = () => Response.json({ success: false }, { status: 403 });
  const { service, sent } = serviceOf([broken]);
  for (let i = 0; i < 5; i++) await failureOf(service.jobs.list(zone));
  expect(sent.length).toBe(1);
});

describe("canceling while a change is sent", () => {
  /** Does not respond until the request is aborted. */
  const stalled =
    (sent: string[]): typeof fetch =>
    (_, init) =>
      new Promise((_, reject) => {
        sent.push(init?.method ?? "");
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });

  test("does not wait for a stalled service, and reports that the outcome is unknown", async () => {
    const cancel = new AbortController();
    const sent: string[] = [];
    const stop = new Cancellation(cancel.signal, (run) => run());
    const { service } = serviceOf([], { fetch: stalled(sent), stop });
    const settled = stop.during(() =>
      confirmOutcome({
        what: "Create job",
        send: () => service.jobs.create(zone, {}),
        look: () => service.jobs.get(zone, 7),
      }),
    );
    await eventually(() => expect(sent).toHaveLength(1));
    cancel.abort();
    const error = await settled.catch((it: unknown) => it);
    expect(error).toBeInstanceOf(Stopped);
    expect(error).toMatchObject({
      known: "in-doubt",
      message: expect.stringMatching(/^Create job: Canceled\. Outcome unknown/),
    });
    expect(sent).toEqual(["POST"]);
  });

  test("reports the outcome when the response is arriving", async () => {
    const cancel = new AbortController();
    const later: (() => void)[] = [];
    const stop = new Cancellation(cancel.signal, (run) => void later.push(run));
    const { service } = serviceOf([() => ok(job)], { stop });
    const created = stop.during(() => service.jobs.create(zone, {}));
    cancel.abort();
    expect(await created).toEqual(job);
    expect(later.length).toBe(1);
  });
});
