import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file of an archive, with its text in parts. */
export type WrittenFile = readonly [name: string, content: AsyncIterable<string> | Iterable<string>];

/** The signatures of the records of a ZIP archive (APPNOTE.TXT 4.3). */
const LOCAL = 0x04_03_4b_50;
const DESCRIPTOR = 0x08_07_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
const VERSION = 20;
/** The sizes follow the content, and names are in UTF-8. */
const FLAGS = 0x08_08;
const DEFLATE = 8;
/** The first day of the calendar of archives. */
const FIRST_DAY = 0x21;

type Sums = { checksum: number; compressed: number; size: number };

/** Writes a ZIP archive as a stream. */
export async function* writeZip(files: readonly WrittenFile[]): AsyncGenerator<Uint8Array> {
  let offset = 0;
  const directory: Buffer[] = [];
  for (const [name, content] of files) {
    const fileName = Buffer.from(name);
    const start = offset;
    const header = Buffer.concat([
      packLong(LOCAL),
      packFixed(),
      packLong(0, 0, 0),
      packWord(fileName.length, 0),
      fileName,
    ]);
    yield header;
    const sums: Sums = { checksum: 0, compressed: 0, size: 0 };
    yield* compress(content, sums);
    const sizes = packLong(sums.checksum, sums.compressed, sums.size);
    const descriptor = Buffer.concat([packLong(DESCRIPTOR), sizes]);
    yield descriptor;
    offset += header.length + sums.compressed + descriptor.length;
    directory.push(
      ...[packLong(CENTRAL), packWord(VERSION), packFixed(), sizes, packWord(fileName.length, 0, 0, 0, 0)],
      ...[packLong(0, start), fileName],
    );
  }
  const entries = Buffer.concat(directory);
  yield entries;
  const counts = packWord(0, 0, files.length, files.length);
  yield Buffer.concat([packLong(END), counts, packLong(entries.length, offset), packWord(0)]);
}

/** Compresses a text, and adds up its checksum and sizes. */
async function* compress(content: WrittenFile[1], sums: Sums): AsyncGenerator<Uint8Array> {
  const source = (async function* () {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      sums.checksum = crc32(bytes, sums.checksum);
      sums.size += bytes.length;
      yield bytes;
    }
  })();
  const deflate = createDeflateRaw();
  // An error of the source is one of the stream that is read.
  pipeline(Readable.from(source, { objectMode: false }), deflate, () => undefined);
  for await (const chunk of deflate as AsyncIterable<Uint8Array>) {
    sums.compressed += chunk.length;
    yield chunk;
  }
}

const packFixed = () => packWord(VERSION, FLAGS, DEFLATE, 0, FIRST_DAY);

/** Writes numbers of two bytes, the least significant byte first. */
function packWord(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) buffer.writeUInt16LE(value, index * 2);
  return buffer;
}

/** Writes numbers of four bytes, the least significant byte first. */
function packLong(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32LE(value, index * 4);
  return buffer;
}
