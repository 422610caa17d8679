import { expect, it } from "vitest";
import { createTextEncoder, decodeText, detectEncoding } from "./text-encoding.ts";
import { textEncodings } from "./schema.ts";

const texts = {
  russian: "Штрихкод;Товар;Цена\r\n4901234567894;Лосьон «Роза» № 5;1 290,50\r\n",
  japanese: "JAN,商品名,仕入価格\r\n4901234567894,保湿化粧水 ﾓｲｽﾁｬｰ,1180\r\n",
  halfWidth: "JAN,ｼﾖｳﾋﾝﾒｲ\r\n4901234567894,ﾓｲｽﾁｬｰｸﾘｰﾑ\r\n",
};

it.each([
  ["utf-8", texts.russian],
  ["utf-8", texts.japanese],
  ["utf-16le", texts.russian.replace("", "\uFEFF")],
  ["utf-16be", "\uFEFFsku,price\n"],
  ["utf-16le", "sku,price\n"],
  ["windows-1251", texts.russian],
  ["shift_jis", texts.japanese],
  ["shift_jis", texts.halfWidth],
] as const)("detects %s", (encoding, text) => {
  expect(detectEncoding(createTextEncoder(encoding)(text))).toBe(encoding);
  // The last character may be cut.
  expect(detectEncoding(createTextEncoder(encoding)(text.repeat(9)).subarray(0, -3))).toBe(encoding);
});

it("detects nothing in bytes that are no text", () => {
  expect(detectEncoding(Uint8Array.from([0xff, 0x80, 0x81, 0xfd, 0x0a]))).toBeNull();
  expect(detectEncoding(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0, 8, 0, 0x80, 0x81]))).toBeNull();
});

it.each(textEncodings)("decodes what it encodes in %s, wherever the chunks end", async (encoding) => {
  const text =
    encoding === "windows-1251" ? texts.russian : encoding === "shift_jis" ? texts.japanese : "商品\r\nя\r\n";
  const bytes = createTextEncoder(encoding)(text);
  async function* chunks() {
    for (const byte of bytes) yield Uint8Array.of(byte);
  }
  let decoded = "";
  for await (const part of decodeText(chunks(), encoding)) decoded += part;
  expect(decoded).toBe(text.replaceAll("\r\n", "\n"));
});

it("encodes what an encoding does not have as a question mark", () => {
  expect(new TextDecoder().decode(createTextEncoder("windows-1251")("a₽商"))).toBe("a??");
});
