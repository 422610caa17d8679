import { describe, expect, it } from "vitest";
import { isWeakPassword } from "./weak-passwords.ts";

describe("isWeakPassword", () => {
  it.each(["12345678", "Password", "QWERTY123", "йцукенгш", "zzzzzzzzzzzz", "maria@example.test", "maria.petrova"])(
    "refuses %s",
    (password) => {
      const email = password.startsWith("maria.") ? "maria.petrova@example.test" : "maria@example.test";
      expect(isWeakPassword(password, email)).toBe(true);
    },
  );

  it.each(["six white plums", "12345678-plum", "ещё один чайник"])("takes %s", (password) => {
    expect(isWeakPassword(password, "maria@example.test")).toBe(false);
  });
});
