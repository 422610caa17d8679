import { Marked, type Tokens } from "marked";
import sanitizeHtml from "sanitize-html";

export type Heading = { id: string; text: string };
export type Rendered = { html: string; headings: Heading[] };

/** `## Сколько стоит {#cost}`: a part may say its own address. */
const OWN_ID = /\s*\{#([a-z][a-z0-9-]*)\}\s*$/;

const shown: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["h2", "h3", "p", "ul", "ol", "li", "a", "strong", "em", "blockquote", "hr", "br", "code"],
    ...["table", "thead", "tbody", "tr", "th", "td"],
  ],
  allowedAttributes: { a: ["href"], h2: ["id"], h3: ["id"], p: ["id"], ol: ["start"] },
  allowedSchemes: ["https", "mailto", "tel"],
  allowProtocolRelative: false,
  // A script's own words are no text.
  nonTextTags: ["script", "style", "textarea", "noscript", "iframe"],
};

/**
 * Markdown as clean HTML, with the parts it has. Whatever is not text, list, table or link is left out.
 * @param to where a link to a path of the shop leads in the reader's language.
 */
export function renderMarkdown(text: string, to: (path: string) => string): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({ gfm: true });
  const withId = (tag: string, html: string, id: string | undefined) =>
    `<${tag}${id ? ` id="${id}"` : ""}>${html.replace(OWN_ID, "")}</${tag}>\n`;
  marked.use({
    renderer: {
      heading({ tokens, depth, text: words }) {
        const html = this.parser.parseInline(tokens);
        const id = OWN_ID.exec(words)?.[1];
        if (depth !== 2) return withId("h3", html, id);
        const own = id ?? `part-${headings.length + 1}`;
        headings.push({ id: own, text: textOf(html.replace(OWN_ID, "")) });
        return withId("h2", html, own);
      },
      paragraph({ tokens, text: words }) {
        return withId("p", this.parser.parseInline(tokens), OWN_ID.exec(words)?.[1]);
      },
    },
  });
  const html = sanitizeHtml(marked.parse(text, { async: false }), {
    ...shown,
    transformTags: {
      a: (tagName, { href = "" }): sanitizeHtml.Tag => ({
        tagName,
        attribs: { href: href.startsWith("/") ? to(href) : href },
      }),
    },
  });
  return { html, headings };
}

function textOf(html: string): string {
  const bare = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return bare.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&").trim();
}

/** What a text must not have, in words; and the paths of the shop that it leads to. */
export function examineMarkdown(text: string): { complaints: string[]; paths: string[] } {
  const complaints: string[] = [];
  const paths = new Set<string>();
  const marked = new Marked({ gfm: true });
  void marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === "html") complaints.push(`HTML is not taken over: ${token.raw.trim().slice(0, 60)}`);
    if (token.type === "image") complaints.push(`pictures are not taken over: ${token.raw.slice(0, 60)}`);
    if (token.type === "heading" && (token as Tokens.Heading).depth === 1)
      complaints.push(`there is one title, and it stands first: ${token.raw.trim()}`);
    if (token.type !== "link") return;
    const { href } = token as Tokens.Link;
    if (/^\/(?![/\\])[^\\\s]*$/.test(href)) paths.add(href.replace(/[?#].*$/, ""));
    else if (!/^(#[a-z][a-z0-9-]*$|https:\/\/|mailto:|tel:)/.test(href))
      complaints.push(`a link leads neither into the shop nor to an https address: ${href}`);
  });
  return { complaints, paths: [...paths] };
}
