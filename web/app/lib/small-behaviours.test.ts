import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BUILD_CHECK_MS, COPIED_MS, RELOAD_GUARD_MS, ROUTE_PRELOADS } from "./behaviour-settings.ts";
import { latestBuild, watchBuild } from "./build-check.ts";
import { withSource } from "./copy-attribution.ts";
import { watchDevice } from "./device.ts";
import { mayReload } from "./reload-guard.ts";
import { makePreloads, savesData } from "./route-preloads.ts";
import { anchorOf } from "./scroll.tsx";
import { trimmedValue } from "./trimmed-inputs.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("keeps the numbers of the specification", () => {
  expect([ROUTE_PRELOADS, RELOAD_GUARD_MS, BUILD_CHECK_MS, COPIED_MS]).toEqual([4, 10_000, 3_600_000, 1500]);
});

describe("copying", () => {
  it("says where the text is from, in the HTML flavour as a link", () => {
    const source = { site: "Furoshiki", address: "http://shop.test/krem" };
    expect(withSource({ text: "Крем", html: "<b>Крем</b>" }, source)).toEqual({
      text: "Крем\n\n— Furoshiki, http://shop.test/krem",
      html: '<b>Крем</b><p>— <a href="http://shop.test/krem">Furoshiki</a></p>',
    });
  });

  it("lets no address out of its link", () => {
    const { html } = withSource({ text: "", html: "" }, { site: "a<b", address: 'http://shop.test/"onclick="x' });
    expect(html).toBe('<p>— <a href="http://shop.test/&quot;onclick=&quot;x">a&lt;b</a></p>');
  });
});

describe("the build check", () => {
  function watch(ids: (string | null)[]) {
    const looks: number[] = [];
    const onNew = vi.fn<() => void>();
    let comeBack = () => {};
    const begun = Date.now();
    const end = watchBuild({
      own: "one",
      latest: async () => {
        looks.push(Date.now() - begun);
        return ids.shift() ?? "one";
      },
      now: Date.now,
      onReturn: (callback) => {
        comeBack = callback;
        return () => {
          comeBack = () => {};
        };
      },
      onNew,
    });
    return { looks, onNew, end, comeBack: () => comeBack() };
  }

  it("looks after a second and then every hour, whatever it is told", async () => {
    const { looks, onNew } = watch(["one", null, "one"]);
    await vi.advanceTimersByTimeAsync(2 * BUILD_CHECK_MS + 1000);
    expect(looks).toEqual([1000, 1000 + BUILD_CHECK_MS, 1000 + 2 * BUILD_CHECK_MS]);
    expect(onNew).not.toHaveBeenCalled();
  });

  it("tells once of a newer build and looks no more", async () => {
    const { looks, onNew, comeBack } = watch(["two"]);
    await vi.advanceTimersByTimeAsync(3 * BUILD_CHECK_MS);
    comeBack();
    await vi.advanceTimersByTimeAsync(1000);
    expect(onNew).toHaveBeenCalledTimes(1);
    expect(looks).toEqual([1000]);
  });

  it("looks when a hidden tab comes back, not more than once a minute", async () => {
    const { looks, comeBack } = watch([]);
    await vi.advanceTimersByTimeAsync(30_000);
    comeBack();
    await vi.advanceTimersByTimeAsync(60_000);
    comeBack();
    comeBack();
    await vi.advanceTimersByTimeAsync(BUILD_CHECK_MS);
    expect(looks).toEqual([1000, 90_000, 90_000 + BUILD_CHECK_MS]);
  });

  it("ends with the page", async () => {
    const { looks, end } = watch([]);
    end();
    await vi.advanceTimersByTimeAsync(BUILD_CHECK_MS);
    expect(looks).toEqual([]);
  });

  it.each([
    ["an id", () => Response.json({ id: "two" }), "two"],
    ["a page of somebody between", () => new Response("<html>"), null],
    ["a refusal", () => Response.json({ id: "two" }, { status: 503 }), null],
    ["no id", () => Response.json({ id: 7 }), null],
    ["nothing", () => Promise.reject(new TypeError("offline")), null],
  ])("reads %s", async (_what, answer, id) => {
    vi.stubGlobal("fetch", async () => answer());
    expect(await latestBuild("one")).toBe(id);
  });

  it.each([
    ["that is served", 200, "two"],
    ["that not every machine has yet", 404, null],
  ])("asks for the metadata of another build, and names one %s", async (_what, status, id) => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (path: string) => {
      asked.push(path);
      return Response.json({ id: "two" }, { status: path.includes("/meta/") ? status : 200 });
    });
    expect(await latestBuild("one")).toBe(id);
    expect(asked).toEqual(["/builds/latest.json", "/builds/meta/two.json"]);
    asked.length = 0;
    expect(await latestBuild("two")).toBe("two");
    expect(asked).toEqual(["/builds/latest.json"]);
  });
});

