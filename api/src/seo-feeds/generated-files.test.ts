import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createManualClock } from "../platform/clock.ts";
import { createFileCache, singleFile } from "./generated-files.ts";

const folder = mkdtempSync(join(tmpdir(), "furoshiki-generated-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function* generateText() {
  for (let index = 0; index < 20_000; index++) yield randomBytes(300).toString("base64");
}

it.runIf(process.platform === "linux")("reports that the disk is full", async () => {
  const clock = createManualClock(new Date("2026-11-20T09:00:00Z"));
  const getFile = createFileCache({ folder, maxAgeMs: 1000, clock, log: { info: () => {}, error: () => {} } });
  // Every write to this device fails as on a full disk.
  symlinkSync("/dev/full", join(folder, `large.xml.${process.pid}.draft`));
  await expect(getFile("large.xml", singleFile("large.xml", generateText))).rejects.toThrow("ENOSPC");
  const file = await getFile("large.xml", singleFile("large.xml", generateText));
  expect((await new Response(file.openStream("text")).text()).length).toBe(20_000 * 400);
});
