import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import type { MediaSize } from "./media.ts";
import { findShare, readShareName, sharePath } from "./media-share.ts";

const mediaDir = mkdtempSync(join(tmpdir(), "furoshiki-share-"));
afterAll(() => rmSync(mediaDir, { recursive: true, force: true }));
const key = "0123456789abcdef01234567";

it("knows the names of share pictures, and no others", () => {
  expect(readShareName(`${key}-share.jpg`)).toBe(key);
  for (const name of [`${key}-640.jpg`, `../${key}-share.jpg`, "-share.jpg", `${key}-share.png`])
    expect(readShareName(name)).toBeNull();
});

it("is the whole picture on its own ground, made once from the widest there is", async () => {
  const small = await sharp({ create: { width: 320, height: 400, channels: 3, background: "#c04020" } })
    .jpeg()
    .toBuffer();
  const asked: number[] = [];
  const sizes = {
    find: async ({ width }: MediaSize) => {
      asked.push(width);
      return width > 320 ? ("missing" as const) : Buffer.from(small);
    },
  };
  const made = await findShare(sizes, mediaDir, key);
  if (typeof made === "string") throw new Error(made);
  const { width, height, format } = await sharp(made).metadata();
  expect([width, height, format, asked]).toEqual([1200, 630, "jpeg", [640, 480, 320]]);
  const ground = await sharp(made).extract({ left: 5, top: 5, width: 1, height: 1 }).raw().toBuffer();
  expect(Math.abs((ground[0] ?? 0) - 0xc0)).toBeLessThan(12);
  expect(existsSync(sharePath(mediaDir, key))).toBe(true);
  await findShare(sizes, mediaDir, key);
  expect(asked).toHaveLength(3);
});

it("is missing or busy as its picture is", async () => {
  const other = key.replace("0", "f");
  const told = (word: "missing" | "busy") => findShare({ find: async () => word }, mediaDir, other);
  expect([await told("missing"), await told("busy")]).toEqual(["missing", "busy"]);
});
