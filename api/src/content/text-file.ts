import { CommandError } from "../platform/commands.ts";

/** A text as it stands in a file: `# Title`, a paragraph that sums it up, the rest. */
export type TextFile = { title: string; description: string; body: string };

/** @throws CommandError where a title or the paragraph after it is missing. */
export function readTextFile(text: string): TextFile {
  const parts = /^\s*# +([^\n]+)\n\s*\n([^#\s][\s\S]*?)\n\s*\n([\s\S]+)$/.exec(text.replaceAll("\r\n", "\n"));
  if (!parts)
    throw new CommandError(
      "FILE must begin with “# Title”, an empty line, a paragraph that sums the text up, and another empty line.",
    );
  const [, title = "", description = "", body = ""] = parts;
  return { title: title.trim(), description: description.replaceAll(/\s+/g, " ").trim(), body: body.trim() };
}
