import { Hono } from "hono";
import sharp from "sharp";
import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import {
  findBrandFileByName,
  getBrandFilePaths,
  InvalidBrandFileError,
  validateBrandFile,
  saveBrandFile,
  generateIcons,
} from "./brand-files.ts";
import { isValidInn, isValidOgrn, legalEntity } from "./settings.ts";
import { createMediaHandler } from "../media/image-handler.ts";

const { db } = await openTestShop();
const media = new Hono().get(
  "/media/:file",
  createMediaHandler({ findSize: async () => "missing", findBrandFile: (file) => findBrandFileByName(db, file) }),
);
const logoSvg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>');

it.each([
  ["7707083893", true],
  ["7707083894", false],
  ["500100732259", true],
  ["500100732258", false],
  ["770708389", false],
  ["77070838930", false],
  ["770708389x", false],
])("checks INN %s: %s", (inn, isValid) => expect(isValidInn(inn)).toBe(isValid));

it.each([
  ["1027700132195", true],
  ["1027700132194", false],
  ["304500116000157", true],
  ["304500116000158", false],
  ["102770013219", false],
])("checks OGRN %s: %s", (ogrn, isValid) => expect(isValidOgrn(ogrn)).toBe(isValid));

it("validates the account number against the BIK of the bank", () => {
  const bank = {
    ...{ name: "Bank", bik: "044525225" },
    ...{ account: "40702810900000000000", correspondent_account: "30101810400000000225" },
  };
  const entity = {
    name: { "ru-RU": "ООО", "en-US": "LLC" },
    address: { "ru-RU": "Москва", "en-US": "Moscow" },
    ...{ inn: "7707083893", ogrn: "1027700132195" },
  };
  const isValidBank = (overrides: object) =>
    legalEntity.schema.safeParse({ ...entity, bank: { ...bank, ...overrides } }).success;
  const digits = Array.from({ length: 10 }, (_, digit) => String(digit));
  // Exactly one of the ten possible check digits is valid.
  expect(digits.filter((digit) => isValidBank({ account: `40702810${digit}00000000000` }))).toHaveLength(1);
  expect(isValidBank({ correspondent_account: "30101810500000000225" })).toBe(false);
});

it("serves the logo at a content-hashed URL, with scripts disabled", async () => {
  await saveBrandFile(db, "logo", await validateBrandFile(logoSvg));
  const { logo } = await getBrandFilePaths(db);
  const response = await media.request(logo ?? "");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/svg+xml");
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
  expect(response.headers.get("cache-control")).toContain("immutable");
  expect(Buffer.from(await response.arrayBuffer())).toEqual(logoSvg);
  expect((await media.request(`/media/brand-${"0".repeat(24)}.svg`)).status).toBe(404);
  expect((await media.request((logo ?? "").replace("svg", "png"))).status).toBe(404);
});

it("generates every icon from one image", async () => {
  await generateIcons(db, await validateBrandFile(logoSvg));
  const files = await getBrandFilePaths(db);
  for (const [kind, size] of [
    ["apple-touch-icon", 180],
    ["icon-192", 192],
    ["icon-512", 512],
    ["icon-maskable-512", 512],
  ] as const) {
    const content = Buffer.from(await (await media.request(files[kind])).arrayBuffer());
    expect(await sharp(content).metadata()).toMatchObject({ format: "png", width: size, height: size });
  }
});

it.each([
  ["text", Buffer.from("hello")],
  [
    "a JPEG",
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .jpeg()
      .toBuffer(),
  ],
  ["too much", Buffer.alloc(300_000, "x")],
])("rejects a file that is %s", async (_what, content) => {
  await expect(validateBrandFile(content)).rejects.toThrow(InvalidBrandFileError);
});
