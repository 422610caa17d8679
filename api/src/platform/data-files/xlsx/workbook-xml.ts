import { BoundedXmlParser, XmlLimitError, type XmlHandlers } from "../bounded-xml.ts";
import { decodeText, InvalidEncodingError } from "../text-encoding.ts";
import { InvalidWorkbookError } from "./workbook-archive.ts";

/**
 * Parses XML of a workbook as a stream.
 * @param createHandlers returns the handlers of elements, which call `emit` with what is found
 * @throws InvalidWorkbookError if it is not valid
 */
export async function* parseWorkbookXml<T>(
  bytes: AsyncIterable<Uint8Array>,
  createHandlers: (emit: (found: T) => void) => Partial<Omit<XmlHandlers, "onError">>,
): AsyncGenerator<T> {
  const found: T[] = [];
  const ignore = () => undefined;
  const parser = new BoundedXmlParser({
    ...{ onOpen: ignore, onClose: ignore, onText: ignore },
    ...createHandlers((one) => found.push(one)),
    onError: () => {
      throw new InvalidWorkbookError("xlsx_damaged");
    },
  });
  try {
    for await (const text of decodeText(bytes, "utf-8")) {
      parser.write(text);
      yield* found.splice(0);
    }
  } catch (error) {
    const isInvalid = error instanceof XmlLimitError || error instanceof InvalidEncodingError;
    throw isInvalid ? new InvalidWorkbookError("xlsx_damaged") : error;
  }
  if (parser.path.length > 0) throw new InvalidWorkbookError("xlsx_damaged");
}

/** Collects everything that `parseWorkbookXml` finds in a small file. */
export async function collectWorkbookXml<T>(...parameters: Parameters<typeof parseWorkbookXml<T>>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of parseWorkbookXml<T>(...parameters)) all.push(one);
  return all;
}

/** Replaces the escapes of characters that XML cannot have, such as `_x000D_` (ECMA-376, part 1, 22.4.2.4). */
export function unescapeText(text: string): string {
  return text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
