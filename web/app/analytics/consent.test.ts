import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepChoice, recordChoice } from "./consent.ts";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Records a yes while the shop answers in the given way. @returns how often the choice was refused */
async function recordYes(answer: () => Promise<Response>): Promise<number> {
  vi.stubGlobal("fetch", answer);
  keepChoice("all");
  const onRefused = vi.fn<() => void>();
  await recordChoice("/user/consents/analytics", onRefused);
  return onRefused.mock.calls.length;
}

it("keeps the receipt of a choice that was recorded", async () => {
  expect(await recordYes(async () => Response.json({ receipt: "r1" }))).toBe(0);
  expect(stored.get("consent")).toContain('"receipt":"r1"');
});

it("reports a choice that the shop did not record, and no lost connection", async () => {
  expect(await recordYes(async () => Response.json({}, { status: 429 }))).toBe(1);
  expect(await recordYes(() => Promise.reject(new TypeError("no connection")))).toBe(0);
  expect(stored.get("consent")).toContain('"receipt":""');
});
