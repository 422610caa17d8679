import { expect, it } from "vitest";
import { summarizeStatement } from "./statement-summary.ts";

it.each([
  ['select "id" from "orders" as "o" where "email" = $1', "SELECT orders", "SELECT"],
  ["select 1 from orders o join order_lines l on l.order_id = o.id", "SELECT orders order_lines", "SELECT"],
  ["insert into emails (recipient) values ($1)", "INSERT emails", "INSERT"],
  ["-- from secrets\nupdate only payments set status = $1", "UPDATE payments", "UPDATE"],
  ["with paid as (select * from orders) select * from paid", "WITH orders paid", "WITH"],
  ["select 'from anna@example.com' from settings", "SELECT settings", "SELECT"],
  ["select extract(epoch from o.paid_at) from orders o", "SELECT orders", "SELECT"],
  ["begin", "BEGIN", "BEGIN"],
  ["vacuum orders", "OTHER", "OTHER"],
])("summarizes %s", (sql, text, operation) => {
  expect(summarizeStatement(sql)).toEqual({ text, operation });
});
