import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { gunzipIfNeeded, gunzipStart, MAX_EXPANDED_BYTES } from "./gunzip.ts";

const PART = 1000;

async function gunzip(bytes: Uint8Array): Promise<number> {
  let length = 0;
  const parts = (async function* () {
    for (let start = 0; start < bytes.length; start += PART) yield bytes.subarray(start, start + PART);
  })();
  for await (const chunk of gunzipIfNeeded(parts)) length += chunk.length;
  return length;
}

it("decompresses a file that is compressed, and no other one", async () => {
  expect(await gunzip(gzipSync(Buffer.alloc(100_000, "x")))).toBe(100_000);
  expect(await gunzip(Buffer.alloc(100_000, "x"))).toBe(100_000);
  expect(await gunzip(Buffer.alloc(0))).toBe(0);
});

it("refuses a file that is cut off, damaged, or too large when it is decompressed", async () => {
  const text = Array.from({ length: 50_000 }, (_, index) => `A${index}`).join(" ");
  const bytes = gzipSync(text);
  await expect(gunzip(bytes.subarray(0, -100))).rejects.toMatchObject({ code: "file_truncated" });
  await expect(gunzip(Buffer.concat([bytes.subarray(0, 500), bytes]))).rejects.toMatchObject({
    code: "file_truncated",
  });
  const bomb = gzipSync(Buffer.alloc(MAX_EXPANDED_BYTES + 1, "x"), { level: 1 });
  await expect(gunzip(bomb)).rejects.toMatchObject({ code: "file_expands" });
});

it("decompresses the start of a file as far as it goes", () => {
  expect(gunzipStart(gzipSync("sku;price\n").subarray(0, 500), 500)).toHaveLength(10);
  expect(gunzipStart(Uint8Array.from([0x1f, 0x8b, 1, 2]), 500)).toHaveLength(0);
});
