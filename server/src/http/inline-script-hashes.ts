import { createHash } from "node:crypto";

/** A script element without `src`. React escapes `</script` inside of scripts. */
const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
/** Blocks of data, which are not executed. */
const dataType = /\stype="(?:application|text)\/(?!javascript)/;

/** Returns the hashes of the inline scripts of a page as sources of a Content-Security-Policy. */
export function hashInlineScripts(html: string): string {
  const sources = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(inlineScript))
    if (!dataType.test(attributes)) sources.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return [...sources].join(" ");
}
