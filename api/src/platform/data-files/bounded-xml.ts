import { SaxesParser } from "saxes";

/** Texts, attributes and names of more characters than this are refused. */
export const MAX_XML_TEXT = 1_000_000;
const MAX_XML_DEPTH = 100;
const MAX_ATTRIBUTES = 1000;

export type XmlProblem = "xml_too_deep" | "xml_text_too_long" | "xml_entities";

/** XML that is refused, since it could fill the memory. */
export class XmlLimitError extends Error {
  readonly code: XmlProblem;
  readonly line: number;
  constructor(code: XmlProblem, line: number) {
    super(`${code} in line ${line}`);
    this.code = code;
    this.line = line;
  }
}

export type XmlHandlers = Readonly<{
  /** Called with the name of an element without its prefix. */
  onOpen: (name: string, attributes: Readonly<Record<string, string>>) => void;
  onClose: (name: string) => void;
  onText: (text: string) => void;
  /** Called for an error after which the parser goes on. */
  onError: (message: string) => void;
}>;

/**
 * A parser of XML that is written in parts. Its memory is bounded: elements that are nested too deep, and texts that are
 * too long, are refused. It reads nothing from elsewhere, and replaces only the five entities of XML and numeric ones; a
 * document that declares others is refused.
 */
export class BoundedXmlParser {
  readonly #parser = new SaxesParser();
  readonly #path: string[] = [];

  constructor({ onOpen, onClose, onText, onError }: XmlHandlers) {
    const parser = this.#parser;
    parser.on("opentag", ({ name, attributes }) => {
      const localName = getLocalName(name);
      this.#path.push(localName);
      if (this.#path.length > MAX_XML_DEPTH) throw new XmlLimitError("xml_too_deep", parser.line);
      onOpen(localName, attributes);
    });
    parser.on("closetag", ({ name }) => {
      onClose(getLocalName(name));
      this.#path.pop();
    });
    parser.on("text", onText);
    parser.on("cdata", onText);
    // Without a position, which the message would begin with.
    parser.on("error", ({ message }) => onError(message.replace(/^\d+:\d+: /, "")));
    parser.on("doctype", (doctype) => {
      if (/<!ENTITY/i.test(doctype)) throw new XmlLimitError("xml_entities", parser.line);
    });
  }

  /** The line that is being read. */
  get line(): number {
    return this.#parser.line;
  }

  /** The names of open elements. */
  get path(): readonly string[] {
    return this.#path;
  }

  /** @param text a part of the document, of some 10,000 characters: limits are checked after each part. @throws XmlLimitError */
  write(text: string): void {
    const parser = this.#parser;
    if (text === "") return;
    parser.write(text);
    // What the parser keeps until an element, text or attribute ends has no limit of its own.
    const length = parser["text"].length + parser["name"].length + parser["entity"].length + parser["piTarget"].length;
    if (
      length > MAX_XML_TEXT ||
      parser["openWakaBang"].length > MAX_XML_TEXT ||
      parser["attribList"].length > MAX_ATTRIBUTES
    )
      throw new XmlLimitError("xml_text_too_long", parser.line);
  }
}

function getLocalName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
