import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BUILD_CHECK_MS } from "./behavior-settings.ts";
import { fetchLatestBuildId, watchBuild } from "./build-check.ts";
import { addSource } from "./copy-attribution.ts";
import { watchDeviceType } from "./device-type.ts";
import { canReload } from "../errors/chunk-reload.ts";
import { shouldSaveData } from "../navigation/save-data.ts";
import { trimValue } from "../forms/trim-inputs.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("copied text", () => {
  it("gets its source appended, as a link in the HTML flavor", () => {
    const source = { site: "Furoshiki", url: "http://shop.test/krem" };
    expect(addSource({ text: "Крем", html: "<b>Крем</b>" }, source)).toEqual({
      text: "Крем\n\n— Furoshiki, http://shop.test/krem",
      html: '<b>Крем</b><p>— <a href="http://shop.test/krem">Furoshiki</a></p>',
    });
  });

  it("escapes the URL and the name", () => {
    const { html } = addSource({ text: "", html: "" }, { site: "a<b", url: 'http://shop.test/"onclick="x' });
    expect(html).toBe('<p>— <a href="http://shop.test/&quot;onclick=&quot;x">a&lt;b</a></p>');
  });
});

describe("the build check", () => {
  function startWatch(ids: (string | null)[]) {
    const checkTimes: number[] = [];
    const onNewBuild = vi.fn<() => void>();
    let returnToTab = () => {};
    const startedAt = Date.now();
    const stop = watchBuild({
      currentId: "one",
      fetchLatestId: async () => {
        checkTimes.push(Date.now() - startedAt);
        return ids.shift() ?? "one";
      },
      now: Date.now,
      onVisible: (callback) => {
        returnToTab = callback;
        return () => {
          returnToTab = () => {};
        };
      },
      onNewBuild,
    });
    return { checkTimes, onNewBuild, stop, returnToTab: () => returnToTab() };
  }

  it("checks after a second and then every hour, whatever the responses", async () => {
    const { checkTimes, onNewBuild } = startWatch(["one", null, "one"]);
    await vi.advanceTimersByTimeAsync(2 * BUILD_CHECK_MS + 1000);
    expect(checkTimes).toEqual([1000, 1000 + BUILD_CHECK_MS, 1000 + 2 * BUILD_CHECK_MS]);
    expect(onNewBuild).not.toHaveBeenCalled();
  });

  it("reports a newer build once and stops checking", async () => {
    const { checkTimes, onNewBuild, returnToTab } = startWatch(["two"]);
    await vi.advanceTimersByTimeAsync(3 * BUILD_CHECK_MS);
    returnToTab();
    await vi.advanceTimersByTimeAsync(1000);
    expect(onNewBuild).toHaveBeenCalledTimes(1);
    expect(checkTimes).toEqual([1000]);
  });

  it("checks when a hidden tab becomes visible, at most once a minute", async () => {
    const { checkTimes, returnToTab } = startWatch([]);
    await vi.advanceTimersByTimeAsync(30_000);
    returnToTab();
    await vi.advanceTimersByTimeAsync(60_000);
    returnToTab();
    returnToTab();
    await vi.advanceTimersByTimeAsync(BUILD_CHECK_MS);
    expect(checkTimes).toEqual([1000, 90_000, 90_000 + BUILD_CHECK_MS]);
  });

  it("stops with the page", async () => {
    const { checkTimes, stop } = startWatch([]);
    stop();
    await vi.advanceTimersByTimeAsync(BUILD_CHECK_MS);
    expect(checkTimes).toEqual([]);
  });

  it.each([
    ["an id", () => Response.json({ id: "two" }), "two"],
    ["a page of a proxy", () => new Response("<html>"), null],
    ["an error response", () => Response.json({ id: "two" }, { status: 503 }), null],
    ["an invalid id", () => Response.json({ id: 7 }), null],
    ["a network error", () => Promise.reject(new TypeError("offline")), null],
  ])("reads %s", async (_what, getResponse, id) => {
    vi.stubGlobal("fetch", async () => getResponse());
    expect(await fetchLatestBuildId("one")).toBe(id);
  });

  it.each([
    ["that is served", 200, "two"],
    ["that not every machine has yet", 404, null],
  ])("requests the metadata of another build %s", async (_what, status, id) => {
    const requests: string[] = [];
    vi.stubGlobal("fetch", async (path: string) => {
      requests.push(path);
      return Response.json({ id: "two" }, { status: path.includes("/meta/") ? status : 200 });
    });
    expect(await fetchLatestBuildId("one")).toBe(id);
    expect(requests).toEqual(["/builds/latest.json", "/builds/meta/two.json"]);
    requests.length = 0;
    expect(await fetchLatestBuildId("two")).toBe("two");
    expect(requests).toEqual(["/builds/latest.json"]);
  });
});

