import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What must be among the first ten: products of these categories, this brand, with one of these in the Russian name. */
type Want = { category?: string[]; brand?: string; name?: string[]; reference?: string[] };
type Judged = { q: string; want: Want };
type Found = { id: number; name: string; reference: string };
type List = { items: Found[]; total: number };

export type Judgement = {
  name: string;
  queries: number;
  /** Shares from 0 to 1. */
  recall: number;
  reciprocalRank: number;
  foundNothing: number;
  /** Queries whose first ten lack something that must be there. */
  poor: string[];
};

const FIRST = 10;
const PAGE = 96;

/** Asks the shop every judged query, as they are written and bent (other layouts, slips, brands by sound). */
export async function judgeSearch(origin: string): Promise<Judgement[]> {
  const file = readFileSync(join(import.meta.dirname, "search-queries.json"), "utf8");
  const wanted = await wantedIn(origin);
  const judgements: Judgement[] = [];
  for (const [name, queries] of Object.entries(JSON.parse(file) as Record<string, Judged[]>)) {
    const judged: (Hits & { q: string })[] = [];
    for (const { q, want } of queries) judged.push({ q, ...judge(await first(origin, q), await wanted(want)) });
    const mean = (of: (one: Hits) => number) => judged.reduce((sum, one) => sum + of(one), 0) / judged.length;
    judgements.push({
      name,
      queries: judged.length,
      recall: mean(({ recall }) => recall),
      reciprocalRank: mean(({ rank }) => (rank === undefined ? 0 : 1 / rank)),
      foundNothing: mean(({ found }) => (found === 0 ? 1 : 0)),
      poor: judged.filter(({ recall }) => recall < 1).map(({ q, recall }) => `${q} (${recall.toFixed(2)})`),
    });
  }
  return judgements;
}

type Hits = { recall: number; rank: number | undefined; found: number };

function judge(found: readonly number[], wanted: ReadonlySet<number>): Hits {
  const hits = found.filter((id) => wanted.has(id)).length;
  const at = found.findIndex((id) => wanted.has(id));
  return { recall: hits / Math.min(FIRST, wanted.size), rank: at < 0 ? undefined : at + 1, found: found.length };
}

async function first(origin: string, q: string): Promise<number[]> {
  const { items } = await list(origin, `q=${encodeURIComponent(q)}&per_page=${FIRST}`);
  return items.map(({ id }) => id);
}

/** Tells which products a judgement wants. @throws where it wants none: then the query judges nothing. */
async function wantedIn(origin: string): Promise<(want: Want) => Promise<ReadonlySet<number>>> {
  const all = await every(origin, "");
  const { items: brands } = await read<{ items: { id: number; slug: string }[] }>(origin, "/v1/manufacturers");
  return async (want) => {
    const lists: Found[][] = [
      all.filter(({ name, reference }) => {
        const named = want.name?.some((part) => name.toLowerCase().includes(part)) ?? true;
        return named && (want.reference?.includes(reference) ?? true);
      }),
    ];
    if (want.category) {
      const each = await Promise.all(want.category.map((slug) => every(origin, `category=${slug}`)));
      lists.push(each.flat());
    }
    if (want.brand) {
      const brand = brands.find(({ slug }) => slug === want.brand);
      lists.push(await every(origin, `manufacturer=${brand?.id ?? 0}`));
    }
    const [some = [], ...others] = lists.map((list) => new Set(list.map(({ id }) => id)));
    const wanted = new Set([...some].filter((id) => others.every((other) => other.has(id))));
    if (wanted.size === 0) throw new Error(`nothing fits ${JSON.stringify(want)}: the judgement is of another shop`);
    return wanted;
  };
}

async function every(origin: string, query: string): Promise<Found[]> {
  const found: Found[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await list(origin, `${query}&per_page=${PAGE}&page=${page}`);
    found.push(...items);
    if (found.length >= total || items.length === 0) return found;
  }
}

const list = (origin: string, query: string) => read<List>(origin, `/v1/products?${query}`);

async function read<T>(origin: string, path: string): Promise<T> {
  const answer = await fetch(origin + path, { headers: { accept: "application/json", "accept-language": "ru-RU" } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return ((await answer.json()) as { data: T }).data;
}
