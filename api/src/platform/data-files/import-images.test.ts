import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { openImages } from "./import-images.ts";

const COUNT = 8;

const pictures = await Promise.all(
  Array.from({ length: COUNT }, async (_, red) => {
    const create = { width: 300, height: 300, channels: 3, background: { r: red, g: 0, b: 0 } } as const;
    return sharp({ create }).png().toBuffer();
  }),
);
const server = createServer((request, response) => {
  response.setHeader("content-type", "image/png");
  response.end(pictures[Number.parseInt(request.url?.slice(1) ?? "", 10)]);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());

it("downloads no more images once they are too large together", async () => {
  const { port } = server.address() as AddressInfo;
  const names = Array.from({ length: COUNT }, (_, index) => `http://127.0.0.1:${port}/${index}.png`);
  const images = await openImages("", names, { isAllowed: () => true, maxTotalBytes: 1 });
  const problems = names.flatMap((name) => images.getProblem(name) ?? []);
  await images.close();
  // A few are downloaded at a time.
  expect(problems).toHaveLength(COUNT - 4);
  expect(problems[0]).toContain("the images of the file are too large together");
  expect(images.getKeys()).toHaveLength(4);
});
