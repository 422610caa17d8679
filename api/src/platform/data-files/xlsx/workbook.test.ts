import { describe, expect, it } from "vitest";
import { InvalidWorkbookError, type RandomAccessFile } from "./workbook-archive.ts";
import { formatNumber } from "./number-format.ts";
import { Workbook } from "./workbook.ts";
import { writeWorkbook, type WrittenCell } from "./write-workbook.ts";
import { type WrittenFile, writeZip } from "./write-zip.ts";

async function listAll<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}
const collect = async (chunks: AsyncIterable<Uint8Array>) => Buffer.concat(await listAll(chunks));

function openBytes(bytes: Uint8Array): RandomAccessFile {
  return {
    size: bytes.length,
    async *read(start, end) {
      yield bytes.subarray(start, end);
    },
  };
}

async function readFirstSheet(bytes: Uint8Array) {
  const workbook = await Workbook.open(openBytes(bytes));
  return listAll(workbook.readRows(workbook.sheets[0] ?? ""));
}

const getCode = async (bytes: Uint8Array) =>
  readFirstSheet(bytes).then(
    () => null,
    (error: unknown) => (error instanceof InvalidWorkbookError ? error.code : error),
  );

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (...targets: [type: string, target: string][]) =>
  `<Relationships>${targets.map(([type, target], index) => `<Relationship Id="r${index}" Type="${RELATIONS}/${type}" Target="${target}"/>`).join("")}</Relationships>`;

/** Builds a workbook as other programs write it: with shared texts, and several sheets. */
async function buildWorkbook(sheet: Iterable<string>, { strings = "<sst/>", extra = [] as WrittenFile[] } = {}) {
  return collect(
    writeZip([
      ["_rels/.rels", [relations(["officeDocument", "/xl/workbook.xml"])]],
      [
        "xl/workbook.xml",
        [
          '<x:workbook xmlns:x="a" xmlns:r="b"><x:workbookPr/><x:sheets><x:sheet name="Скрытый" state="hidden" r:id="r1"/>' +
            '<x:sheet name="Прайс" r:id="r0"/><x:sheet name="Итоги" r:id="r1"/></x:sheets></x:workbook>',
        ],
      ],
      [
        "xl/_rels/workbook.xml.rels",
        [
          relations(
            ["worksheet", "worksheets/a.xml"],
            ["worksheet", "worksheets/b.xml"],
            ["sharedStrings", "strings.xml"],
            ["styles", "styles.xml"],
          ),
        ],
      ],
      ["xl/strings.xml", [strings]],
      [
        "xl/styles.xml",
        [
          '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$¥-411]#,##0"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>' +
            '<cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
        ],
      ],
      ["xl/worksheets/b.xml", ["<worksheet><sheetData/></worksheet>"]],
      ["xl/worksheets/a.xml", sheet],
      ...extra,
    ]),
  );
}

const wrapRows = (rows: string) => [`<worksheet><sheetData>${rows}</sheetData></worksheet>`];

it("reads what was written", async () => {
  const rows: WrittenCell[][] = [
    ["Прайс"],
    [],
    ["Штрихкод", "", 'a&b <c> "d"'],
    [4_901_234_567_894, { value: 1980, format: 1 }, { value: 45_992, format: 2 }, -1.5],
  ];
  const bytes = await collect(
    writeWorkbook({ name: "Лист 1", rows, merged: ["A1:C1"] }, ["[$¥-411]#,##0", "dd.mm.yyyy"]),
  );
  expect((await Workbook.open(openBytes(bytes))).sheets).toEqual(["Лист 1"]);
  expect(await readFirstSheet(bytes)).toEqual([
    { row: 1, cells: ["Прайс"] },
    { row: 3, cells: ["Штрихкод", "", 'a&b <c> "d"'] },
    { row: 4, cells: ["4901234567894", "1980 ¥", "2025-12-01", "-1.5"] },
  ]);
});

it("reads shared texts, formulas, and cells of every type", async () => {
  const strings =
    '<sst><si><t>Крем</t></si><si><r><t xml:space="preserve">化粧</t></r><r><t>水</t></r><rPh sb="0" eb="2"><t>ケショウスイ</t></rPh></si></sst>';
  const bytes = await buildWorkbook(
    wrapRows(
      '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="C2" t="s"><v>0</v></c><c r="D2" s="1"><v>45992.5</v></c></row>' +
        '<row><c><f>A1*2</f><v>12.5</v></c><c><f>A1</f></c><c t="e"><v>#N/A</v></c><c t="b"><v>1</v></c><c t="str"><v>a_x000D_b</v></c><c s="2"><v>1980</v></c></row>' +
        '<row r="1048576"><c r="A1048576" s="1"/></row>',
    ),
    { strings },
  );
  expect((await Workbook.open(openBytes(bytes))).sheets).toEqual(["Прайс", "Итоги"]);
  expect(await readFirstSheet(bytes)).toEqual([
    { row: 2, cells: ["化粧水", "", "Крем", "2025-12-01 12:00"] },
    { row: 3, cells: ["12.5", "=A1", "#N/A", "TRUE", "a\rb", "1980 ¥"] },
  ]);
});

