import { Hono } from "hono";
import { expect, it } from "vitest";
import { createMediaHandler } from "./image-handler.ts";
import type { ImageLookup } from "./image-sizes.ts";
import type { MediaSize } from "./image-urls.ts";

const key = "0123456789abcdef01234567";

function createTestHandler(lookup: ImageLookup = Buffer.from("picture")) {
  const requestedSizes: MediaSize[] = [];
  const app = new Hono().get(
    "/media/:file",
    createMediaHandler({ findSize: (size) => (requestedSizes.push(size), Promise.resolve(lookup)) }),
  );
  return { requestedSizes, sendRequest: (path: string, method = "GET") => app.request(path, { method }) };
}

it("returns the image with immutable caching", async () => {
  const { requestedSizes, sendRequest } = createTestHandler();
  const response = await sendRequest(`/media/${key}-320.avif`);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "image/avif",
    "content-length": "7",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  expect(await response.text()).toBe("picture");
  expect(requestedSizes).toEqual([{ key, width: 320, format: "avif" }]);
});

it.each([
  ["webp", "image/webp"],
  ["jpg", "image/jpeg"],
])("returns the media type of %s", async (format, type) => {
  expect((await createTestHandler().sendRequest(`/media/${key}-320.${format}`)).headers.get("content-type")).toBe(type);
});

it("responds to HEAD with the same headers and no body", async () => {
  const response = await createTestHandler().sendRequest(`/media/${key}-320.jpg`, "HEAD");
  expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([200, "7", ""]);
});

it.each([
  `/media/${key}-321.avif`,
  `/media/${key}-320.svg`,
  `/media/..%2f..%2foriginals%2f${key}.svg`,
  `/media/%2e%2e%2f${key}-320.avif`,
  `/media/${key}-320.avif%00`,
  "/media/%E0%A4%A",
  "/media/x",
])("returns 404 for %s without a lookup", async (path) => {
  const { requestedSizes, sendRequest } = createTestHandler();
  const response = await sendRequest(path);
  expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(requestedSizes).toEqual([]);
});

it("returns 404 for a missing image and 503 when busy", async () => {
  expect((await createTestHandler("missing").sendRequest(`/media/${key}-320.avif`)).status).toBe(404);
  const busy = await createTestHandler("busy").sendRequest(`/media/${key}-320.avif`);
  expect([busy.status, busy.headers.get("retry-after"), busy.headers.get("cache-control")]).toEqual([
    503,
    "2",
    "no-store",
  ]);
});
