import { beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_QUEUED_EVENTS, PURCHASE_SEND_MS } from "../browser/behavior-settings.ts";
import type { AnalyticsEvent } from "./track.ts";
import {
  resolveConsent,
  findTrackingCookies,
  hasTrackingOptOut,
  parseConsentChoice,
  type ConsentState,
} from "./consent.ts";

const hit: AnalyticsEvent = { kind: "hit", url: "/", title: "", referer: "" };
const purchase = (id: string): AnalyticsEvent => ({ kind: "purchase", id, currency: "RUB", revenue: 1, items: [] });

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

/** A tracker as a freshly loaded page creates it. */
async function loadTracker() {
  vi.resetModules();
  const { createTracker } = await import("./tracker.ts");
  const sent: string[] = [];
  const start = vi.fn<() => ((event: AnalyticsEvent) => void)[]>(() => [
    (event) => void sent.push(event.kind === "purchase" ? `purchase ${event.id}` : event.kind),
  ]);
  return { ...createTracker(start), start, sent };
}

describe("events on a page", () => {
  it("are queued until the visitor answers, then sent once and in order", async () => {
    const { track, setConsent, start, sent } = await loadTracker();
    void track(hit);
    void track(purchase("1"));
    setConsent(null);
    expect(start).not.toHaveBeenCalled();
    setConsent("all");
    setConsent("all");
    void track({ kind: "registration" });
    expect(sent).toEqual(["hit", "purchase 1", "registration"]);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it("are dropped and nothing is loaded if the visitor allows only what is necessary", async () => {
    const { track, setConsent, start, sent } = await loadTracker();
    void track(hit);
    setConsent("necessary");
    void track(hit);
    expect(start).not.toHaveBeenCalled();
    setConsent("all");
    void track({ kind: "registration" });
    expect(sent).toEqual(["registration"]);
  });

  it("are queued up to a limit", async () => {
    const { track, setConsent, sent } = await loadTracker();
    for (let index = 0; index < MAX_QUEUED_EVENTS + 50; index += 1) void track(hit);
    setConsent("all");
    expect(sent).toHaveLength(MAX_QUEUED_EVENTS);
  });
});

describe("a purchase", () => {
  it("is sent once, also after the page is reloaded", async () => {
    const first = await loadTracker();
    first.setConsent("all");
    void first.track(purchase("1"));
    void first.track(purchase("1"));
    void first.track(purchase("2"));
    expect(first.sent).toEqual(["purchase 1", "purchase 2"]);
    const again = await loadTracker();
    again.setConsent("all");
    void again.track(purchase("2"));
    void again.track(purchase("3"));
    expect(again.sent).toEqual(["purchase 3"]);
  });

  it("is sent once if the browser storage is full or holds malformed data", async () => {
    const setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    for (const malformed of ["{", '{"1":true}', "[1, null]"]) {
      vi.stubGlobal("localStorage", { getItem: () => malformed, setItem });
      const { track, setConsent, sent } = await loadTracker();
      setConsent("all");
      void track(purchase("1"));
      void track(purchase("1"));
      expect(sent).toEqual(["purchase 1"]);
    }
  });

  it("delays navigation until it can be sent; no other event does", async () => {
    vi.useFakeTimers();
    const { track, setConsent } = await loadTracker();
    expect(track(purchase("0"))).toBeUndefined();
    setConsent("all");
    expect(track(hit)).toBeUndefined();
    const onResolved = vi.fn<() => void>();
    void track(purchase("1"))?.then(onResolved);
    await vi.advanceTimersByTimeAsync(PURCHASE_SEND_MS - 1);
    expect(onResolved).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onResolved).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });
});

it("events are queued until a listener is registered, and are delivered in order", async () => {
  vi.resetModules();
  const { setEventListener, track } = await import("./track.ts");
  void track(hit);
  void track(purchase("1"));
  const received: string[] = [];
  setEventListener((event) => {
    received.push(event.kind);
    return event.kind === "purchase" ? Promise.resolve() : undefined;
  });
  expect(track({ kind: "registration" })).toBeUndefined();
  await expect(track(purchase("2"))).resolves.toBeUndefined();
  expect(received).toEqual(["hit", "purchase", "registration", "purchase"]);
});

describe("the visitor's choice", () => {
  const consentState = (overrides: Partial<ConsentState>): ConsentState => ({
    choice: null,
    isConsentRequired: true,
    hasOptedOut: false,
    ...overrides,
  });

  it.each<[string, Partial<ConsentState>, string | null]>([
    ["is required by default", {}, null],
    ["is not asked for if the browser has opted out", { hasOptedOut: true }, "necessary"],
    ["is not asked for if the store does not require it", { isConsentRequired: false }, "all"],
    ["respects the browser opt-out there too", { isConsentRequired: false, hasOptedOut: true }, "necessary"],
    ["uses the stored choice", { choice: "necessary", isConsentRequired: false }, "necessary"],
    ["prefers the stored choice to the browser opt-out", { choice: "all", hasOptedOut: true }, "all"],
  ])("%s", (_what, overrides, expected) => expect(resolveConsent(consentState(overrides))).toBe(expected));

  it.each([
    [{ choice: "all", version: 1 }, "all"],
    [{ choice: "necessary", version: 1, at: "2026" }, "necessary"],
    [{ choice: "all", version: 0 }, null],
    [{ choice: "everything", version: 1 }, null],
    ["all", null],
    [null, null],
    [[], null],
  ])("stored as %j is parsed as %s", (stored, choice) => expect(parseConsentChoice(stored)).toBe(choice));

  it("reads the browser's opt-out signals", () => {
    expect(hasTrackingOptOut({ doNotTrack: "1" })).toBe(true);
    expect(hasTrackingOptOut({ globalPrivacyControl: true })).toBe(true);
    expect(hasTrackingOptOut({ doNotTrack: null })).toBe(false);
    expect(hasTrackingOptOut({ doNotTrack: "unspecified" })).toBe(false);
  });

  it("when withdrawn, selects the analytics cookies and leaves the store's own", () => {
    expect(findTrackingCookies("_ym_uid=1; token=x; _ga_AB=2; i18n_redirected=ru-RU; currency=USD; _ym_d")).toEqual([
      "_ym_uid",
      "_ga_AB",
      "_ym_d",
    ]);
    expect(findTrackingCookies("")).toEqual([]);
  });
});
