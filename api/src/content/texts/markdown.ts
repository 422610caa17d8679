import { Marked, type Tokens } from "marked";
import sanitizeHtml from "sanitize-html";
import { htmlToText } from "../../../../design-system/text/html.ts";

export type Heading = { id: string; text: string };
export type RenderedMarkdown = { html: string; headings: Heading[] };

/** An explicit heading id: `## Сколько стоит {#cost}`. */
const EXPLICIT_ID = /\s*\{#([a-z][a-z0-9-]*)\}\s*$/;

const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["h2", "h3", "p", "ul", "ol", "li", "a", "strong", "em", "blockquote", "hr", "br", "code"],
    ...["table", "thead", "tbody", "tr", "th", "td"],
  ],
  allowedAttributes: { a: ["href"], h2: ["id"], h3: ["id"], p: ["id"], ol: ["start"] },
  allowedSchemes: ["https", "mailto", "tel"],
  allowProtocolRelative: false,
  // Elements whose content is dropped too, because it is not text.
  nonTextTags: ["script", "style", "textarea", "noscript", "iframe"],
};

/**
 * Renders Markdown as sanitized HTML and returns its headings. Anything but text, lists, tables and links is removed.
 * @param resolvePath returns the link target for a path of the store, in the language of the reader
 */
export function renderMarkdown(text: string, resolvePath: (path: string) => string): RenderedMarkdown {
  const headings: Heading[] = [];
  const marked = new Marked({ gfm: true });
  const renderElement = (tag: string, html: string, id: string | undefined) =>
    `<${tag}${id ? ` id="${id}"` : ""}>${html.replace(EXPLICIT_ID, "")}</${tag}>\n`;
  marked.use({
    renderer: {
      heading({ tokens, depth, text: source }) {
        const html = this.parser.parseInline(tokens);
        const id = EXPLICIT_ID.exec(source)?.[1];
        if (depth !== 2) return renderElement("h3", html, id);
        const headingId = id ?? `part-${headings.length + 1}`;
        headings.push({ id: headingId, text: htmlToText(html.replace(EXPLICIT_ID, "")) });
        return renderElement("h2", html, headingId);
      },
      paragraph({ tokens, text: source }) {
        return renderElement("p", this.parser.parseInline(tokens), EXPLICIT_ID.exec(source)?.[1]);
      },
    },
  });
  const html = sanitizeHtml(marked.parse(text, { async: false }), {
    ...sanitizeOptions,
    transformTags: {
      a: (tagName, { href = "" }): sanitizeHtml.Tag => ({
        tagName,
        attribs: { href: href.startsWith("/") ? resolvePath(href) : href },
      }),
    },
  });
  return { html, headings };
}

/** Validates a text: returns error messages for elements that are not allowed, and the store paths that it links to. */
export function validateMarkdown(text: string): { errors: string[]; paths: string[] } {
  const errors: string[] = [];
  const paths = new Set<string>();
  const marked = new Marked({ gfm: true });
  void marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === "html") errors.push(`HTML is not supported: ${token.raw.trim().slice(0, 60)}`);
    if (token.type === "image") errors.push(`images are not supported: ${token.raw.slice(0, 60)}`);
    if (token.type === "heading" && (token as Tokens.Heading).depth === 1)
      errors.push(`only the title at the beginning is a heading of level 1: ${token.raw.trim()}`);
    if (token.type !== "link") return;
    const { href } = token as Tokens.Link;
    if (/^\/(?![/\\])[^\\\s]*$/.test(href)) paths.add(href.replace(/[?#].*$/, ""));
    else if (!/^(#[a-z][a-z0-9-]*$|https:\/\/|mailto:|tel:)/.test(href))
      errors.push(`a link must be a path of the shop or an https, mailto or tel URL: ${href}`);
  });
  return { errors, paths: [...paths] };
}
