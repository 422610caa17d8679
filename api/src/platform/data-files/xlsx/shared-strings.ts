import { InvalidWorkbookError } from "./workbook-archive.ts";
import { parseWorkbookXml, unescapeText } from "./workbook-xml.ts";

/** The most characters of all texts of a workbook, which are in memory while a sheet is read. */
const MAX_CHARACTERS = 40_000_000;
const MAX_TEXT = 1_000_000;
const MAX_STRINGS = 2_000_000;

/** The texts of a workbook, to which cells refer by their places. They are read as far as cells need them. */
export class SharedStrings {
  readonly #strings: string[] = [];
  readonly #source: AsyncGenerator<string>;
  #length = 0;
  #isComplete = false;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#source = readSharedStrings(bytes);
  }

  /** Reads the texts up to a place. @throws InvalidWorkbookError */
  async load(place: number): Promise<void> {
    while (!this.#isComplete && this.#strings.length <= place) {
      const next = await this.#source.next();
      if (next.done) {
        this.#isComplete = true;
        return;
      }
      this.#length += next.value.length;
      this.#strings.push(next.value);
      if (this.#length > MAX_CHARACTERS || this.#strings.length > MAX_STRINGS)
        throw new InvalidWorkbookError("xlsx_too_large");
    }
  }

  /** Returns a text that was loaded; empty if there is none. */
  get(place: number): string {
    return this.#strings[place] ?? "";
  }

  async close(): Promise<void> {
    await this.#source.return(undefined);
  }
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
