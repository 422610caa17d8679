import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { type Db, withTransaction } from "../db/database.ts";
import { cachedFor, useCachedSnapshot } from "./cache.ts";

const shop = await openTestShop();
let readCount = 0;
const cached = cachedFor(60_000, async (db) => {
  readCount++;
  const row = await db.selectFrom("settings").select("value").where("key", "=", "test.cached").executeTakeFirst();
  return row?.value;
});
/** Writes like another process would, without invalidating the cache of this one. */
const write = (db: Db, value: string) =>
  db
    .insertInto("settings")
    .values({ key: "test.cached", value: JSON.stringify(value) })
    .onConflict((on) => on.column("key").doUpdateSet({ value: JSON.stringify(value) }))
    .execute();
const inSnapshotTransaction = (work: (tx: Db) => Promise<unknown>) =>
  withTransaction(shop.db, async (tx) => {
    await useCachedSnapshot(tx);
    return work(tx);
  });
const countReads = async (work: () => Promise<unknown>) => {
  readCount = 0;
  return [await work(), readCount];
};

it("reads once for all transactions with a cached snapshot", async () => {
  await write(shop.db, "first");
  expect(await countReads(() => inSnapshotTransaction((tx) => cached.get(tx)))).toEqual(["first", 1]);
  expect(await countReads(() => inSnapshotTransaction((tx) => cached.get(tx)))).toEqual(["first", 0]);
  expect(await countReads(() => cached.get(shop.db))).toEqual(["first", 0]);
});

it("reads again as soon as any process has committed a change", async () => {
  await write(shop.db, "first");
  await inSnapshotTransaction((tx) => cached.get(tx));
  await withTransaction(shop.db, async (otherTransaction) => {
    await write(otherTransaction, "second");
    expect(await countReads(() => inSnapshotTransaction((tx) => cached.get(tx)))).toEqual(["first", 0]);
  });
  expect(await countReads(() => inSnapshotTransaction((tx) => cached.get(tx)))).toEqual(["second", 1]);
});

it("does not cache values of a transaction that was rolled back or is outdated", async () => {
  await write(shop.db, "first");
  await inSnapshotTransaction(async () => undefined);
  await expect(
    inSnapshotTransaction(async (tx) => {
      await write(tx, "never");
      expect(await cached.get(tx)).toBe("never");
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect(await countReads(() => inSnapshotTransaction((tx) => cached.get(tx)))).toEqual(["first", 1]);

  await write(shop.db, "second");
  await inSnapshotTransaction(async (slowTransaction) => {
    expect(await cached.get(slowTransaction)).toBe("second");
    await write(shop.db, "third");
    await inSnapshotTransaction(async () => undefined);
  });
  expect(await countReads(() => inSnapshotTransaction((tx) => cached.get(tx)))).toEqual(["third", 1]);
});

it("reads in the transaction itself without a cached snapshot", async () => {
  await write(shop.db, "first");
  await cached.get(shop.db);
  expect(await countReads(() => withTransaction(shop.db, (tx) => cached.get(tx)))).toEqual(["first", 1]);
});

it("does not wait in a transaction for a pending read outside of it", async () => {
  const firstRead = Promise.withResolvers<string>();
  const reads = [firstRead.promise, Promise.resolve("its own")];
  const slowCache = cachedFor(60_000, async () => reads.shift());
  // The version was checked before, so the read outside of the transaction belongs to it.
  await inSnapshotTransaction(async () => undefined);
  const outsideRead = slowCache.get(shop.db);
  expect(await inSnapshotTransaction((tx) => slowCache.get(tx))).toBe("its own");
  firstRead.resolve("late");
  expect(await outsideRead).toBe("late");
});
