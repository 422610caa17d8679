import { gunzipStart, isGzip } from "../platform/data-files/gunzip.ts";
import type { TextEncoding } from "../platform/data-files/schema.ts";
import { detectEncoding, isEncodedIn } from "../platform/data-files/text-encoding.ts";
import { refuse } from "../platform/http/errors.ts";
import { type ImportFormat, refusals } from "./admin-schema.ts";

/** The formats of files by their extensions. */
const formats: ReadonlyMap<string, ImportFormat> = new Map([
  ["csv", "csv"],
  ["txt", "csv"],
  ["tsv", "csv"],
  ["jsonl", "jsonl"],
  ["yml", "yml"],
  ["xml", "yml"],
  ["xlsx", "xlsx"],
]);
/** The beginnings of ZIP archives, of which workbooks are, of old and protected Office files, and of PDF. */
const ZIP = "PK\u0003\u0004";
const COMPOUND_FILE = "\u00d0\u00cf\u0011\u00e0";
const PDF = "%PDF";

/**
 * Returns the format of a file by its name; text files may be compressed by gzip.
 * @throws Refusal `import_format_unknown`, `import_spreadsheet_unknown`
 */
export function getFormat(fileName: string): ImportFormat {
  const extension = /\.([a-z]+)(?:\.gz)?$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
  const format = formats.get(extension);
  if (/^(xls[bm]?|xlt[mx]?|ods|numbers)$/.test(extension)) throw refuse(refusals, "import_spreadsheet_unknown");
  if (!format || (format === "xlsx" && /\.gz$/i.test(fileName))) throw refuse(refusals, "import_format_unknown");
  return format;
}

/**
 * Checks that the content of a file is not of another format than its name says.
 * @param start the first bytes of the file
 * @returns the first bytes of its text
 * @throws Refusal `import_format_differs`, `import_spreadsheet_unknown`
 */
export function checkContent(format: ImportFormat, start: Uint8Array, maxBytes: number): Uint8Array {
  const text = isGzip(start) && format !== "xlsx" ? gunzipStart(start, maxBytes) : start;
  const isXml = /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!DOCTYPE|yml_catalog)/i.test(
    Buffer.from(text.subarray(0, 200)).toString("latin1"),
  );
  const mark = Buffer.from(text.subarray(0, 4)).toString("latin1");
  if (mark === COMPOUND_FILE) throw refuse(refusals, "import_spreadsheet_unknown");
  if ((mark === ZIP) !== (format === "xlsx") || mark === PDF || (isXml && format !== "yml"))
    throw refuse(refusals, "import_format_differs");
  return text;
}

/** The encodings that an XML declaration can name, by their names there. */
const declaredEncodings: ReadonlyMap<string, TextEncoding> = new Map([
  ["utf-8", "utf-8"],
  ["windows-1251", "windows-1251"],
  ["cp1251", "windows-1251"],
  ["shift_jis", "shift_jis"],
  ["shift-jis", "shift_jis"],
]);

/** Detects the encoding of a file: of a feed, the one that it declares, if the text is in it. */
export function detectFileEncoding(format: ImportFormat, start: Uint8Array): TextEncoding | null {
  const declaration = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)/i.exec(
    Buffer.from(start.subarray(0, 200)).toString("latin1"),
  );
  const declared = format === "yml" ? declaredEncodings.get(declaration?.[1]?.toLowerCase() ?? "") : undefined;
  // Every text is one in a single-byte encoding: a feed that was converted may declare its former one.
  const isUtf8 = start.some((byte) => byte >= 0x80) && isEncodedIn(start, "utf-8");
  return declared && !isUtf8 && isEncodedIn(start, declared) ? declared : detectEncoding(start);
}
