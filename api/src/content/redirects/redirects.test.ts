import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CommandError } from "../../platform/commands/command.ts";
import { resolveChains, parseRedirects } from "./redirects.ts";
import { normalizePath } from "./normalize-path.ts";

describe("parseRedirects", () => {
  it("reads one redirect per line with any separator", () => {
    const text = '# moved in spring\n/a,/b\n\n/c ; /d/\n"/e"\t/%D1%87%D0%B0%D0%B9\r\n/a,/b';
    expect(parseRedirects(text)).toEqual([
      { from: "/a", to: "/b" },
      { from: "/c", to: "/d" },
      { from: "/e", to: "/чай" },
    ]);
  });

  it("rejects the whole list and names every invalid line", () => {
    const text =
      "/a,/b\n/x\n/a,/c\n/d,/d/\nhttps://elsewhere.test/,/b\n/f,//elsewhere.test\n/en-US/g,/b\n/,/b\n/h?x=1,/b\n/%E0%A4%A,/b";
    expect(() => parseRedirects(text)).toThrow(CommandError);
    const lines = [2, 3, 4, 5, 6, 7, 8, 9, 10];
    for (const line of lines) expect(() => parseRedirects(text)).toThrow(`line ${line}:`);
    expect(() => parseRedirects(text)).not.toThrow("line 1:");
  });

  it("accepts no path that leads to another site", () => {
    for (const path of ["//x", "/\\x", "x", "", "javascript:1", "/a b", "/a#b"]) expect(normalizePath(path)).toBeNull();
  });
});

describe("redirect chains", () => {
  it("are resolved to one hop", () => {
    expect(
      resolveChains([
        { from: "/a", to: "/b" },
        { from: "/b", to: "/c" },
        { from: "/c", to: "/d" },
      ]),
    ).toEqual([
      { from: "/a", to: "/d" },
      { from: "/b", to: "/d" },
      { from: "/c", to: "/d" },
    ]);
  });

  it("are rejected and named if they are circular", () => {
    expect(() =>
      resolveChains([
        { from: "/a", to: "/b" },
        { from: "/b", to: "/a" },
      ]),
    ).toThrow("/a → /b → /a");
    expect(() =>
      resolveChains([
        { from: "/x", to: "/a" },
        { from: "/a", to: "/b" },
        { from: "/b", to: "/a" },
      ]),
    ).toThrow(CommandError);
  });

  it("never lead to a path that is itself redirected", () => {
    const path = fc.integer({ min: 1, max: 12 }).map((n) => `/${n}`);
    const list = fc.uniqueArray(fc.record({ from: path, to: path }), { selector: ({ from }) => from });
    let resolvedCount = 0;
    fc.assert(
      fc.property(list, (redirects) => {
        const resolved = resolveOrNull(redirects);
        const movedPaths = new Set(resolved?.map(({ from }) => from));
        resolvedCount += resolved ? 1 : 0;
        return resolved?.every(({ to }) => !movedPaths.has(to)) ?? true;
      }),
    );
    expect(resolvedCount).toBeGreaterThan(0);
  });
});

function resolveOrNull(redirects: { from: string; to: string }[]) {
  try {
    return resolveChains(redirects);
  } catch (error) {
    expect(error).toBeInstanceOf(CommandError);
    return null;
  }
}
