import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { saveConsentChoice, recordConsentChoice } from "./consent.ts";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Records a consent with the given server response. @returns how often `onRefused` was called */
async function recordConsent(getResponse: () => Promise<Response>): Promise<number> {
  vi.stubGlobal("fetch", getResponse);
  saveConsentChoice("all");
  const onRefused = vi.fn<() => void>();
  await recordConsentChoice("/user/consents/analytics", onRefused);
  return onRefused.mock.calls.length;
}

it("stores the receipt of a recorded choice", async () => {
  expect(await recordConsent(async () => Response.json({ receipt: "r1" }))).toBe(0);
  expect(stored.get("consent")).toContain('"receipt":"r1"');
});

it("reports a choice that the server did not record, but not a lost connection", async () => {
  expect(await recordConsent(async () => Response.json({}, { status: 429 }))).toBe(1);
  expect(await recordConsent(() => Promise.reject(new TypeError("no connection")))).toBe(0);
  expect(stored.get("consent")).toContain('"receipt":""');
});
