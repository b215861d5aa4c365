import { expect, test } from "vitest";
import { Credential } from "../../../server/src/api/credential.ts";
import { createService } from "../../../server/src/api/service.ts";

const origin = "https://api.example.com";

/** A service that refuses requests for the zones in `refused`, once each, because of its rate limit. */
function limited(refused: readonly string[]) {
  const sent: string[] = [];
  const pauses: { readonly milliseconds: number; readonly end: () => void }[] = [];
  const left = new Set(refused);
  let open = 0;
  let mostOpen = 0;
  const state = { isOver: false };
  const service = createService({
    address: { origin, baseUrl: origin },
    credential: new Credential(origin, "a test", { token: "s3cret" }),
    fetch: async (input: Parameters<typeof fetch>[0]) => {
      const zone = new URL(String(input)).pathname.replace("/zones/", "");
      sent.push(zone);
      mostOpen = Math.max(mostOpen, ++open);
      await settled();
      open--;
      if (!left.delete(zone)) return Response.json({ success: true, result: { name: zone } });
      const headers = { "retry-after": "7" };
      return Response.json({ success: false, errors: [] }, { status: 429, headers });
    },
    patience: {
      attempts: 3,
      sleep: (milliseconds: number) =>
        new Promise<void>((end) => void pauses.push({ milliseconds, end })),
      isOver: () => state.isOver,
    },
  } as Parameters<typeof createService>[0]);
  return { service, sent, pauses, state, mostOpen: () => mostOpen, restart: () => (mostOpen = 0) };
}

/** Everything that does not wait for the service has run. */
function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

async function untilIdle(): Promise<void> {
  for (let i = 0; i < 10; i++) await settled();
}

test("after a 429 response, no request of the run is sent until the pause is over", async () => {
  const { service, sent, pauses } = limited(["a"]);
  const first = service.zoneName("a");
  await untilIdle();
  const others = ["b", "c"].map((it) => service.zoneName(it));
  await untilIdle();
  expect([sent, pauses.map((it) => it.milliseconds)]).toEqual([["a"], [7000]]);
  pauses[0]?.end();
  expect(await Promise.all([first, ...others])).toEqual(["a", "b", "c"]);
  expect(sent.toSorted()).toEqual(["a", "a", "b", "c"]);
});

test("requests are sent together before a 429 response, and one after another after it", async () => {
  const names = ["a", "b", "c", "d"];
  const { service, pauses, mostOpen, restart } = limited(names);
  const answers = Promise.all(names.map((it) => service.zoneName(it)));
  await untilIdle();
  expect([mostOpen(), pauses.length]).toEqual([4, 4]);
  restart();
  for (const it of pauses) it.end();
  expect([await answers, mostOpen()]).toEqual([names, 1]);
});

test("a canceled run sends nothing after the pause", async () => {
  const { service, sent, pauses, state } = limited(["a"]);
  const first = service.zoneName("a");
  await untilIdle();
  const second = service.zoneName("b");
  state.isOver = true;
  pauses[0]?.end();
  await expect(first).rejects.toThrow("Rate limited");
  await expect(second).rejects.toThrow("Rate limited");
  expect(sent).toEqual(["a"]);
});
