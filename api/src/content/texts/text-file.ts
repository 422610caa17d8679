import { CommandError } from "../../platform/commands/command.ts";

/** A text file: `# Title`, a summary paragraph, the body. */
export type TextFile = { title: string; description: string; body: string };

/**
 * Parses a text file.
 * @throws CommandError if the title or the summary paragraph is missing
 */
export function parseTextFile(text: string): TextFile {
  const parts = /^\s*# +([^\n]+)\n\s*\n([^#\s][\s\S]*?)\n\s*\n([\s\S]+)$/.exec(text.replaceAll("\r\n", "\n"));
  if (!parts)
    throw new CommandError(
      "FILE must begin with “# Title”, an empty line, a paragraph that sums the text up, and another empty line.",
    );
  const [, title = "", description = "", body = ""] = parts;
  return { title: title.trim(), description: description.replaceAll(/\s+/g, " ").trim(), body: body.trim() };
}
