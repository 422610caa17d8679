/** What a crawler reads from a page. */
type CrawledPage = {
  title: string;
  /** Number of h1 headings. */
  headings: number;
  description: string;
  canonical: string;
  isIndexed: boolean;
  /** URL paths by language. */
  alternates: Map<string, string>;
  links: Set<string>;
  invalidStructuredData: string[];
};

type FetchPage = (path: string) => Promise<Response>;

const CONCURRENCY = 4;
/** Filters and sort orders can be combined without end: only this many URLs with a query are visited. */
const MAX_QUERY_URLS = 60;

/**
 * Crawls a storefront like a search engine: by links and `hreflang` from the start paths, without cookies and scripts,
 * and then through the sitemaps.
 * @param from the start paths.
 * @returns the paths of the pages found, and the problems
 * found on them.
 */
export async function crawl(
  origin: string,
  fetchPage: FetchPage,
  from: readonly string[] = ["/"],
): Promise<{ pages: string[]; problems: string[] }> {
  const problems: string[] = [];
  const addProblem = (path: string, problem: string) => void problems.push(`${path} ${problem}`);
  const disallowedPaths = getDisallowedPaths(await (await fetchPage("/robots.txt")).text());
  const crawledPages = new Map<string, CrawledPage>();
  const firstReferrers = new Map<string, string>(from.map((path) => [path, "no page: a start path"]));
  const queue = [...from];
  let queryUrlCount = 0;

  const visitPath = async (path: string) => {
    const response = await fetchPage(path);
    if (response.status !== 200) {
      const target = response.headers.get("location");
      addProblem(
        path,
        `responds with ${response.status} ${target ?? ""}, linked from ${firstReferrers.get(path) ?? "a sitemap"}`,
      );
      return;
    }
    const page = readPage(await response.text(), origin, path);
    crawledPages.set(path, page);
    for (const link of [...page.links, ...page.alternates.values()]) {
      if (firstReferrers.has(link) || disallowedPaths.some((one) => one.test(link))) continue;
      if (/\?(?!page=\d+$)/.test(link) && ++queryUrlCount > MAX_QUERY_URLS) continue;
      firstReferrers.set(link, path);
      queue.push(link);
    }
  };
  const drainQueue = async () => {
    while (queue.length > 0) await Promise.all(queue.splice(0, CONCURRENCY).map(visitPath));
  };

  await drainQueue();
  const sitemapPaths = await getSitemapPaths(origin, fetchPage);
  for (const path of sitemapPaths) {
    const isLinked = firstReferrers.has(path);
    if (!isLinked) addProblem(path, "is in a sitemap, but not linked");
    if (disallowedPaths.some((one) => one.test(path))) addProblem(path, "is in a sitemap, but robots.txt disallows it");
    if (!isLinked) queue.push(path);
  }
  await drainQueue();
  checkPages(crawledPages, new Set(sitemapPaths), addProblem);
  return { pages: [...crawledPages.keys()], problems };
}

/** Checks the rules that concern all pages together. */
function checkPages(
  crawledPages: Map<string, CrawledPage>,
  sitemapPaths: Set<string>,
  addProblem: (path: string, problem: string) => void,
): void {
  const titles = new Map<string, string>();
  for (const [path, page] of crawledPages) {
    if (page.headings !== 1) addProblem(path, `has ${page.headings} h1 headings`);
    if (page.title === "") addProblem(path, "has no title");
    for (const invalid of page.invalidStructuredData) addProblem(path, `has invalid structured data: ${invalid}`);
    // A variant of an indexed page, such as a product option or more of its reviews.
    const isVariant = page.canonical !== path && page.canonical === path.split("?")[0] && !path.includes("page=");
    if (!page.isIndexed || isVariant) {
      if (isVariant && crawledPages.get(page.canonical)?.canonical !== page.canonical)
        addProblem(path, `has the canonical URL ${page.canonical}, which is not its own canonical URL`);
      if (sitemapPaths.has(path)) addProblem(path, "is in a sitemap, but not indexed");
      continue;
    }
    if (page.canonical !== path) addProblem(path, `has the canonical URL ${page.canonical}`);
    if (page.description === "") addProblem(path, "has no description");
    const pathWithSameTitle = titles.get(page.title);
    if (pathWithSameTitle !== undefined) addProblem(path, `has the title of ${pathWithSameTitle}: ${page.title}`);
    titles.set(page.title, path);
    const isInSitemap = sitemapPaths.has(path) || path.includes("?page=");
    if (!isInSitemap) addProblem(path, "is indexed, but in no sitemap");
    for (const [language, url] of page.alternates) {
      const alternatePage = crawledPages.get(url);
      if (!alternatePage) addProblem(path, `has the alternate ${url} for ${language}, which is not found`);
      else if (![...alternatePage.alternates.values()].includes(path))
        addProblem(path, `has the alternate ${url}, which does not link back`);
    }
    // Two languages and x-default.
    if (page.alternates.size > 0 && page.alternates.size !== 3) addProblem(path, "lacks alternates for some languages");
  }
}

