import { describe, expect, it } from "vitest";
import type { FileRecord } from "../file-record.ts";
import { InvalidImportFileError } from "../invalid-import-file.ts";
import { readYmlRecords } from "./yml-records.ts";

async function* toParts(text: string, length: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += length) yield text.slice(start, start + length);
}

async function readAll(text: string, length = 7): Promise<FileRecord[]> {
  const records: FileRecord[] = [];
  for await (const record of readYmlRecords(toParts(text, length))) records.push(record);
  return records;
}

async function readOffers(
  offers: string,
  length?: number,
): Promise<{ line: number; error?: string; [name: string]: unknown }[]> {
  const [header, ...records] = await readAll(buildFeed(offers), length);
  return records.map(({ line, cells, error }) => ({
    line,
    ...(error ? { error } : {}),
    ...Object.fromEntries(header?.cells.map((name, index) => [name, cells[index]]).filter(([, cell]) => cell) ?? []),
  }));
}

const buildFeed = (offers: string, doctype = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>${doctype}\n<yml_catalog><shop><name>Опт</name>` +
  `<categories><category id="1">Кремы</category></categories><offers>\n${offers}\n</offers></shop></yml_catalog>`;

const getProblem = async (text: string, length?: number) =>
  readAll(text, length).then(
    () => null,
    (error: unknown) => (error instanceof InvalidImportFileError ? error.problem : error),
  );

it("reads the attributes and elements of offers as columns", async () => {
  const offers = await readOffers(
    '<offer id="7" available="true"><name>Крем &amp; тоник</name><price>1290.500</price><currencyId>RUR</currencyId>' +
      "<categoryId>1</categoryId><picture>https://a.test/1.jpg</picture><picture>https://a.test/2.jpg</picture>" +
      '<weight>0,25</weight><param name="Объём" unit="мл">150</param><barcode>4901234567894</barcode><barcode>2</barcode>' +
      "<description><![CDATA[<p>Мягкий&nbsp;крем</p><ul><li>раз</li></ul>]]></description></offer>\n" +
      '<offer id="8"><name>Маска <b>Хит</b></name><categoryId>9</categoryId></offer>',
  );
  expect(offers).toEqual([
    {
      ...{ line: 3, id: "7", available: "true", name: "Крем & тоник", price: "1290.50 RUR", category: "Кремы" },
      ...{ picture: "https://a.test/1.jpg|https://a.test/2.jpg", "weight, g": "250", "param Объём, мл": "150" },
      ...{ barcode: "4901234567894", description: "<p>Мягкий&nbsp;крем</p><ul><li>раз</li></ul>" },
    },
    { line: 4, id: "8", name: "Маска Хит", category: "#9" },
  ]);
});

it("tells offers in one line apart", async () => {
  const offers = await readOffers('<offer id="1"/><offer id="2"/>\n<offer id="3"/>');
  expect(offers.map(({ line, id }) => [line, id])).toEqual([
    [3, "1"],
    [4, "2"],
    [5, "3"],
  ]);
});

it("remembers a profile for the shop, whatever the parameters", async () => {
  const [header] = await readAll(buildFeed('<offer id="1"><param name="x">1</param></offer>'));
  expect(header).toMatchObject({ line: 0, profileKey: ["yml", "Опт"] });
});

describe("a fault spoils its offer only", () => {
  const good = '<offer id="9"><price>5</price></offer>';
  it.each([
    ["xml_entity", '<offer id="1"><name>A&nbsp;B</name></offer>'],
    ["xml_entity", '<offer id="1"><name>A & B</name></offer>'],
    ["xml_tag", '<offer id="1"><name>A<price>5</price></offer>'],
    ["xml_entity", '<offer id="1"><url>https://a.test/?b=1&c=2</url></offer>'],
    ["xml_invalid", '<offer id="1"><name>A < 5</name></offer>'],
    ["offer_torn", '<offer id="1"><name>A</name></offer><price>5</price>'],
    ["offer_torn", '<offer id="1"><name>A</name>'],
    ["xml_tag", '<offer id="1"><name>A</name></offer></offer>'],
    ["xml_invalid", '<offer id="1"><name>A\u0001</name></offer>'],
    ["line_too_long", `<offer id="1"><name>${"<b>x</b>".repeat(200_000)}</name></offer>`],
  ])("%s: %s", async (code, offer) => {
    const offers = await readOffers(`${good}\n${offer}\n${good}`, offer.length > 1000 ? 60_000 : 5);
    expect(offers.map(({ id, error }) => [id, error])).toEqual([
      ["9", undefined],
      ["1", code],
      ["9", undefined],
    ]);
  });
});

describe("a file is refused as a whole", () => {
  const nested = "<a>".repeat(10_000);
  it.each([
    ["not_yml", "sku,price\n1,2"],
    ["not_yml", ""],
    ["not_yml", "<rss><channel/></rss>"],
    ["file_truncated", buildFeed('<offer id="1"><price>5</price></offer>').slice(0, -40)],
    ["xml_too_deep", buildFeed(`<offer id="1">${nested}`)],
    ["xml_text_too_long", buildFeed(`<offer id="1"><name>${"x".repeat(2_000_000)}`)],
    ["xml_text_too_long", buildFeed(`<offer id="${"x".repeat(2_000_000)}">`)],
    [
      "xml_text_too_long",
      buildFeed(`<offer ${Array.from({ length: 20_000 }, (_, index) => `a${index}=""`).join(" ")}`),
    ],
    ["xml_text_too_long", buildFeed(`<${"x".repeat(2_000_000)}`)],
    ["xml_text_too_long", buildFeed(`<!--${"x".repeat(2_000_000)}`)],
    ["xml_text_too_long", buildFeed(`<offer id="1"><name>&${"x".repeat(2_000_000)}`)],
    ["xml_text_too_long", buildFeed("", `<!DOCTYPE x [${"<!ELEMENT x ANY>".repeat(100_000)}]>`)],
    ["xml_entities", buildFeed('<offer id="1"/>', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>')],
  ])("%s", async (code, text) => {
    expect(await getProblem(text, 60_000)).toMatchObject({ code });
  });

  it("but not for a document type that is elsewhere, which is not read", async () => {
    const feed = buildFeed('<offer id="1"/>', '<!DOCTYPE yml_catalog SYSTEM "shops.dtd">');
    expect(await readAll(feed)).toHaveLength(2);
  });
});

it("converts HTML in texts to their lines, but keeps that of descriptions", async () => {
  const html = "<![CDATA[<p>Крем&nbsp;&laquo;Роза&raquo;</p><ul><li>раз</li><li>два</li></ul><script>x</script>]]>";
  const [offer] = await readOffers(`<offer id="1"><name>${html}</name><description>a<br/>b</description></offer>`);
  expect(offer).toMatchObject({ name: "Крем «Роза»\n\n- раз\n- два", description: "a<br>b" });
});

it("goes on with the offers behind a closing tag of all offers that stands too early", async () => {
  const offers = await readOffers(
    '<offer id="1"><name>A</name></offers>\n<offer id="2"><name>B</name><count>5.000</count></offer>\n<offer id="3"/>',
  );
  expect(offers.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  expect(offers[0]?.error).toBe("xml_tag");
  // Three decimals are no thousands.
  expect(offers[1]).toMatchObject({ name: "B", count: "5.00" });
});

it("removes scripts from texts, and leaves one without an end", async () => {
  const offers = await readOffers(
    '<offer id="1"><name><![CDATA[<p>A<script>x()</script>B<STYLE>y</style>C<script>d]]></name></offer>',
  );
  expect(offers[0]?.["name"]).toBe("ABCd");
});
