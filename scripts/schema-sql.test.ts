import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, it } from "vitest";
import { generateSchemaSql } from "./schema-sql.ts";

const schema = readFileSync(join(import.meta.dirname, "../api/schema.sql"), "utf8");

it("recreates the same tables, functions, indexes and triggers", async () => {
  const { template: _, ...server } = inject("postgres");
  const admin = new pg.Client({ ...server, database: "postgres" });
  await admin.connect();
  const database = `schema_${randomBytes(6).toString("hex")}`;
  await admin.query(`create database ${database}`);
  const pool = new pg.Pool({ ...server, database, max: 1 });
  try {
    await pool.query(schema);
    expect(await generateSchemaSql(pool)).toBe(schema);
  } finally {
    await pool.end();
    await admin.query(`drop database ${database}`);
    await admin.end();
  }
});

it("contains representative objects of each kind", () => {
  for (const part of [
    "create table orders (",
    "create unlogged table rate_limits (",
    "CREATE OR REPLACE FUNCTION public.price_in_force",
    "alter table order_lines add constraint",
    "CREATE TRIGGER product_variants_before_write",
    "CREATE INDEX orders_placed",
    ") partition by RANGE (at);",
    "CREATE INDEX audit_entries_subject ON public.audit_entries",
  ])
    expect(schema).toContain(part);
  expect(schema).not.toMatch(/create table migrations|audit_entries_\d/);
});
