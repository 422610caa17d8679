/** What a crawler reads of a page. */
type Seen = {
  title: string;
  headings: number;
  description: string;
  canonical: string;
  isIndexed: boolean;
  /** Language and address. */
  alternates: Map<string, string>;
  links: Set<string>;
  badThings: string[];
};

type Ask = (path: string) => Promise<Response>;

const AT_ONCE = 4;
/** Filters and orders multiply without end: so many of them are tried. */
const QUERIES_TRIED = 60;

/**
 * Walks a storefront as a search engine does: from the home page by links and `hreflang`, without cookies and scripts, and
 * also through the sitemaps. @param from where it begins. @returns the paths of the pages found, and what is wrong with
 * any of them.
 */
export async function crawl(
  origin: string,
  ask: Ask,
  from: readonly string[] = ["/"],
): Promise<{ pages: string[]; complaints: string[] }> {
  const complaints: string[] = [];
  const complain = (path: string, what: string) => void complaints.push(`${path} ${what}`);
  const closed = closedPaths(await (await ask("/robots.txt")).text());
  const seen = new Map<string, Seen>();
  const linked = new Map<string, string>(from.map((path) => [path, "the beginning"]));
  const waiting = [...from];
  let queries = 0;

  const visit = async (path: string) => {
    const response = await ask(path);
    if (response.status !== 200) {
      const target = response.headers.get("location");
      complain(path, `answers ${response.status} ${target ?? ""}, linked from ${linked.get(path) ?? "a sitemap"}`);
      return;
    }
    const page = readPage(await response.text(), origin, path);
    seen.set(path, page);
    for (const link of [...page.links, ...page.alternates.values()]) {
      if (linked.has(link) || closed.some((one) => one.test(link))) continue;
      if (/\?(?!page=\d+$)/.test(link) && ++queries > QUERIES_TRIED) continue;
      linked.set(link, path);
      waiting.push(link);
    }
  };
  const drain = async () => {
    while (waiting.length > 0) await Promise.all(waiting.splice(0, AT_ONCE).map(visit));
  };

  await drain();
  const listed = await listedPaths(origin, ask);
  for (const path of listed) {
    const isFound = linked.has(path);
    if (!isFound) complain(path, "is in a sitemap, and no link leads there");
    if (closed.some((one) => one.test(path))) complain(path, "is in a sitemap, and robots.txt closes it");
    if (!isFound) waiting.push(path);
  }
  await drain();
  judge(seen, new Set(listed), complain);
  return { pages: [...seen.keys()], complaints };
}

/** What must hold of all pages together. */
function judge(seen: Map<string, Seen>, listed: Set<string>, complain: (path: string, what: string) => void): void {
  const titles = new Map<string, string>();
  for (const [path, page] of seen) {
    if (page.headings !== 1) complain(path, `has ${page.headings} first headings`);
    if (page.title === "") complain(path, "has no title");
    for (const bad of page.badThings) complain(path, `has structured data that is none: ${bad}`);
    // An option of a product, more of its reviews: another view of a page that is kept.
    const isView = page.canonical !== path && page.canonical === path.split("?")[0] && !path.includes("page=");
    if (!page.isIndexed || isView) {
      if (isView && seen.get(page.canonical)?.canonical !== page.canonical)
        complain(path, `names ${page.canonical} as the address to keep, which does not keep itself`);
      if (listed.has(path)) complain(path, "is in a sitemap, and is not to be kept");
      continue;
    }
    if (page.canonical !== path) complain(path, `names ${page.canonical} as the address to keep`);
    if (page.description === "") complain(path, "has no description");
    const twin = titles.get(page.title);
    if (twin !== undefined) complain(path, `has the title of ${twin}: ${page.title}`);
    titles.set(page.title, path);
    const isKnown = listed.has(path) || path.includes("?page=");
    if (!isKnown) complain(path, "may be kept, and no sitemap has it");
    for (const [language, address] of page.alternates) {
      const other = seen.get(address);
      if (!other) complain(path, `names ${address} for ${language}, which is not found`);
      else if (![...other.alternates.values()].includes(path))
        complain(path, `names ${address}, which does not name it`);
    }
    if (page.alternates.size > 0 && page.alternates.size !== 3) complain(path, "names only some of its languages");
  }
}

async function listedPaths(origin: string, ask: Ask): Promise<string[]> {
  const locations = async (path: string) =>
    [...(await (await ask(path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) =>
      pathOf(match[1] ?? "", origin),
    );
  const all: string[] = [];
  for (const file of await locations("/sitemap.xml")) all.push(...(await locations(file)));
  return all;
}

/** The paths that robots.txt closes to everybody. */
function closedPaths(robots: string): RegExp[] {
  const general = robots.split("User-agent: Yandex")[0] ?? "";
  return [...general.matchAll(/^Disallow: (.+)$/gm)].map(
    (match) => new RegExp(`^${(match[1] ?? "").replaceAll(/[.?+]/g, "\\$&").replaceAll("*", ".*")}`),
  );
}

function pathOf(address: string, origin: string): string {
  const path = address.startsWith(origin) ? address.slice(origin.length) : address;
  return path === "" ? "/" : path;
}

function readPage(html: string, origin: string, path: string): Seen {
  const head = html.slice(0, html.indexOf("</head>"));
  const tags = (name: string) =>
    [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, "g"))].map((match) => match[1] ?? "");
  const links = tags("link");
  const find = (all: string[], name: string, value: string) => all.find((one) => attribute(one, name) === value);
  const metas = tags("meta");
  const badThings = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].flatMap(
    (match) => problemOf(match[1] ?? ""),
  );
  return {
    title: /<title[^>]*>([^<]*)<\/title>/.exec(head)?.[1] ?? "",
    headings: tags("h1").length,
    description: attribute(find(metas, "name", "description") ?? "", "content"),
    canonical: pathOf(attribute(find(links, "rel", "canonical") ?? "", "href"), origin),
    isIndexed: !metas.some((one) => attribute(one, "name") === "robots" && one.includes("noindex")),
    alternates: new Map(
      links
        .filter((one) => attribute(one, "rel") === "alternate" && attribute(one, "hrefLang") !== "")
        .map((one) => [attribute(one, "hrefLang"), pathOf(attribute(one, "href"), origin)]),
    ),
    links: new Set(tags("a").flatMap((one) => linkIn(attribute(one, "href"), origin, path))),
    badThings,
  };
}

/** A link to a page, not a picture, of the same site, as a path without its fragment. */
function linkIn(href: string, origin: string, from: string): string[] {
  if (href === "" || href.startsWith("#")) return [];
  const url = new URL(href, origin + from);
  return url.origin === origin && !url.pathname.startsWith("/media/") ? [url.pathname + url.search] : [];
}

function problemOf(json: string): string[] {
  try {
    const thing = JSON.parse(json) as { "@context"?: string; "@type"?: string };
    return thing["@context"] === "https://schema.org" && thing["@type"] ? [] : [json.slice(0, 80)];
  } catch {
    return [json.slice(0, 80)];
  }
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`, "i").exec(tag)?.[1] ?? "";
  return value
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
}
