import { writeZip } from "./write-zip.ts";

/** A cell: a text, a number, or a number with the place of a format. */
export type WrittenCell = string | number | Readonly<{ value: number; format: number }>;

export type WrittenSheet = Readonly<{
  name: string;
  rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>;
  /** Cells that are shown as one, such as `C1:D1`. */
  merged?: readonly string[];
}>;

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** Text of a sheet is compressed in parts of so many characters. */
const PART_LENGTH = 64_000;

/**
 * Writes a workbook of one sheet as a stream, so that it is never in memory as a whole.
 * @param formats the codes of number formats, to which cells refer by their places from 1
 */
export async function* writeWorkbook(sheet: WrittenSheet, formats: readonly string[] = []): AsyncGenerator<Uint8Array> {
  yield* writeZip([
    ["[Content_Types].xml", [formatContentTypes()]],
    ["_rels/.rels", [formatRelations([["officeDocument", "xl/workbook.xml"]])]],
    ["xl/workbook.xml", [formatWorkbook(sheet.name)]],
    [
      "xl/_rels/workbook.xml.rels",
      [
        formatRelations([
          ["worksheet", "worksheets/sheet1.xml"],
          ["styles", "styles.xml"],
        ]),
      ],
    ],
    ["xl/styles.xml", [formatStyles(formats)]],
    ["xl/worksheets/sheet1.xml", formatSheet(sheet)],
  ]);
}

function formatContentTypes(): string {
  const override = (path: string, type: string) =>
    `<Override PartName="${path}" ContentType="${CONTENT}.${type}+xml"/>`;
  return [
    `${HEADER}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    override("/xl/workbook.xml", "sheet.main"),
    override("/xl/worksheets/sheet1.xml", "worksheet"),
    override("/xl/styles.xml", "styles"),
    "</Types>",
  ].join("");
}

function formatRelations(targets: readonly (readonly [type: string, target: string])[]): string {
  const relations = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`,
  );
  return `${HEADER}<Relationships xmlns="${PACKAGE}/relationships">${relations.join("")}</Relationships>`;
}

function formatWorkbook(name: string): string {
  const sheet = `<sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/>`;
  return `${HEADER}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${sheet}</sheets></workbook>`;
}

function formatStyles(formats: readonly string[]): string {
  const FIRST_ID = 164;
  const codes = formats.map(
    (code, index) => `<numFmt numFmtId="${FIRST_ID + index}" formatCode="${escapeXml(code)}"/>`,
  );
  const styles = formats.map((_, index) => `<xf numFmtId="${FIRST_ID + index}" applyNumberFormat="1"/>`);
  return (
    `${HEADER}<styleSheet xmlns="${MAIN}">${codes.length > 0 ? `<numFmts count="${codes.length}">${codes.join("")}</numFmts>` : ""}` +
    '<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>' +
    `<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${styles.length + 1}"><xf/>${styles.join("")}</cellXfs></styleSheet>`
  );
}

async function* formatSheet({ rows, merged = [] }: WrittenSheet): AsyncGenerator<string> {
  let text = `${HEADER}<worksheet xmlns="${MAIN}"><sheetData>`;
  let number = 0;
  for await (const row of rows) {
    number += 1;
    text += `<row r="${number}">${row.map((cell, column) => formatCell(cell, `${getColumnName(column)}${number}`)).join("")}</row>`;
    if (text.length < PART_LENGTH) continue;
    yield text;
    text = "";
  }
  const merges = merged.map((cells) => `<mergeCell ref="${cells}"/>`).join("");
  yield `${text}</sheetData>${merges === "" ? "" : `<mergeCells>${merges}</mergeCells>`}</worksheet>`;
}

function formatCell(cell: WrittenCell, reference: string): string {
  if (cell === "") return "";
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === "object") return `<c r="${reference}" s="${cell.format}"><v>${cell.value}</v></c>`;
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

/** Returns the letters of a column by its place, such as `AB` for 27. */
function getColumnName(place: number): string {
  const letter = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? letter : `${getColumnName(Math.floor(place / 26) - 1)}${letter}`;
}

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, "");
}
