import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { recordAuditEntry } from "../platform/audit/audit-log.ts";
import type { Actor } from "../platform/audit/actor.ts";
import { withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { MAX_IMPORT_BYTES, refusals } from "./admin-schema.ts";
import { checkContent, detectFileEncoding, getFormat } from "./file-format.ts";
import { detectFileDelimiter } from "./file-records.ts";
import { insertFilePart, insertImport } from "./sql.ts";

const PART_BYTES = 1_000_000;
/** How much of a file is looked at to detect its encoding and delimiter. */
const START_BYTES = 64_000;

type Upload = Readonly<{
  fileName: string;
  content: AsyncIterable<Uint8Array>;
  staffId: number;
  actor: Actor;
  requestId: string | null;
}>;

/**
 * Stores an uploaded file in parts, so that it is never in memory as a whole. It is received as a temporary file first: a
 * slow client keeps no transaction open.
 * @returns the id of the import
 * @throws Refusal `import_format_unknown`, `import_format_differs`, `import_empty`, `import_too_large`
 */
export async function storeUpload(app: AppContext, { content, ...upload }: Upload): Promise<number> {
  const format = getFormat(upload.fileName);
  const folder = await mkdtemp(join(tmpdir(), "import-upload-"));
  try {
    const path = join(folder, "file");
    const received = await receive(content, path);
    const start = checkContent(format, received.start, START_BYTES);
    const encoding = format === "xlsx" ? null : detectFileEncoding(format, start);
    const delimiter = format === "csv" && encoding !== null ? await detectFileDelimiter(start, encoding) : null;
    return await storeFile(app, upload, { path, format, encoding, delimiter, bytes: received.bytes });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Writes a file while it arrives.
 * @returns its size and first bytes
 * @throws Refusal `import_empty`, `import_too_large`
 */
async function receive(content: AsyncIterable<Uint8Array>, path: string): Promise<{ bytes: number; start: Buffer }> {
  let bytes = 0;
  let start = Buffer.alloc(0);
  await pipeline(async function* () {
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > MAX_IMPORT_BYTES)
        throw refuse(refusals, "import_too_large", { params: { max: MAX_IMPORT_BYTES / 1_000_000 } });
      if (start.length < START_BYTES) start = Buffer.concat([start, chunk]).subarray(0, START_BYTES);
      yield chunk;
    }
  }, createWriteStream(path));
  if (bytes === 0) throw refuse(refusals, "import_empty");
  return { bytes, start };
}

type ReceivedFile = Pick<Parameters<typeof insertImport>[1], "bytes" | "format" | "encoding" | "delimiter"> &
  Readonly<{ path: string }>;

async function storeFile(
  app: AppContext,
  { fileName, staffId, actor, requestId }: Omit<Upload, "content">,
  { path, ...file }: ReceivedFile,
): Promise<number> {
  return withTransaction(app.db, async (tx) => {
    const id = await insertImport(tx, {
      ...{ ...file, file_name: fileName, header_row: 1, header_rows: 1, sheet: null, profile_id: null },
      ...{ created_by: staffId, created_at: app.clock.now() },
    });
    let seq = 0;
    for await (const part of createReadStream(path, { highWaterMark: PART_BYTES }))
      await insertFilePart(tx, id, ++seq, part as Buffer);
    await recordAuditEntry(app, tx, {
      ...{ actor, action: "import.uploaded", subject: { kind: "import", id }, requestId },
      changes: [
        { field: "file_name", from: null, to: fileName },
        { field: "bytes", from: null, to: file.bytes },
      ],
    });
    return id;
  });
}
