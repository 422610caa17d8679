import { type MinimalServerInput, openMinimalServer } from "./minimal-server.ts";
import { crawl } from "./crawler.ts";
import { printAndExit } from "./print-and-exit.ts";

/**
 * Crawls the store on a prepared database in a child process that runs as in production, and prints the result as JSON.
 */
const input = JSON.parse(process.argv[2] ?? "") as MinimalServerInput & {
  /** The paths from which the crawler starts. */
  from?: string[];
  /** A regular expression of words that no page may contain. */
  unwanted?: string;
};
const unwantedPattern = input.unwanted === undefined ? null : new RegExp(input.unwanted, "i");
const unwantedIn: string[] = [];
const { edge, publicUrl, errors, close } = await openMinimalServer(input);
const fetchPage = async (path: string) => {
  const response = await edge.request(publicUrl + path, { headers: { "user-agent": "Mozilla/5.0 (a reader)" } });
  const match = unwantedPattern?.exec(await response.clone().text());
  if (match) unwantedIn.push(`${path} contains ${match[0]}`);
  return response;
};
const { pages, problems } = await crawl(publicUrl, fetchPage, input.from);
if (unwantedPattern)
  for (const path of ["/sw.js", "/manifest.webmanifest", "/en-US/manifest.webmanifest", "/nothing-here"])
    await fetchPage(path);
await close();
printAndExit({ pages, unwantedIn, problems: [...errors.slice(0, 5), ...problems] });
