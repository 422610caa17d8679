import { sql } from "kysely";
import type { Tx } from "./database.ts";

/**
 * A map in a temporary table, which exists until the transaction ends: for what has to be known of every line of a large
 * file, so that only the entries of some lines are in memory. Its values are JSON.
 */
export class TemporaryMap<Value> {
  readonly #tx: Tx;
  readonly #table;

  private constructor(tx: Tx, name: string) {
    this.#tx = tx;
    this.#table = sql.table(`pg_temp.${name}`);
  }

  /** @param name the name of the table, which no other one of the transaction has */
  static async create<Value>(tx: Tx, name: string): Promise<TemporaryMap<Value>> {
    await sql`
      create temporary table ${sql.table(name)} (key text primary key, value jsonb not null) on commit drop`.execute(
      tx,
    );
    return new TemporaryMap<Value>(tx, name);
  }

  /** Returns the entries that some keys have. */
  async get(keys: readonly string[]): Promise<Map<string, Value>> {
    if (keys.length === 0) return new Map();
    const { rows } = await sql<{ key: string; value: Value }>`
      select key, value from ${this.#table} where key = any(${[...keys]}::text[])`.execute(this.#tx);
    return new Map(rows.map(({ key, value }) => [key, value]));
  }

  /** Adds entries, or replaces those with the same keys. */
  async set(entries: ReadonlyMap<string, Value>): Promise<void> {
    if (entries.size === 0) return;
    await sql`
      insert into ${this.#table} select key, value from jsonb_each(${JSON.stringify(Object.fromEntries(entries))}::jsonb)
      on conflict (key) do update set value = excluded.value`.execute(this.#tx);
  }
}
