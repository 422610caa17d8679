import { recordAuditEntry } from "../platform/audit/audit-log.ts";
import type { Actor } from "../platform/audit/actor.ts";
import { detectEncoding } from "../platform/data-files/text-encoding.ts";
import { withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { type ImportFormat, MAX_IMPORT_BYTES, refusals } from "./admin-schema.ts";
import { detectFileDelimiter } from "./file-records.ts";
import { insertFilePart, insertImport, updateImport } from "./sql.ts";

const PART_BYTES = 1_000_000;
/** How much of a file is looked at to detect its encoding and delimiter. */
const START_BYTES = 64_000;

/** The formats of files by their extensions. */
const formats: ReadonlyMap<string, ImportFormat> = new Map([
  ["csv", "csv"],
  ["txt", "csv"],
  ["tsv", "csv"],
  ["jsonl", "jsonl"],
]);

type Upload = Readonly<{
  fileName: string;
  content: AsyncIterable<Uint8Array>;
  staffId: number;
  actor: Actor;
  requestId: string | null;
}>;

/**
 * Stores an uploaded file in parts, so that it is never in memory as a whole.
 * @returns the id of the import
 * @throws Refusal `import_format_unknown`, `import_empty`, `import_too_large`
 */
export async function storeUpload(app: AppContext, { fileName, content, staffId, actor, requestId }: Upload) {
  const format = getFormat(fileName);
  return withTransaction(app.db, async (tx) => {
    const id = await insertImport(tx, {
      file_name: fileName,
      // Known at the end.
      ...{ bytes: 1, format, encoding: null, delimiter: null, header_row: 1, profile_id: null },
      ...{ created_by: staffId, created_at: app.clock.now() },
    });
    let bytes = 0;
    let seq = 0;
    let start = Buffer.alloc(0);
    for await (const part of toParts(content)) {
      bytes += part.length;
      if (bytes > MAX_IMPORT_BYTES)
        throw refuse(refusals, "import_too_large", { params: { max: MAX_IMPORT_BYTES / 1_000_000 } });
      if (start.length < START_BYTES) start = Buffer.concat([start, part]).subarray(0, START_BYTES);
      await insertFilePart(tx, id, ++seq, part);
    }
    if (bytes === 0) throw refuse(refusals, "import_empty");
    const encoding = detectEncoding(start);
    const delimiter = format === "csv" && encoding !== null ? await detectFileDelimiter(start, encoding) : null;
    await updateImport(tx, id, { bytes, encoding, delimiter });
    await recordAuditEntry(app, tx, {
      ...{ actor, action: "import.uploaded", subject: { kind: "import", id }, requestId },
      changes: [
        { field: "file_name", from: null, to: fileName },
        { field: "bytes", from: null, to: bytes },
      ],
    });
    return id;
  });
}

/** @throws Refusal `import_format_unknown` */
function getFormat(fileName: string): ImportFormat {
  const extension = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
  const format = formats.get(extension);
  if (!format) throw refuse(refusals, "import_format_unknown");
  return format;
}

/** Joins chunks of a stream to parts of about a megabyte. */
async function* toParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    length += chunk.length;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(pending);
    [pending, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(pending);
}
