import { createHash } from "node:crypto";

/** A script element. React escapes `</script` inside of scripts. */
const scriptElement = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * Removes the nonce from a page, and returns the hashes of the inline scripts that had it as sources of a
 * Content-Security-Policy. Other scripts in the page get none, so that they are not executed.
 */
export function replaceNonce(page: string, nonce: string): { html: string; sources: string } {
  const attribute = ` nonce="${nonce}"`;
  const sources = new Set<string>();
  for (const [, attributes = "", script = ""] of page.matchAll(scriptElement))
    if (attributes.includes(attribute) && script !== "")
      sources.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return { html: page.replaceAll(attribute, ""), sources: [...sources].join(" ") };
}
