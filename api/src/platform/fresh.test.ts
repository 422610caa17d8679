import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { type Db, withTransaction } from "./db.ts";
import { freshWithin, relyOnHeld } from "./fresh.ts";

const shop = await openTestShop();
let readings = 0;
const held = freshWithin(60_000, async (db) => {
  readings++;
  const row = await db.selectFrom("settings").select("value").where("key", "=", "test.held").executeTakeFirst();
  return row?.value;
});
/** As another process writes it: nobody here is told. */
const write = (db: Db, value: string) =>
  db
    .insertInto("settings")
    .values({ key: "test.held", value: JSON.stringify(value) })
    .onConflict((on) => on.column("key").doUpdateSet({ value: JSON.stringify(value) }))
    .execute();
const inOrder = (work: (tx: Db) => Promise<unknown>) =>
  withTransaction(shop.db, async (tx) => {
    await relyOnHeld(tx);
    return work(tx);
  });
const readingsOf = async (work: () => Promise<unknown>) => {
  readings = 0;
  return [await work(), readings];
};

it("is read once for all transactions that rely on it", async () => {
  await write(shop.db, "first");
  expect(await readingsOf(() => inOrder((tx) => held.get(tx)))).toEqual(["first", 1]);
  expect(await readingsOf(() => inOrder((tx) => held.get(tx)))).toEqual(["first", 0]);
  expect(await readingsOf(() => held.get(shop.db))).toEqual(["first", 0]);
});

it("is read anew as soon as a change of it is committed, by whomever", async () => {
  await write(shop.db, "first");
  await inOrder((tx) => held.get(tx));
  await withTransaction(shop.db, async (other) => {
    await write(other, "second");
    expect(await readingsOf(() => inOrder((tx) => held.get(tx)))).toEqual(["first", 0]);
  });
  expect(await readingsOf(() => inOrder((tx) => held.get(tx)))).toEqual(["second", 1]);
});

it("is not held for others by a transaction that came to nothing, nor by one that was overtaken", async () => {
  await write(shop.db, "first");
  await inOrder(async () => undefined);
  await expect(
    inOrder(async (tx) => {
      await write(tx, "never");
      expect(await held.get(tx)).toBe("never");
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect(await readingsOf(() => inOrder((tx) => held.get(tx)))).toEqual(["first", 1]);

  await write(shop.db, "second");
  await inOrder(async (slow) => {
    expect(await held.get(slow)).toBe("second");
    await write(shop.db, "third");
    await inOrder(async () => undefined);
  });
  expect(await readingsOf(() => inOrder((tx) => held.get(tx)))).toEqual(["third", 1]);
});

it("is read by a transaction itself that does not rely on it", async () => {
  await write(shop.db, "first");
  await held.get(shop.db);
  expect(await readingsOf(() => withTransaction(shop.db, (tx) => held.get(tx)))).toEqual(["first", 1]);
});

it("keeps no order waiting for a reading that is under way outside of it", async () => {
  const answered = Promise.withResolvers<string>();
  const answers = [answered.promise, Promise.resolve("its own")];
  const slow = freshWithin(60_000, async () => answers.shift());
  // The process has looked at the version before: the reading outside is of it.
  await inOrder(async () => undefined);
  const outside = slow.get(shop.db);
  expect(await inOrder((tx) => slow.get(tx))).toBe("its own");
  answered.resolve("late");
  expect(await outside).toBe("late");
});
