import { expect, it } from "vitest";
import { byMonth } from "./months.ts";

const posts = ["2026-11-18T09:00:00Z", "2026-10-31T21:30:00Z", "2026-10-31T20:30:00Z", "2025-10-01T00:00:00Z"].map(
  (published_at) => ({ published_at }),
);
const shown = (locale: "ru-RU" | "en-US") => byMonth(posts, locale).map(({ name, posts }) => [name, posts.length]);

it("puts news under their months, by the calendar of Moscow", () => {
  expect(shown("ru-RU")).toEqual([
    ["Ноябрь 2026", 2],
    ["Октябрь 2026", 1],
    ["Октябрь 2025", 1],
  ]);
  expect(shown("en-US").map(([name]) => name)).toEqual(["November 2026", "October 2026", "October 2025"]);
});
