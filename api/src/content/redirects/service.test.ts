import fc from "fast-check";
import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { withTransaction } from "../../platform/db/database.ts";
import type { Redirect } from "./redirects.ts";
import { addRedirects } from "./service.ts";
import { listRedirects } from "./sql.ts";

const shop = await openTestShop();
const movePages = (...moves: Redirect[]) => withTransaction(shop.db, (tx) => addRedirects(tx, moves));
const move = (from: string, to: string): Redirect => ({ from, to });

it("redirects old paths, in one hop however often a page moves", async () => {
  await movePages(move("/a", "/b"));
  await movePages(move("/b", "/c"), move("/x", "/y"));
  expect(await listRedirects(shop.db)).toEqual([move("/a", "/c"), move("/b", "/c"), move("/x", "/y")]);
});

it("no longer redirects a path that a page has again", async () => {
  await movePages(move("/a", "/b"));
  await movePages(move("/b", "/a"));
  expect(await listRedirects(shop.db)).toEqual([move("/b", "/a")]);
});

it("ignores pages that keep their path", async () => {
  await movePages(move("/a", "/a"));
  expect(await listRedirects(shop.db)).toEqual([]);
});

it("lets pages swap their paths and hand them on, whatever their order", async () => {
  await movePages(move("/old", "/a"));
  await movePages(move("/a", "/b"), move("/b", "/a"));
  expect(await listRedirects(shop.db)).toEqual([move("/old", "/b")]);
  for (const moves of [
    [move("/c", "/d"), move("/d", "/e")],
    [move("/g", "/h"), move("/f", "/g")],
  ])
    await movePages(...moves);
  expect(await listRedirects(shop.db)).toEqual([move("/c", "/d"), move("/f", "/g"), move("/old", "/b")]);
});

it("leads every path that has no page to the page that had it last", async () => {
  const paths = ["/1", "/2", "/3", "/4", "/5", "/6"];
  /** The paths of three pages after each change. */
  const history = fc.array(fc.shuffledSubarray(paths, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(history, async (changes) => {
      await shop.db.deleteFrom("redirects").execute();
      let current = ["/1", "/2", "/3"];
      const lastPages = new Map(current.map((path, page) => [path, page]));
      for (const next of changes) {
        await movePages(...current.map((from, page) => move(from, next[page] ?? "")));
        for (const [page, path] of next.entries()) lastPages.set(path, page);
        current = next;
      }
      const expected = [...lastPages]
        .filter(([path]) => !current.includes(path))
        .map(([path, page]) => move(path, current[page] ?? ""));
      expect(await listRedirects(shop.db)).toEqual(expected.toSorted((a, b) => a.from.localeCompare(b.from)));
    }),
    { numRuns: 50 },
  );
});
