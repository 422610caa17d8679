import { beforeEach, describe, expect, it, vi } from "vitest";
import { EVENTS_WAITING, PURCHASE_LEAD_MS } from "../lib/behaviour-settings.ts";
import type { ToldEvent } from "../lib/track.ts";
import { answerOf, countersCookies, declinesTracking, parseChoice, type Asked } from "./consent.ts";

const hit: ToldEvent = { kind: "hit", url: "/", title: "", referer: "" };
const purchase = (id: string): ToldEvent => ({ kind: "purchase", id, currency: "RUB", revenue: 1, things: [] });

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

/** Counting as a page that has just been loaded does it. */
async function counting() {
  vi.resetModules();
  const { makeCounting } = await import("./counting.ts");
  const told: string[] = [];
  const start = vi.fn<() => ((event: ToldEvent) => void)[]>(() => [
    (event) => void told.push(event.kind === "purchase" ? `purchase ${event.id}` : event.kind),
  ]);
  return { ...makeCounting(start), start, told };
}

describe("what happens on a page", () => {
  it("waits for the visitor's answer, then is told once and in order", async () => {
    const { tell, answer, start, told } = await counting();
    void tell(hit);
    void tell(purchase("1"));
    answer(null);
    expect(start).not.toHaveBeenCalled();
    answer("all");
    answer("all");
    void tell({ kind: "registration" });
    expect(told).toEqual(["hit", "purchase 1", "registration"]);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it("is forgotten where he wants only what is necessary, and nothing is loaded", async () => {
    const { tell, answer, start, told } = await counting();
    void tell(hit);
    answer("necessary");
    void tell(hit);
    expect(start).not.toHaveBeenCalled();
    answer("all");
    void tell({ kind: "registration" });
    expect(told).toEqual(["registration"]);
  });

  it("does not wait without end", async () => {
    const { tell, answer, told } = await counting();
    for (let at = 0; at < EVENTS_WAITING + 50; at += 1) void tell(hit);
    answer("all");
    expect(told).toHaveLength(EVENTS_WAITING);
  });
});

describe("a purchase", () => {
  it("is told once, also after the page was loaded again", async () => {
    const first = await counting();
    first.answer("all");
    void first.tell(purchase("1"));
    void first.tell(purchase("1"));
    void first.tell(purchase("2"));
    expect(first.told).toEqual(["purchase 1", "purchase 2"]);
    const again = await counting();
    again.answer("all");
    void again.tell(purchase("2"));
    void again.tell(purchase("3"));
    expect(again.told).toEqual(["purchase 3"]);
  });

  it("is told once on a page whose browser keeps nothing, or nonsense", async () => {
    const setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    for (const nonsense of ["{", '{"1":true}', "[1, null]"]) {
      vi.stubGlobal("localStorage", { getItem: () => nonsense, setItem });
      const { tell, answer, told } = await counting();
      answer("all");
      void tell(purchase("1"));
      void tell(purchase("1"));
      expect(told).toEqual(["purchase 1"]);
    }
  });

  it("holds the page for the moment that it needs to leave; nothing else does", async () => {
    vi.useFakeTimers();
    const { tell, answer } = await counting();
    expect(tell(purchase("0"))).toBeUndefined();
    answer("all");
    expect(tell(hit)).toBeUndefined();
    const left = vi.fn<() => void>();
    void tell(purchase("1"))?.then(left);
    await vi.advanceTimersByTimeAsync(PURCHASE_LEAD_MS - 1);
    expect(left).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(left).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });
});

it("events of a page wait for whoever listens, and are heard in order", async () => {
  vi.resetModules();
  const { listenToEvents, track } = await import("../lib/track.ts");
  void track(hit);
  void track(purchase("1"));
  const heard: string[] = [];
  listenToEvents((event) => {
    heard.push(event.kind);
    return event.kind === "purchase" ? Promise.resolve() : undefined;
  });
  expect(track({ kind: "registration" })).toBeUndefined();
  await expect(track(purchase("2"))).resolves.toBeUndefined();
  expect(heard).toEqual(["hit", "purchase", "registration", "purchase"]);
});

describe("the visitor's choice", () => {
  const asked = (part: Partial<Asked>): Asked => ({ choice: null, asks: true, declined: false, ...part });

  it.each<[string, Partial<Asked>, string | null]>([
    ["asks first", {}, null],
    ["asks nobody whose browser has said no", { declined: true }, "necessary"],
    ["does not ask where the shop does not", { asks: false }, "all"],
    ["hears the browser there too", { asks: false, declined: true }, "necessary"],
    ["follows what was said", { choice: "necessary", asks: false }, "necessary"],
    ["follows what was said against the browser's own word", { choice: "all", declined: true }, "all"],
  ])("%s", (_what, part, held) => expect(answerOf(asked(part))).toBe(held));

  it.each([
    [{ choice: "all", version: 1 }, "all"],
    [{ choice: "necessary", version: 1, at: "2026" }, "necessary"],
    [{ choice: "all", version: 0 }, null],
    [{ choice: "everything", version: 1 }, null],
    ["all", null],
    [null, null],
    [[], null],
  ])("as the browser kept it, %j, is %s", (stored, choice) => expect(parseChoice(stored)).toBe(choice));

  it("reads what the browser says", () => {
    expect(declinesTracking({ doNotTrack: "1" })).toBe(true);
    expect(declinesTracking({ globalPrivacyControl: true })).toBe(true);
    expect(declinesTracking({ doNotTrack: null })).toBe(false);
    expect(declinesTracking({ doNotTrack: "unspecified" })).toBe(false);
  });

  it("taken back, takes the counters' cookies along and leaves the shop's", () => {
    expect(countersCookies("_ym_uid=1; token=x; _ga_AB=2; i18n_redirected=ru-RU; currency=USD; _ym_d")).toEqual([
      "_ym_uid",
      "_ga_AB",
      "_ym_d",
    ]);
    expect(countersCookies("")).toEqual([]);
  });
});