describe("a chunk that fails", () => {
  const createStorage = (value: string | null) => {
    const values = new Map(value === null ? [] : [["reloaded-at", value]]);
    return {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, newValue: string) => void values.set(key, newValue),
    };
  };

  it("reloads the page at most once in ten seconds", () => {
    const storage = createStorage(null);
    expect([50_000, 50_001, 59_999, 60_000, 60_001].map((now) => canReload(storage, now))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it("reloads despite malformed data or a clock that was set back", () => {
    expect(canReload(createStorage("yesterday"), 50_000)).toBe(true);
    expect(canReload(createStorage("9000000"), 50_000)).toBe(true);
  });

  it("does not reload if the browser cannot store the time: reloads could go on forever", () => {
    const throwError = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    expect(canReload({ getItem: throwError, setItem: throwError }, 1)).toBe(false);
    expect(canReload({ getItem: () => null, setItem: throwError }, 1)).toBe(false);
  });
});

it.each([
  [{}, false],
  [{ connection: { effectiveType: "4g" } }, false],
  [{ connection: { effectiveType: "3g", saveData: false } }, false],
  [{ connection: { effectiveType: "4g", saveData: true } }, true],
  [{ connection: { effectiveType: "2g" } }, true],
  [{ connection: { effectiveType: "slow-2g" } }, true],
])("nothing is fetched in advance with Save-Data or on 2g: %j is %s", (browser, isExpected) => {
  expect(shouldSaveData(browser)).toBe(isExpected);
});

it("checks the device type 50 ms after the last resize, and reports only changes", () => {
  let onResize = () => {};
  const window = {
    innerWidth: 390,
    addEventListener: (_type: string, listener: () => void) => {
      onResize = listener;
    },
    removeEventListener: () => {
      onResize = () => {};
    },
  };
  const changes: string[] = [];
  const stop = watchDeviceType(window as never, (device) => changes.push(device));
  window.innerWidth = 1440;
  onResize();
  vi.advanceTimersByTime(49);
  onResize();
  vi.advanceTimersByTime(49);
  expect(changes).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(changes).toEqual(["desktop"]);
  window.innerWidth = 1024;
  onResize();
  vi.advanceTimersByTime(50);
  window.innerWidth = 1023;
  onResize();
  vi.advanceTimersByTime(50);
  expect(changes).toEqual(["desktop", "phone"]);
  onResize();
  stop();
  vi.advanceTimersByTime(50);
  expect(changes).toHaveLength(2);
});

it.each([
  ["text", " Анна Мария ", "Анна Мария"],
  ["email", "a@b.c ", "a@b.c"],
  ["textarea", "\n два слова\n", "два слова"],
  ["password", " с пробелом ", " с пробелом "],
  ["checkbox", " 1", " 1"],
])("trims a field of type %s", (type, value, trimmed) => {
  expect(trimValue({ type, value, autocomplete: "" })).toBe(trimmed);
});

it("does not trim a password that is shown as text", () => {
  const value = " с пробелом ";
  expect(trimValue({ type: "text", value, autocomplete: "new-password" })).toBe(value);
});