async function getSitemapPaths(origin: string, fetchPage: FetchPage): Promise<string[]> {
  const getLocations = async (path: string) =>
    [...(await (await fetchPage(path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) =>
      toPath(match[1] ?? "", origin),
    );
  const paths: string[] = [];
  for (const file of await getLocations("/sitemap.xml")) paths.push(...(await getLocations(file)));
  return paths;
}

/** Returns the paths that robots.txt disallows for all crawlers. */
function getDisallowedPaths(robots: string): RegExp[] {
  const generalRules = robots.split("User-agent: Yandex")[0] ?? "";
  return [...generalRules.matchAll(/^Disallow: (.+)$/gm)].map(
    (match) => new RegExp(`^${(match[1] ?? "").replaceAll(/[.?+]/g, "\\$&").replaceAll("*", ".*")}`),
  );
}

function toPath(url: string, origin: string): string {
  const path = url.startsWith(origin) ? url.slice(origin.length) : url;
  return path === "" ? "/" : path;
}

function readPage(html: string, origin: string, path: string): CrawledPage {
  const head = html.slice(0, html.indexOf("</head>"));
  const getTagAttributes = (name: string) =>
    [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, "g"))].map((match) => match[1] ?? "");
  const links = getTagAttributes("link");
  const findTag = (tags: string[], name: string, value: string) =>
    tags.find((one) => getAttribute(one, name) === value);
  const metas = getTagAttributes("meta");
  const invalidStructuredData = [
    ...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g),
  ].flatMap((match) => validateJsonLd(match[1] ?? ""));
  return {
    title: /<title[^>]*>([^<]*)<\/title>/.exec(head)?.[1] ?? "",
    headings: getTagAttributes("h1").length,
    description: getAttribute(findTag(metas, "name", "description") ?? "", "content"),
    canonical: toPath(getAttribute(findTag(links, "rel", "canonical") ?? "", "href"), origin),
    isIndexed: !metas.some((one) => getAttribute(one, "name") === "robots" && one.includes("noindex")),
    alternates: new Map(
      links
        .filter((one) => getAttribute(one, "rel") === "alternate" && getAttribute(one, "hrefLang") !== "")
        .map((one) => [getAttribute(one, "hrefLang"), toPath(getAttribute(one, "href"), origin)]),
    ),
    links: new Set(getTagAttributes("a").flatMap((one) => getSameSiteLink(getAttribute(one, "href"), origin, path))),
    invalidStructuredData,
  };
}

/** Returns a link to a page of the same site (no images) as a path without its fragment. */
function getSameSiteLink(href: string, origin: string, from: string): string[] {
  if (href === "" || href.startsWith("#")) return [];
  const url = new URL(href, origin + from);
  return url.origin === origin && !url.pathname.startsWith("/media/") ? [url.pathname + url.search] : [];
}

function validateJsonLd(json: string): string[] {
  try {
    type Thing = { "@context"?: string; "@type"?: string };
    const things = [JSON.parse(json) as Thing | Thing[]].flat();
    const isValid = (thing: Thing) => thing["@context"] === "https://schema.org" && Boolean(thing["@type"]);
    return things.length > 0 && things.every(isValid) ? [] : [json.slice(0, 80)];
  } catch {
    return [json.slice(0, 80)];
  }
}

function getAttribute(tag: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`, "i").exec(tag)?.[1] ?? "";
  return value
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
}
