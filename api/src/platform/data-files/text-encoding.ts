import type { TextEncoding } from "./schema.ts";

/** The share of Russian letters among the characters beyond ASCII from which text counts as Russian. */
const MIN_RUSSIAN_SHARE = 0.85;
/** The share of NUL bytes in every other place from which text without a byte order mark counts as UTF-16. */
const MIN_NUL_SHARE = 0.3;

/**
 * Detects the encoding of a text by its first bytes: a byte order mark, otherwise the encoding in which it is text.
 * @returns null if it is none of `textEncodings`
 */
export function detectEncoding(start: Uint8Array): TextEncoding | null {
  const [first, second, third] = start;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const utf16 = detectUtf16(start);
  if (utf16) return utf16;
  if (start.includes(0)) return null;
  if (decodeStart(start, "utf-8") !== null) return "utf-8";
  const cyrillic = decodeStart(start, "windows-1251")?.match(/[^\0-\x7f]/g) ?? [];
  const russianLetters = cyrillic.filter((character) => /[а-яё№«»–—\u00a0]/i.test(character)).length;
  if (cyrillic.length > 0 && russianLetters / cyrillic.length >= MIN_RUSSIAN_SHARE) return "windows-1251";
  const japanese = decodeStart(start, "shift_jis");
  return japanese !== null && /[\u3040-\u30ff\u4e00-\u9fff\uff61-\uff9f]/.test(japanese) ? "shift_jis" : null;
}

function detectUtf16(start: Uint8Array): TextEncoding | null {
  const countNuls = (offset: number) => start.filter((byte, index) => index % 2 === offset && byte === 0).length;
  const [even, odd, minimum] = [countNuls(0), countNuls(1), (start.length / 2) * MIN_NUL_SHARE];
  if (start.length < 4) return null;
  if (odd >= minimum && even === 0) return "utf-16le";
  return even >= minimum && odd === 0 ? "utf-16be" : null;
}

/** Whether the start of a text, whose last character may be incomplete, is in an encoding. */
export function isEncodedIn(start: Uint8Array, encoding: TextEncoding): boolean {
  return decodeStart(start, encoding) !== null;
}

/** Decodes the start of a text, whose last character may be incomplete; null if it is not in the encoding. */
function decodeStart(start: Uint8Array, encoding: TextEncoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(start, { stream: true });
  } catch {
    return null;
  }
}

/** Large chunks are decoded in parts, so that an error is found near its line. */
const DECODED_BYTES = 64_000;

/** Text that is not in the encoding in which it is read. */
export class InvalidEncodingError extends Error {
  /** The line near which it is. */
  readonly line: number;
  constructor(encoding: TextEncoding, line: number) {
    super(`is not written in ${encoding.toUpperCase()} (near line ${line})`);
    this.line = line;
  }
}

/**
 * Decodes a text with normalized line endings and without a byte order mark.
 * @throws InvalidEncodingError
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let lines = 1;
  let rest = "";
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new InvalidEncodingError(encoding, lines);
    }
  };
  for await (const chunk of bytes)
    for (let start = 0; start < chunk.length; start += DECODED_BYTES) {
      const all = rest + decode(chunk.subarray(start, start + DECODED_BYTES));
      // The `\n` of a `\r\n` may be in the next chunk.
      rest = all.endsWith("\r") ? "\r" : "";
      const ready = all.slice(0, all.length - rest.length).replaceAll("\r\n", "\n");
      lines += ready.split("\n").length - 1;
      yield ready;
    }
  yield rest + decode();
}

/** The bytes of the characters of encodings that `TextEncoder` does not have. */
const encodingTables = new Map<TextEncoding, ReadonlyMap<string, readonly number[]>>();

/**
 * Returns a function that encodes text. Characters that the encoding does not have become question marks.
 */
export function createTextEncoder(encoding: TextEncoding): (text: string) => Uint8Array {
  if (encoding === "utf-8") return (text) => new TextEncoder().encode(text);
  if (encoding === "utf-16le") return (text) => Buffer.from(text, "utf16le");
  if (encoding === "utf-16be") return (text) => Buffer.from(text, "utf16le").swap16();
  const table = encodingTables.get(encoding) ?? createEncodingTable(encoding);
  encodingTables.set(encoding, table);
  return (text) => Uint8Array.from([...text].flatMap((character) => table.get(character) ?? [0x3f]));
}

/** Decodes every byte and pair of bytes, and returns them by their characters. */
function createEncodingTable(encoding: TextEncoding): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const table = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length === 1 && !table.has(character)) table.set(character, bytes);
    } catch {
      // These bytes are no character.
    }
  };
  const allBytes = Array.from({ length: 256 }, (_, byte) => byte);
  for (const byte of allBytes) add([byte]);
  if (encoding === "shift_jis")
    for (const lead of allBytes.slice(0x81)) for (const trail of allBytes.slice(0x40)) add([lead, trail]);
  return table;
}
