import { Hono } from "hono";
import { expect, it } from "vitest";
import { mediaHandler } from "./media-handler.ts";
import type { Found } from "./media-sizes.ts";
import type { MediaSize } from "./media.ts";

const key = "0123456789abcdef01234567";

function aShop(found: Found = Buffer.from("picture")) {
  const asked: MediaSize[] = [];
  const app = new Hono().get(
    "/media/:file",
    mediaHandler({ find: (size) => (asked.push(size), Promise.resolve(found)) }),
  );
  return { asked, ask: (path: string, method = "GET") => app.request(path, { method }) };
}

it("sends the picture, to be kept for ever", async () => {
  const { asked, ask } = aShop();
  const answer = await ask(`/media/${key}-320.avif`);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-type": "image/avif",
    "content-length": "7",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  expect(await answer.text()).toBe("picture");
  expect(asked).toEqual([{ key, width: 320, format: "avif" }]);
});

it.each([
  ["webp", "image/webp"],
  ["jpg", "image/jpeg"],
])("names the type of %s", async (format, type) => {
  expect((await aShop().ask(`/media/${key}-320.${format}`)).headers.get("content-type")).toBe(type);
});

it("answers HEAD with the same headers and no body", async () => {
  const answer = await aShop().ask(`/media/${key}-320.jpg`, "HEAD");
  expect([answer.status, answer.headers.get("content-length"), await answer.text()]).toEqual([200, "7", ""]);
});

it.each([
  `/media/${key}-321.avif`,
  `/media/${key}-320.svg`,
  `/media/..%2f..%2foriginals%2f${key}.svg`,
  `/media/%2e%2e%2f${key}-320.avif`,
  `/media/${key}-320.avif%00`,
  "/media/%E0%A4%A",
  "/media/x",
])("knows no %s, and asks nobody", async (path) => {
  const { asked, ask } = aShop();
  const answer = await ask(path);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(asked).toEqual([]);
});

it("says what is missing and what has to wait", async () => {
  expect((await aShop("missing").ask(`/media/${key}-320.avif`)).status).toBe(404);
  const busy = await aShop("busy").ask(`/media/${key}-320.avif`);
  expect([busy.status, busy.headers.get("retry-after"), busy.headers.get("cache-control")]).toEqual([
    503,
    "2",
    "no-store",
  ]);
});
