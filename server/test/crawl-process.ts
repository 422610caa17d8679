import { type Errand, openBareShop } from "./bare-shop.ts";
import { crawl } from "./crawler.ts";
import { printAndExit } from "./print-and-exit.ts";

/** Crawls the shop of a database that a test has filled, in a process as bare as the shop's own, and tells as JSON. */
const errand = JSON.parse(process.argv[2] ?? "") as Errand & {
  from?: string[];
  /** Of words that no page may have, as a regular expression. */
  unwanted?: string;
};
const unwanted = errand.unwanted === undefined ? null : new RegExp(errand.unwanted, "i");
const unwantedIn: string[] = [];
const { edge, publicUrl, errors, close } = await openBareShop(errand);
const ask = async (path: string) => {
  const response = await edge.request(publicUrl + path, { headers: { "user-agent": "Mozilla/5.0 (a reader)" } });
  const found = unwanted?.exec(await response.clone().text());
  if (found) unwantedIn.push(`${path} has ${found[0]}`);
  return response;
};
const { pages, complaints } = await crawl(publicUrl, ask, errand.from);
if (unwanted)
  for (const path of ["/sw.js", "/manifest.webmanifest", "/en-US/manifest.webmanifest", "/nothing-here"])
    await ask(path);
await close();
printAndExit({ pages, unwantedIn, complaints: [...errors.slice(0, 5), ...complaints] });
