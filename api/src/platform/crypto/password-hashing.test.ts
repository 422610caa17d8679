import { parseOptions, verify } from "@node-rs/argon2";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { hashOptions, hashPassword, verifyPassword } from "./password-hashing.ts";

// Other test files of this worker may have imported the module.
vi.hoisted(() => vi.resetModules());
vi.mock("@node-rs/argon2", { spy: true });

beforeEach(() => void vi.mocked(verify).mockClear());

describe("password hashing", () => {
  it("uses argon2id with a random salt and the declared parameters", async () => {
    const [firstHash, secondHash] = await Promise.all([
      hashPassword("six white plums"),
      hashPassword("six white plums"),
    ]);
    expect(firstHash).not.toBe(secondHash);
    expect(firstHash).toMatch(/^\$argon2id\$/);
    expect(parseOptions(firstHash)).toMatchObject(hashOptions);
    expect(await verifyPassword(firstHash, "six white plums")).toBe(true);
    expect(await verifyPassword(firstHash, "six white plumS")).toBe(false);
  });

  it("matches the same characters in a different Unicode form", async () => {
    const composed = "ёжик\u0439 cafe\u0301";
    expect(await verifyPassword(await hashPassword(composed), composed.normalize("NFD"))).toBe(true);
  });

  it("does the same work without a stored hash, and never matches", async () => {
    expect(await verifyPassword(null, "anything at all")).toBe(false);
    expect(verify).toHaveBeenCalledTimes(1);
    const [storedHash] = vi.mocked(verify).mock.calls[0]!;
    expect(parseOptions(storedHash)).toMatchObject(hashOptions);
  });

  it("runs two hashes at once, queues a limited number, and refuses the rest", async () => {
    let running = 0;
    let maxRunning = 0;
    vi.mocked(verify).mockImplementation(async () => {
      maxRunning = Math.max(maxRunning, ++running);
      await new Promise(setImmediate);
      running--;
      return false;
    });
    const outcomes = await Promise.allSettled(Array.from({ length: 250 }, () => verifyPassword(null, "x")));
    vi.mocked(verify).mockRestore();
    expect(maxRunning).toBe(2);
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(202);
    expect(outcomes.find((outcome) => outcome.status === "rejected")).toMatchObject({
      reason: { code: "not_ready", status: 503 },
    });
  });
});
