import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { toByteStream } from "../../../api/src/platform/http/byte-stream.ts";
import { compress } from "./compress.ts";

const PART_BYTES = 50_000;

/** Serves a long file whose parts are generated one by one. */
function openFile(parts: number) {
  const state = { generated: 0, hasEnded: false };
  async function* generate() {
    try {
      for (; state.generated < parts; state.generated++) {
        await setTimeout(1);
        yield randomBytes(PART_BYTES / 2).toString("hex");
      }
    } finally {
      state.hasEnded = true;
    }
  }
  const app = new Hono().use(compress);
  app.get("/", (c) => c.body(toByteStream(generate()), 200, { "content-type": "text/csv" }));
  const request = (encoding: string) => app.request("/", { headers: { "accept-encoding": encoding } });
  return { state, request };
}

describe.each([
  ["zstd", zstdDecompressSync],
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)("a long file that is compressed by %s", (encoding, decompress) => {
  it("is read as fast as its client reads, and no further once it has gone", async () => {
    const { state, request } = openFile(1000);
    const reader = (await request(encoding)).body?.getReader();
    await reader?.read();
    await setTimeout(500);
    expect(state.generated).toBeLessThan(20);
    await reader?.cancel();
    await expect.poll(() => state.hasEnded).toBe(true);
    expect(state.generated).toBeLessThan(20);
  });

  it("is complete", async () => {
    const { request } = openFile(30);
    const response = await request(encoding);
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(decompress(Buffer.from(await response.arrayBuffer())).length).toBe(30 * PART_BYTES);
  });
});
