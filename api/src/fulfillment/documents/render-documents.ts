import { refuse } from "../../platform/http/errors.ts";
import { refusals } from "./admin-schema.ts";
import type { RenderedDocument } from "./printed-document.ts";

/**
 * Renders documents as one PDF file. The same documents always give the same bytes. One takes about 40 ms of processor
 * time, and fifty 200 ms.
 * @throws refusal `text_not_drawable`, with the text and its characters that no font has
 */
export async function renderDocuments(documents: readonly RenderedDocument[]): Promise<Buffer<ArrayBuffer>> {
  // Loaded with the first document, since PDF libraries take 30 MB of memory.
  const { drawDocuments } = await import("./pdf/draw-documents.ts");
  return reportUndrawableText(() => drawDocuments(documents));
}

/** Draws a file. @throws refusal `text_not_drawable`, with the text and its characters that no font has */
export async function reportUndrawableText<T>(draw: () => Promise<T>): Promise<T> {
  const { UndrawableTextError } = await import("./pdf/fonts.ts");
  try {
    return await draw();
  } catch (error) {
    if (!(error instanceof UndrawableTextError)) throw error;
    const { text, characters } = error;
    throw refuse(refusals, "text_not_drawable", { params: { text, characters }, data: { text, characters } });
  }
}
