import { type KyselyPlugin, PostgresQueryCompiler, sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct } from "../fixtures.ts";
import { IndexReplica } from "./index-replica.ts";
import { isOlder } from "./sql.ts";

const shop = await openTestShop();

/** Counts the statements that contain a text, and can hold back their results or make them fail. */
class StatementControl implements KyselyPlugin {
  count = 0;
  error: Error | null = null;
  gate: Promise<void> = Promise.resolve();
  readonly #text: string;
  readonly #matches = new WeakSet<object>();

  constructor(text: string) {
    this.#text = text;
  }

  transformQuery({ node, queryId }: Parameters<KyselyPlugin["transformQuery"]>[0]) {
    if (!new PostgresQueryCompiler().compileQuery(node, queryId).sql.includes(this.#text)) return node;
    this.count += 1;
    if (this.error) throw this.error;
    this.#matches.add(queryId);
    return node;
  }

  async transformResult({ queryId, result }: Parameters<KyselyPlugin["transformResult"]>[0]) {
    if (this.#matches.has(queryId)) await this.gate;
    return result;
  }
}

const limits = { maxChangesPerRequest: 3, maxAwaitedChanges: 6 };
/** The statement that a rebuild begins with, the one that reads its rows, and the one that reads many changes at once. */
const statements = { rebuild: "declare active_products", rows: "from active_products", manyChanges: "limit null) w" };

async function addProducts(count: number): Promise<void> {
  await sql`
    insert into products (slug, reference, brand_id, category_id, category_path, name_ru, name_en, customs_name_en, hs_code, weight_g, published_at)
    select gen_random_uuid(), gen_random_uuid(), brand_id, category_id, category_path, name_ru, name_en, customs_name_en, hs_code, weight_g, published_at
    from products, generate_series(1, ${count}::integer) where id = 1`.execute(shop.db);
}

/** Opens a replica whose statements with a text are controlled. */
async function openReplica(text: string) {
  const control = new StatementControl(text);
  const logged: unknown[] = [];
  const replica = await IndexReplica.load(shop.db.withPlugin(control), {
    ...limits,
    retryDelayMs: 0,
    log: { info: () => undefined, error: (...line) => void logged.push(line) },
  });
  control.count = 0;
  const countProducts = async () => (await replica.refresh(() => sql`null`))?.products.listAll().length;
  return { control, replica, logged, countProducts };
}

beforeEach(async () => void (await createProduct(shop.db)));

describe("after a change of few products", () => {
  it("reads the changes once for all waiting requests, which see them", async () => {
    const { control, countProducts } = await openReplica(statements.manyChanges);
    await addProducts(4);
    expect(await Promise.all([1, 2, 3, 4].map(countProducts))).toEqual([5, 5, 5, 5]);
    expect(control.count).toBe(1);
  });

  it("removes deleted products without a rebuild", async () => {
    const { control, countProducts } = await openReplica(statements.rebuild);
    await addProducts(2);
    expect(await countProducts()).toBe(3);
    await shop.db.deleteFrom("products").where("id", ">", 2).execute();
    expect([await countProducts(), control.count]).toEqual([2, 0]);
  });
});

describe("after a bulk change", () => {
  it("answers with the previous index until the new one is complete", async () => {
    const { control, replica, countProducts } = await openReplica(statements.rows);
    const gate = Promise.withResolvers<void>();
    control.gate = gate.promise;
    await addProducts(10);
    expect([await countProducts(), await countProducts()]).toEqual([1, 1]);
    gate.resolve();
    await replica.waitForRebuild();
    expect(await countProducts()).toBe(11);
  });

  it("applies the changes that were made during the rebuild", async () => {
    const { control, replica, countProducts } = await openReplica(statements.rows);
    const gate = Promise.withResolvers<void>();
    control.gate = gate.promise;
    await addProducts(10);
    await countProducts();
    await addProducts(1);
    await shop.db.deleteFrom("products").where("id", "=", 2).execute();
    expect(await countProducts()).toBe(1);
    gate.resolve();
    await replica.waitForRebuild();
    expect(await countProducts()).toBe(11);
  });

  it("rebuilds the index once for all requests", async () => {
    const { control, replica, countProducts } = await openReplica(statements.rebuild);
    const gate = Promise.withResolvers<void>();
    control.gate = gate.promise;
    await addProducts(10);
    expect(await Promise.all([1, 2, 3, 4].map(countProducts))).toEqual([1, 1, 1, 1]);
    gate.resolve();
    await replica.waitForRebuild();
    expect([await countProducts(), control.count]).toEqual([11, 1]);
  });

  it("keeps the previous index if a rebuild fails, logs the error, and tries again", async () => {
    const { control, replica, logged, countProducts } = await openReplica(statements.rebuild);
    control.error = new Error("out of memory");
    await addProducts(10);
    for (let attempt = 1; attempt <= 2; attempt++) {
      expect(await countProducts()).toBe(1);
      await replica.waitForRebuild();
      expect([control.count, logged.length]).toEqual([attempt, attempt]);
    }
    expect(logged[0]).toEqual(["the product index could not be rebuilt; the previous one is used", control.error]);
    control.error = null;
    expect(await countProducts()).toBe(1);
    await replica.waitForRebuild();
    expect(await countProducts()).toBe(11);
  });
});

it.each([
  ["100:105:", "100:106:", true],
  ["100:105:", "100:105:", false],
  ["100:105:101,102", "100:105:102", true],
  ["100:105:102", "100:105:101,102", false],
  ["100:99999:", "100:100000:", true],
])("the snapshot %s is older than %s: %s", (one, other, expected) => {
  const getState = (snapshot: string) => ({ snapshot, server: "1", deletions: 0 });
  expect(isOlder(getState(one), getState(other))).toBe(expected);
});

it("is not compared with the state of a server that has crashed since", () => {
  const state = { snapshot: "100:105:", server: "1", deletions: 0 };
  expect(isOlder({ ...state, snapshot: "200:205:", server: "2" }, state)).toBe(true);
});
