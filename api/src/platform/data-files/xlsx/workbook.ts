import { getBuiltInFormat } from "./number-format.ts";
import { SharedStrings } from "./shared-strings.ts";
import { readSheetRows, type SheetRow } from "./sheet-rows.ts";
import { InvalidWorkbookError, type RandomAccessFile, WorkbookArchive } from "./workbook-archive.ts";
import { collectWorkbookXml } from "./workbook-xml.ts";

/** The most bytes of a sheet, of the texts and of a file that describes the workbook, once they are decompressed. */
const MAX_SHEET_BYTES = 500_000_000;
const MAX_STRINGS_BYTES = 200_000_000;
const MAX_PART_BYTES = 20_000_000;
const MAX_SHEETS = 100;

type Relation = Readonly<{ id: string; type: string; path: string }>;
type Attributes = Readonly<Record<string, string>>;

/** A workbook of a spreadsheet program (.xlsx, ECMA-376), of which one sheet at a time is read as a stream. */
export class Workbook {
  readonly #archive: WorkbookArchive;
  readonly #paths: ReadonlyMap<string, string>;
  readonly #relations: readonly Relation[];
  readonly #calendar: 1900 | 1904;
  /** The names of the sheets that are visible. */
  readonly sheets: readonly string[];

  private constructor(
    archive: WorkbookArchive,
    content: Readonly<{
      sheets: readonly string[];
      paths: ReadonlyMap<string, string>;
      relations: readonly Relation[];
      calendar: 1900 | 1904;
    }>,
  ) {
    this.#archive = archive;
    this.sheets = content.sheets;
    this.#paths = content.paths;
    this.#relations = content.relations;
    this.#calendar = content.calendar;
  }

  /** @throws InvalidWorkbookError */
  static async open(file: RandomAccessFile): Promise<Workbook> {
    const archive = await WorkbookArchive.open(file);
    const main = (await listRelations(archive, "")).find(({ type }) => type.endsWith("/officeDocument"));
    const path = main?.path ?? "xl/workbook.xml";
    const relations = await listRelations(archive, path);
    const found: { name: string; attributes: Attributes }[] = await collectWorkbookXml(
      archive.read(path, MAX_PART_BYTES),
      (emit) => ({
        onOpen: (name, attributes) => {
          if (name === "sheet" || name === "workbookPr") emit({ name, attributes });
        },
      }),
    );
    const all = found.filter(({ name }) => name === "sheet").slice(0, MAX_SHEETS);
    const visible = all.filter(({ attributes }) => (attributes["state"] ?? "visible") === "visible");
    const paths = new Map(
      (visible.length > 0 ? visible : all).flatMap(({ attributes }) => {
        const [, id] = Object.entries(attributes).find(([name]) => name.endsWith(":id")) ?? [];
        const relation = relations.find((one) => one.id === id && one.type.endsWith("/worksheet"));
        return relation ? [[attributes["name"] ?? "", relation.path] as const] : [];
      }),
    );
    if (paths.size === 0) throw new InvalidWorkbookError("xlsx_damaged");
    const properties = found.find(({ name }) => name === "workbookPr")?.attributes ?? {};
    const calendar = /^(1|true)$/.test(properties["date1904"] ?? "") ? 1904 : 1900;
    return new Workbook(archive, { sheets: [...paths.keys()], paths, relations, calendar });
  }

  /** Reads the rows of a sheet; nothing if the workbook does not have it. @throws InvalidWorkbookError */
  async *readRows(sheet: string): AsyncGenerator<SheetRow> {
    const path = this.#paths.get(sheet);
    if (path === undefined) return;
    const strings = this.#findPart("/sharedStrings");
    const styles = this.#findPart("/styles");
    const context = {
      strings: strings === null ? null : new SharedStrings(this.#archive.read(strings, MAX_STRINGS_BYTES)),
      formats: styles === null ? [] : await listFormats(this.#archive.read(styles, MAX_PART_BYTES)),
      calendar: this.#calendar,
    };
    try {
      yield* readSheetRows(this.#archive.read(path, MAX_SHEET_BYTES), context);
    } finally {
      await context.strings?.close();
    }
  }

  #findPart(type: string): string | null {
    const path = this.#relations.find((one) => one.type.endsWith(type))?.path;
    return path !== undefined && this.#archive.has(path) ? path : null;
  }
}

/** Lists what a file of the archive refers to; `""` is the archive itself. */
async function listRelations(archive: WorkbookArchive, source: string): Promise<Relation[]> {
  const folder = source.slice(0, source.lastIndexOf("/") + 1);
  const path = `${folder}_rels/${source.slice(folder.length)}.rels`;
  if (!archive.has(path)) return [];
  return collectWorkbookXml<Relation>(archive.read(path, MAX_PART_BYTES), (emit) => ({
    onOpen: (name, { Id: id = "", Type: type = "", Target: target = "" }) => {
      if (name === "Relationship")
        emit({ id, type, path: target.startsWith("/") ? target.slice(1) : `${folder}${target}` });
    },
  }));
}

/** Lists the number formats of the styles that cells refer to. */
async function listFormats(bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  const codes = new Map<number, string>();
  const ids = await collectWorkbookXml<number>(bytes, (emit) => {
    let isCellStyle = false;
    return {
      onOpen: (name, attributes) => {
        if (name === "numFmt") codes.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "");
        if (name === "cellXfs") isCellStyle = true;
        if (name === "xf" && isCellStyle) emit(Number(attributes["numFmtId"] ?? 0));
      },
      onClose: (name) => {
        if (name === "cellXfs") isCellStyle = false;
      },
    };
  });
  return ids.map((id) => codes.get(id) ?? getBuiltInFormat(id));
}