describe("a chunk that fails", () => {
  const kept = (value: string | null) => {
    const values = new Map(value === null ? [] : [["reloaded-at", value]]);
    return {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, to: string) => void values.set(key, to),
    };
  };

  it("reloads the page at most once in ten seconds", () => {
    const storage = kept(null);
    expect([50_000, 50_001, 59_999, 60_000, 60_001].map((now) => mayReload(storage, now))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it("is not stopped by nonsense or by a clock that was set back", () => {
    expect(mayReload(kept("yesterday"), 50_000)).toBe(true);
    expect(mayReload(kept("9000000"), 50_000)).toBe(true);
  });

  it("reloads nothing where the browser cannot remember it: that would have no end", () => {
    const closed = () => {
      throw new DOMException("closed", "SecurityError");
    };
    expect(mayReload({ getItem: closed, setItem: closed }, 1)).toBe(false);
    expect(mayReload({ getItem: () => null, setItem: closed }, 1)).toBe(false);
  });
});

describe("scripts of pages that may come next", () => {
  it("are asked for once each, and for at most four pages at a time", () => {
    const asked: string[] = [];
    const finish: (() => void)[] = [];
    const preload = makePreloads((file, done) => {
      asked.push(file);
      finish.push(done);
    });
    for (const page of ["a", "b", "c", "d", "e"]) preload([`${page}.js`, "shared.js"]);
    expect(asked).toEqual(["a.js", "shared.js", "b.js", "c.js", "d.js"]);
    preload(["a.js", "shared.js"]);
    finish[0]?.();
    preload(["e.js"]);
    expect(asked).toHaveLength(5);
    finish[1]?.();
    preload(["e.js"]);
    expect(asked.at(-1)).toBe("e.js");
  });

  it.each([
    [{}, false],
    [{ connection: { effectiveType: "4g" } }, false],
    [{ connection: { effectiveType: "3g", saveData: false } }, false],
    [{ connection: { effectiveType: "4g", saveData: true } }, true],
    [{ connection: { effectiveType: "2g" } }, true],
    [{ connection: { effectiveType: "slow-2g" } }, true],
  ])("are not asked for with Save-Data or on 2g: %j is %s", (browser, saves) => {
    expect(savesData(browser)).toBe(saves);
  });
});

it("looks at the device again 50 ms after the last resize, and tells of a change alone", () => {
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
  const seen: string[] = [];
  const end = watchDevice(window as never, (device) => seen.push(device));
  window.innerWidth = 1440;
  onResize();
  vi.advanceTimersByTime(49);
  onResize();
  vi.advanceTimersByTime(49);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(["desktop"]);
  window.innerWidth = 1024;
  onResize();
  vi.advanceTimersByTime(50);
  window.innerWidth = 1023;
  onResize();
  vi.advanceTimersByTime(50);
  expect(seen).toEqual(["desktop", "phone"]);
  onResize();
  end();
  vi.advanceTimersByTime(50);
  expect(seen).toHaveLength(2);
});

it.each([
  ["text", " Анна Мария ", "Анна Мария"],
  ["email", "a@b.c ", "a@b.c"],
  ["textarea", "\n два слова\n", "два слова"],
  ["password", " с пробелом ", " с пробелом "],
  ["checkbox", " 1", " 1"],
])("trims a field of type %s", (type, value, trimmed) => {
  expect(trimmedValue({ type, value, autocomplete: "" })).toBe(trimmed);
});

it("leaves a password alone that is shown as a text", () => {
  const value = " с пробелом ";
  expect(trimmedValue({ type: "text", value, autocomplete: "new-password" })).toBe(value);
});

it.each([
  ["#reviews", "reviews"],
  ["#%D0%B0", "а"],
  ["#%E0%A4%A", "%E0%A4%A"],
  ["#", ""],
])("an anchor as it is written (%s) never breaks the page", (hash, id) => expect(anchorOf(hash)).toBe(id));
