import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CommandError } from "../platform/commands.ts";
import { collapsed, plainPath, readRedirects } from "./redirects.ts";

describe("a list of redirects", () => {
  it("is read line by line, whatever stands between the two addresses", () => {
    const text = '# moved in spring\n/a,/b\n\n/c ; /d/\n"/e"\t/%D1%87%D0%B0%D0%B9\r\n/a,/b';
    expect(readRedirects(text)).toEqual([
      { from: "/a", to: "/b" },
      { from: "/c", to: "/d" },
      { from: "/e", to: "/чай" },
    ]);
  });

  it("is refused whole, each bad line named", () => {
    const text =
      "/a,/b\n/x\n/a,/c\n/d,/d/\nhttps://elsewhere.test/,/b\n/f,//elsewhere.test\n/en-US/g,/b\n/,/b\n/h?x=1,/b\n/%E0%A4%A,/b";
    expect(() => readRedirects(text)).toThrow(CommandError);
    const lines = [2, 3, 4, 5, 6, 7, 8, 9, 10];
    for (const line of lines) expect(() => readRedirects(text)).toThrow(`line ${line}:`);
    expect(() => readRedirects(text)).not.toThrow("line 1:");
  });

  it("knows no path that leads out of the shop", () => {
    for (const path of ["//x", "/\\x", "x", "", "javascript:1", "/a b", "/a#b"]) expect(plainPath(path)).toBeNull();
  });
});

describe("chains", () => {
  it("become one hop", () => {
    expect(
      collapsed([
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

  it("that come back are refused, and told", () => {
    expect(() =>
      collapsed([
        { from: "/a", to: "/b" },
        { from: "/b", to: "/a" },
      ]),
    ).toThrow("/a → /b → /a");
    expect(() =>
      collapsed([
        { from: "/x", to: "/a" },
        { from: "/a", to: "/b" },
        { from: "/b", to: "/a" },
      ]),
    ).toThrow(CommandError);
  });

  it("never lead to an address that moved, however they are tied", () => {
    const path = fc.integer({ min: 1, max: 12 }).map((n) => `/${n}`);
    const list = fc.uniqueArray(fc.record({ from: path, to: path }), { selector: ({ from }) => from });
    let tried = 0;
    fc.assert(
      fc.property(list, (redirects) => {
        const straight = straightOrNull(redirects);
        const moved = new Set(straight?.map(({ from }) => from));
        tried += straight ? 1 : 0;
        return straight?.every(({ to }) => !moved.has(to)) ?? true;
      }),
    );
    expect(tried).toBeGreaterThan(0);
  });
});

function straightOrNull(redirects: { from: string; to: string }[]) {
  try {
    return collapsed(redirects);
  } catch (error) {
    expect(error).toBeInstanceOf(CommandError);
    return null;
  }
}
