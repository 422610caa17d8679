import { parseOptions, verify } from "@node-rs/argon2";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { hashing, hashPassword, verifyPassword } from "./passwords.ts";

vi.mock("@node-rs/argon2", { spy: true });

beforeEach(() => void vi.mocked(verify).mockClear());

describe("passwords", () => {
  it("are hashed by argon2id, each with a salt of its own, by the parameters that are written down", async () => {
    const [one, other] = await Promise.all([hashPassword("six white plums"), hashPassword("six white plums")]);
    expect(one).not.toBe(other);
    expect(one).toMatch(/^\$argon2id\$/);
    expect(parseOptions(one)).toMatchObject(hashing);
    expect(await verifyPassword(one, "six white plums")).toBe(true);
    expect(await verifyPassword(one, "six white plumS")).toBe(false);
  });

  it("match when another keyboard composes the same letters differently", async () => {
    const composed = "ёжик\u0439 cafe\u0301";
    expect(await verifyPassword(await hashPassword(composed), composed.normalize("NFD"))).toBe(true);
  });

  it("cost the same work where nothing is stored, and never match there", async () => {
    expect(await verifyPassword(null, "anything at all")).toBe(false);
    expect(verify).toHaveBeenCalledTimes(1);
    const [stored] = vi.mocked(verify).mock.calls[0]!;
    expect(parseOptions(stored)).toMatchObject(hashing);
  });

  it("are not hashed all at once: two at work, the rest in line, and whoever is too many is asked to come back", async () => {
    let atWork = 0;
    let most = 0;
    vi.mocked(verify).mockImplementation(async () => {
      most = Math.max(most, ++atWork);
      await new Promise(setImmediate);
      atWork--;
      return false;
    });
    const outcomes = await Promise.allSettled(Array.from({ length: 250 }, () => verifyPassword(null, "x")));
    vi.mocked(verify).mockRestore();
    expect(most).toBe(2);
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(202);
    expect(outcomes.find((outcome) => outcome.status === "rejected")).toMatchObject({
      reason: { code: "not_ready", status: 503 },
    });
  });
});
