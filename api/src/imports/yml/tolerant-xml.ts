import { BoundedXmlParser, type XmlHandlers } from "../../platform/data-files/bounded-xml.ts";

/** The longest reference to a character, such as `&thetasym;`, and the longest closing tag that is looked at. */
const MAX_REFERENCE = 33;
const MAX_CLOSING_TAG = 200;
const REFERENCE = /&#?\w{1,31};/y;
const CLOSING_TAG = /<\/(?:[^\s:<>]{0,50}:)?([^\s<>]{0,100})\s{0,20}>/y;
/** The sections whose content is no markup, by their beginnings. */
const sections = [
  ["<![CDATA[", "]]>"],
  ["<!--", "-->"],
] as const;
const MAX_MARK = "<![CDATA[".length;

/**
 * What the markup has to be fixed for: an ampersand or bracket that is text, a closing tag of nothing that is open, and one
 * before those of the elements inside.
 */
export type MarkupError = "ampersand" | "bracket" | "closing_tag" | "unclosed";

/**
 * A parser of XML as people write it by hand. The parser behind it would take everything after a lone ampersand for the name
 * of an entity, and close all elements at the closing tag of one that is not open. Here both are reported and left out.
 */
export class TolerantXmlParser {
  readonly #parser: BoundedXmlParser;
  readonly #onMarkupError: (error: MarkupError) => void;
  /** What follows decides how it is read. */
  #rest = "";
  /** The end of the section that is being read; null outside of one. */
  #sectionEnd: string | null = null;

  constructor(handlers: XmlHandlers, onMarkupError: (error: MarkupError) => void) {
    this.#parser = new BoundedXmlParser(handlers);
    this.#onMarkupError = onMarkupError;
  }

  get line(): number {
    return this.#parser.line;
  }

  /** The names of open elements. */
  get path(): readonly string[] {
    return this.#parser.path;
  }

  /** @throws XmlLimitError */
  write(text: string): void {
    this.#rest = this.#parse(this.#rest + text);
  }

  /** Parses what is left at the end of the document. @throws XmlLimitError */
  end(): void {
    this.#parser.write(this.#rest);
    this.#rest = "";
  }

  /** @returns the end of the text, if it is not decided yet how it is read */
  #parse(text: string): string {
    let position = 0;
    for (;;) {
      if (this.#sectionEnd !== null) {
        const end = text.indexOf(this.#sectionEnd, position);
        const next =
          end === -1 ? Math.max(position, text.length - this.#sectionEnd.length + 1) : end + this.#sectionEnd.length;
        this.#parser.write(text.slice(position, next));
        if (end === -1) return text.slice(next);
        [position, this.#sectionEnd] = [next, null];
      }
      const markup = findMarkup(text, position);
      this.#parser.write(text.slice(position, markup));
      if (markup === text.length) return "";
      const length = this.#parseMarkup(text, markup);
      if (length === 0) return text.slice(markup);
      position = markup + length;
    }
  }

  /** @returns the length of the markup; 0 if its end is not there yet */
  #parseMarkup(text: string, start: number): number {
    const left = text.length - start;
    if (text[start] === "&") {
      REFERENCE.lastIndex = start;
      const [reference] = REFERENCE.exec(text) ?? [];
      if (reference === undefined && left < MAX_REFERENCE) return 0;
      return reference === undefined ? this.#replace("ampersand", "&amp;") : this.#keep(reference);
    }
    if (text[start + 1] === "!") {
      const section = sections.find(([mark]) => text.startsWith(mark, start));
      if (!section && left < MAX_MARK) return 0;
      this.#sectionEnd = section?.[1] ?? null;
      return this.#keep(section?.[0] ?? "<");
    }
    if (text[start + 1] === "/") {
      CLOSING_TAG.lastIndex = start;
      const [tag, name = ""] = CLOSING_TAG.exec(text) ?? [];
      if (tag === undefined) return left < MAX_CLOSING_TAG ? 0 : this.#keep("<");
      if (this.path.includes(name)) {
        if (this.path.at(-1) !== name) this.#onMarkupError("unclosed");
        return this.#keep(tag);
      }
      this.#onMarkupError("closing_tag");
      return tag.length;
    }
    if (left < 2) return 0;
    return /[\p{L}_:?]/u.test(text[start + 1] ?? "") ? this.#keep("<") : this.#replace("bracket", "&lt;");
  }

  #keep(markup: string): number {
    this.#parser.write(markup);
    return markup.length;
  }

  #replace(error: MarkupError, reference: string): number {
    this.#onMarkupError(error);
    this.#parser.write(reference);
    return 1;
  }
}

/** Returns where the next ampersand or bracket is; the length of the text if there is none. */
function findMarkup(text: string, position: number): number {
  for (let index = position; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x26 || code === 0x3c) return index;
  }
  return text.length;
}