it.each([
  [4_901_234_567_894, "General", "4901234567894"],
  [4_901_234_567_894, "0.00E+00", "4901234567894"],
  [4_901_234_567, "0000000000000", "0004901234567"],
  [1290.5, "#,##0.00", "1290.5"],
  [1290.499, "#,##0", "1290"],
  [1.125, "General", "1.1250"],
  [0.1 + 0.2, "General", "0.3"],
  [1980, '#,##0\\ "₽"', "1980 ₽"],
  [19.9, "[$USD] #,##0.00", "19.9 USD"],
  [1980, "[$-411]#,##0", "1980"],
  [1980, "[$CHF] #,##0", "1980 CHF"],
  [1980, '#,##0"р."', "1980 р."],
  // As wide as the sign of a currency, which is not shown.
  [1290.5, "_-* #,##0.00\\ _₽_-", "1290.5"],
  [5, '0" шт."', "5"],
  [0.15, "0%", "15%"],
  [1, "yyyy/m/d", "1899-12-31"],
  [45_992, "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "2025-12-01"],
  [0.5, "h:mm", "12:00"],
  [1e300, "yyyy", "1e+300"],
])("formats %d as %s: %s", (value, format, text) => {
  expect(formatNumber(value, format)).toBe(text);
});

describe("a hostile workbook is refused", () => {
  const row = (cells: string) => `<row r="1">${cells}</row>`;
  it("with more than 200 columns, but not for cells that are only formatted", async () => {
    expect(await getCode(await buildWorkbook(wrapRows(row('<c r="XFD1"><v>1</v></c>'))))).toBe("too_many_columns");
    expect(await getCode(await buildWorkbook(wrapRows(row('<c r="XFD1" s="1"/>'))))).toBe(null);
  });

  it("with an endless row or cell", async () => {
    const cells = Array.from({ length: 20_000 }, () => "<c><v>1</v></c>").join("");
    expect(await getCode(await buildWorkbook(wrapRows(row(cells))))).toBe("xlsx_damaged");
    expect(await getCode(await buildWorkbook(wrapRows(row(`<c t="str"><v>${"x".repeat(100_000)}</v></c>`))))).toBe(
      "xlsx_damaged",
    );
  });

  it("that is a bomb: of many bytes, or of more than its directory says", async () => {
    const sheet = Array.from({ length: 8000 }, () => `<!--${" ".repeat(64_000)}-->`);
    const bomb = await buildWorkbook(["<worksheet>", ...sheet, "</worksheet>"]);
    expect(bomb.length).toBeLessThan(3_000_000);
    expect(await getCode(bomb)).toBe("xlsx_too_large");
    // The size that the directory says of the sheet, which is the last entry.
    const entry = bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bomb.writeUInt32LE(1000, entry + 24);
    expect(await getCode(bomb)).toBe("xlsx_damaged");
  });

  it("with entities in its texts, which would expand", async () => {
    const strings = '<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>';
    expect(await getCode(await buildWorkbook(wrapRows(row('<c t="s"><v>0</v></c>')), { strings }))).toBe(
      "xlsx_damaged",
    );
  });

  it("with too many texts for the memory", async () => {
    const text = `<si><t>${"x".repeat(900_000)}</t></si>`;
    const strings = `<sst>${text.repeat(50)}</sst>`;
    const bytes = await buildWorkbook(wrapRows(row('<c t="s"><v>49</v></c>')), { strings });
    expect(await getCode(bytes)).toBe("xlsx_too_large");
  });

  it("with macros, paths out of the archive, too many files, or elements nested too deep", async () => {
    const build = (extra: WrittenFile[]) => buildWorkbook(wrapRows(""), { extra });
    expect(await getCode(await build([["xl/vbaProject.bin", ["x"]]]))).toBe("xlsx_macros");
    expect(await getCode(await build([["../../etc/passwd", ["x"]]]))).toBe("xlsx_damaged");
    expect(await getCode(await build(Array.from({ length: 2001 }, (_, index) => [`a${index}`, []] as const)))).toBe(
      "xlsx_too_large",
    );
    expect(await getCode(await buildWorkbook(["<a>".repeat(10_000)]))).toBe("xlsx_damaged");
  });

  it("that is cut off, damaged, or none", async () => {
    const bytes = await buildWorkbook(wrapRows(row("<c><v>1</v></c>")));
    expect(await getCode(bytes.subarray(0, -200))).toBe("xlsx_damaged");
    expect(await getCode(Buffer.from("sku;price\n1;2"))).toBe("xlsx_damaged");
    expect(await getCode(Buffer.alloc(0))).toBe("xlsx_damaged");
    expect(await getCode(await buildWorkbook(["<worksheet><sheetData><row>"]))).toBe("xlsx_damaged");
    expect(await getCode(await collect(writeZip([["a.txt", ["x"]]])))).toBe("xlsx_damaged");
    const start = bytes.indexOf("xl/worksheets/a.xml") + "xl/worksheets/a.xml".length;
    expect(
      await getCode(Buffer.concat([bytes.subarray(0, start), Buffer.alloc(20, 0xff), bytes.subarray(start + 20)])),
    ).toBe("xlsx_damaged");
  });
});
