import type { Cost } from "./changes.ts";

/** Whether a value of a change is what a piece costs the store. */
export const isCost = (value: unknown): value is Cost =>
  typeof value === "object" && value !== null && "cost_minor" in value;

/** Returns by how many percent a value grows, rounded to one decimal: negative if it falls, 0 if one of them is none or costs have different currencies. */
export function getGrowth(pair: Readonly<[unknown, unknown]> | undefined): number {
  const [before, after] = pair ?? [];
  if (isCost(before) && isCost(after) && before.currency !== after.currency) return 0;
  const [from, to] = [before, after].map((value) => (isCost(value) ? value.cost_minor : value));
  if (typeof from !== "number" || typeof to !== "number" || from === 0) return 0;
  return Math.round(((to - from) / from) * 1000) / 10;
}
