import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { certificateCode, CROCKFORD, drawCertificateCode, readCode } from "./codes.ts";

const codes = fc
  .array(fc.constantFrom(...CROCKFORD), { minLength: 11, maxLength: 11 })
  .map((signs) => certificateCode(signs.join("")))
  .filter((code) => code !== null);

describe("a certificate's code", () => {
  it("is read back however it is written", () => {
    fc.assert(
      fc.property(codes, (code) => {
        const written = [code, code.toLowerCase(), ` ${code} `, code.replaceAll("-", ""), code.replaceAll("-", " ")];
        for (const one of [...written, code.replaceAll("0", "o").replaceAll("1", "l")])
          expect(readCode(one)).toEqual({ of: "certificate", code });
      }),
    );
  });

  it("catches every single mistyped sign, and neighbours that changed places", () => {
    const isMistyped = (signs: string[]) => readCode(`JG${signs.join("")}`).of === "mistyped";
    const law = fc.property(codes, fc.nat(11), fc.constantFrom(...CROCKFORD), (code, at, sign) => {
      const signs = [...code.slice(2).replaceAll("-", "")];
      const [left, right] = [signs[at] ?? "", signs[at + 1] ?? ""];
      const swapped = right === "" || left === right ? null : signs.with(at, right).with(at + 1, left);
      return (left === sign || isMistyped(signs.with(at, sign))) && (swapped === null || isMistyped(swapped));
    });
    expect(fc.check(law).failed).toBe(false);
  });

  it("is drawn so that it is valid, and another every time", () => {
    const drawn = Array.from({ length: 500 }, drawCertificateCode);
    expect(new Set(drawn).size).toBe(500);
    expect(drawn.every((code) => readCode(code).of === "certificate")).toBe(true);
  });

  it.each(["", "0000000000", "00000000000U", "0000000000U"])("is none of %j", (signs) => {
    expect(certificateCode(signs)).toBeNull();
  });
});

describe("a promo code", () => {
  it.each([
    [" sakura10 ", "SAKURA10"],
    ["Sakura 10", "SAKURA10"],
    // Typed in the Russian layout, as far as the letters look alike.
    ["МОРЕ-5", "MOPE-5"],
    ["ＳＡＬＥ", "SALE"],
    ["DR-17", "DR-17"],
    ["JG-5", "JG-5"],
  ])("is read from %j", (typed, code) => {
    expect(readCode(typed)).toEqual({ of: "promo", code });
  });
});
