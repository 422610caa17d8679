import { type Errand, openBareShop } from "./bare-shop.ts";
import { crawl } from "./crawler.ts";
import { printAndExit } from "./print-and-exit.ts";

/** Crawls the shop of a database that a test has filled, in a process as bare as the shop's own, and tells as JSON. */
const errand = JSON.parse(process.argv[2] ?? "") as Errand;
const { edge, publicUrl, errors, close } = await openBareShop(errand);
const { pages, complaints } = await crawl(publicUrl, async (path) =>
  edge.request(publicUrl + path, { headers: { "user-agent": "Mozilla/5.0 (a reader)" } }),
);
await close();
printAndExit({ pages, complaints: [...errors.slice(0, 5), ...complaints] });
