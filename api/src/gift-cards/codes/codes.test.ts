import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildGiftCardCode, CROCKFORD_ALPHABET, generateGiftCardCode, parseCode } from "./codes.ts";

const codes = fc
  .array(fc.constantFrom(...CROCKFORD_ALPHABET), { minLength: 11, maxLength: 11 })
  .map((characters) => buildGiftCardCode(characters.join("")))
  .filter((code) => code !== null);

describe("a gift card code", () => {
  it("is parsed in any spelling", () => {
    fc.assert(
      fc.property(codes, (code) => {
        const variants = [code, code.toLowerCase(), ` ${code} `, code.replaceAll("-", ""), code.replaceAll("-", " ")];
        for (const variant of [...variants, code.replaceAll("0", "o").replaceAll("1", "l")])
          expect(parseCode(variant)).toEqual({ kind: "gift_card", code });
      }),
    );
  });

  it("is mistyped if one character is wrong or two neighbors are swapped", () => {
    const isMistyped = (characters: string[]) => parseCode(`JG${characters.join("")}`).kind === "mistyped";
    const property = fc.property(
      codes,
      fc.nat(11),
      fc.constantFrom(...CROCKFORD_ALPHABET),
      (code, index, character) => {
        const characters = [...code.slice(2).replaceAll("-", "")];
        const [left, right] = [characters[index] ?? "", characters[index + 1] ?? ""];
        const swapped = right === "" || left === right ? null : characters.with(index, right).with(index + 1, left);
        return (
          (left === character || isMistyped(characters.with(index, character))) &&
          (swapped === null || isMistyped(swapped))
        );
      },
    );
    expect(fc.check(property).failed).toBe(false);
  });

  it("is valid and different each time it is generated", () => {
    const generated = Array.from({ length: 500 }, generateGiftCardCode);
    expect(new Set(generated).size).toBe(500);
    expect(generated.every((code) => parseCode(code).kind === "gift_card")).toBe(true);
  });

  it.each(["", "0000000000", "00000000000U", "0000000000U"])("is not built from %j", (characters) => {
    expect(buildGiftCardCode(characters)).toBeNull();
  });
});

describe("a promo code", () => {
  it.each([
    [" sakura10 ", "SAKURA10"],
    ["Sakura 10", "SAKURA10"],
    // Typed with the Russian keyboard layout, as far as the letters look alike.
    ["МОРЕ-5", "MOPE-5"],
    ["ＳＡＬＥ", "SALE"],
    ["DR-17", "DR-17"],
    ["JG-5", "JG-5"],
  ])("is parsed from %j", (typed, code) => {
    expect(parseCode(typed)).toEqual({ kind: "promo_code", code });
  });
});
