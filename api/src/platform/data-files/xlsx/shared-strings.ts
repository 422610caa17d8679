import { InvalidWorkbookError } from "./workbook-archive.ts";
import { parseWorkbookXml, unescapeText } from "./workbook-xml.ts";

/** The most characters of all texts of a workbook, which are in memory while a sheet is read. */
const MAX_CHARACTERS = 40_000_000;
const MAX_TEXT = 1_000_000;
const MAX_STRINGS = 2_000_000;
const TEXTS_PER_BLOCK = 1000;

/** Texts one after another, and where each of them ends. */
type TextBlock = Readonly<{ bytes: Buffer; ends: Uint32Array }>;

/**
 * The texts of a workbook, to which cells refer by their places. They are read as far as cells need them, and kept as UTF-8,
 * which takes a third of the memory of strings.
 */
export class SharedStrings {
  readonly #blocks: TextBlock[] = [];
  /** The texts after those of the blocks. */
  #lastTexts: string[] = [];
  readonly #source: AsyncGenerator<string>;
  #length = 0;
  #isComplete = false;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#source = readSharedStrings(bytes);
  }

  /** Reads the texts up to a place. @throws InvalidWorkbookError */
  async load(place: number): Promise<void> {
    while (!this.#isComplete && this.#count <= place) {
      const next = await this.#source.next();
      if (next.done) {
        this.#isComplete = true;
        return;
      }
      this.#length += next.value.length;
      this.#lastTexts.push(next.value.toWellFormed());
      if (this.#length > MAX_CHARACTERS || this.#count > MAX_STRINGS) throw new InvalidWorkbookError("xlsx_too_large");
      if (this.#lastTexts.length < TEXTS_PER_BLOCK) continue;
      this.#blocks.push(toBlock(this.#lastTexts));
      this.#lastTexts = [];
    }
  }

  get #count(): number {
    return this.#blocks.length * TEXTS_PER_BLOCK + this.#lastTexts.length;
  }

  /** Returns a text that was loaded; empty if there is none. */
  get(place: number): string {
    const block = this.#blocks[Math.floor(place / TEXTS_PER_BLOCK)];
    const index = place % TEXTS_PER_BLOCK;
    if (!block) return this.#lastTexts[place - this.#blocks.length * TEXTS_PER_BLOCK] ?? "";
    const end = block.ends[index];
    return end === undefined ? "" : block.bytes.toString("utf8", block.ends[index - 1] ?? 0, end);
  }

  async close(): Promise<void> {
    await this.#source.return(undefined);
  }
}

function toBlock(texts: readonly string[]): TextBlock {
  let end = 0;
  const ends = Uint32Array.from(texts, (text) => (end += Buffer.byteLength(text)));
  return { bytes: Buffer.from(texts.join("")), ends };
}

async function* readSharedStrings(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield* parseWorkbookXml<string>(bytes, (emit) => {
    const path: string[] = [];
    let text = "";
    return {
      onOpen: (name) => {
        path.push(name);
        if (name === "si") text = "";
      },
      onClose: (name) => {
        path.pop();
        if (name === "si") emit(unescapeText(text));
      },
      // Without the pronunciation of Japanese text.
      onText: (part) => {
        if (path.at(-1) === "t" && !path.includes("rPh")) text += part;
        if (text.length > MAX_TEXT) throw new InvalidWorkbookError("xlsx_damaged");
      },
    };
  });
}
