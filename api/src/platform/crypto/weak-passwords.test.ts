import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, it } from "vitest";
import { getContextWords, isWeakPassword } from "./weak-passwords.ts";

const context = getContextWords(
  { publicUrl: "https://www.furoshiki.example" },
  { email: "maria.petrova@mailbox.test", name: "Мария Петрова-Ким" },
  ["Чайная лавка", "Leaf & Kettle"],
);

describe("isWeakPassword", () => {
  it.each([
    ...["12345678", "Password", "QWERTY123", "йцукенгш", "gfhjkm123", "пароль123", "Анастасия", "солнышко1"],
    ...["zzzzzzzzzzzz", "qwerqwer", "9876543210", "abcdefgh", "1q2w3e4r5t", "парольпароль"],
    ...["P@ssw0rd!", "Superman1990", "01.02.1990"],
    ...[
      "maria.petrova@mailbox.test",
      "maria.petrova",
      "Petrova1990",
      "МАРИЯ-2026",
      "Furoshiki2026",
      "furoshikifuroshiki",
      "чайная лавка",
      "Kettle2026",
      "M@r1aPetrova",
    ],
  ])("rejects %s", async (password) => {
    expect(await isWeakPassword(password, context)).toBe(true);
  });

  it.each([
    "six white plums",
    "12345678-plum",
    "ещё один чайник",
    "maria and six plums",
    "furoshiki-teapot-7",
    "kettle and six plums",
    "4@$5013!|7+".repeat(18),
  ])("accepts %s", async (password) => {
    expect(await isWeakPassword(password, context)).toBe(false);
  });

  it("rejects the 3,000 most used passwords of at least eight characters", async () => {
    const longPasswords = dictionary["passwords-common"].filter((password) => password.length >= 8).slice(0, 3000);
    expect(longPasswords).toHaveLength(3000);
    const accepted = await Promise.all(longPasswords.map(async (password) => !(await isWeakPassword(password, []))));
    expect(accepted.filter(Boolean)).toEqual([]);
  });
});
