import { assert, array, asyncProperty, constantFrom, string } from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { formatCsvLine } from "./csv.ts";
import { type CsvRecord, detectDelimiter, MAX_LINE_LENGTH, readCsvRecords, splitLines } from "./csv-records.ts";

async function read(text: string, delimiter = ",", chunkLength = text.length || 1): Promise<CsvRecord[]> {
  async function* chunks() {
    for (let start = 0; start < text.length; start += chunkLength) yield text.slice(start, start + chunkLength);
  }
  const records: CsvRecord[] = [];
  for await (const record of readCsvRecords(chunks(), delimiter)) records.push(record);
  return records;
}

describe("records", () => {
  it("have quoted fields with delimiters, quotes and lines, and the number of their first line", async () => {
    expect(await read('a,"b ""c"", d"\n"e\nf",g\n\nh,"i"\n')).toEqual([
      { line: 1, cells: ["a", 'b "c", d'] },
      { line: 2, cells: ["e\nf", "g"] },
      { line: 5, cells: ["h", "i"] },
    ]);
  });

  it("keep a quote that is not at the beginning or not escaped", async () => {
    expect(await read('5" box,"Cream "Night", 50 ml",x\n')).toEqual([
      { line: 1, cells: ['5" box', 'Cream "Night', ' 50 ml"', "x"] },
    ]);
    expect(await read('a,"Cream "Night" 50 ml",x\n')).toEqual([{ line: 1, cells: ["a", 'Cream "Night" 50 ml', "x"] }]);
  });

  it("with a quote that is not closed are read in one pass", async () => {
    const lines = 3000;
    const search = vi.spyOn(String.prototype, "indexOf");
    const records = await read(`a,b\n${'1,"two\n'.repeat(lines)}`);
    const searches = search.mock.calls.length;
    search.mockRestore();
    expect(records.filter(({ error }) => error === "unclosed_quote")).toHaveLength(lines);
    expect(searches).toBeLessThan(10 * lines);
  });

  it("after a quote that is not closed are read", async () => {
    const lines = ["a;b;c", '1;"two;3', "4;5;6", '7;"8";9', '10;"11; 12";13'];
    expect(await read(lines.join("\n"), ";")).toEqual([
      { line: 1, cells: ["a", "b", "c"] },
      { line: 2, cells: ["1", "two", "3"], error: "unclosed_quote" },
      { line: 3, cells: ["4", "5", "6"] },
      { line: 4, cells: ["7", "8", "9"] },
      { line: 5, cells: ["10", "11; 12", "13"] },
    ]);
  });

  it("of any texts are read back, wherever the chunks end", async () => {
    const fields = array(string({ unit: constantFrom("a", '"', ",", "\n", " ", "я") }), { minLength: 2, maxLength: 2 });
    await assert(
      asyncProperty(array(fields, { minLength: 1, maxLength: 5 }), constantFrom(1, 3, 1000), async (rows, length) => {
        const text = rows.map((row) => formatCsvLine(row)).join("");
        expect((await read(text, ",", length)).map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });
});

it("keeps no more of a long line than shows that it is too long", async () => {
  async function* chunks() {
    for (let index = 0; index < 30; index++) yield "x".repeat(100_000);
    yield "\nnext";
  }
  const lengths: number[] = [];
  for await (const line of splitLines(chunks())) lengths.push(line.length);
  expect(lengths).toEqual([MAX_LINE_LENGTH + 1, 4]);
});

it.each([
  ["a;b;c\n1;2,5;3\n", ";"],
  ["a,b,c\n1,2,3\n", ","],
  ["a\tb\n1,5\t2,5\n", "\t"],
  ['a,b\n"x;y;z",2\n"x;y;z",3\n', ","],
  ["a", ","],
])("detects the delimiter of %j", async (text, delimiter) => {
  expect(await detectDelimiter(text)).toBe(delimiter);
});
