import {
  argument,
  columns,
  type Command,
  type CommandContext,
  CommandError,
  wholeNumber,
} from "../platform/commands.ts";
import { type Db, withTransaction } from "../platform/db.ts";
import { readCode } from "./codes.ts";
import { listed, moment, roubles } from "./operator-input.ts";
import { givableByReference } from "./present-sql.ts";
import {
  allPromos,
  categoryIdsBySlug,
  customerIdByEmail,
  idsByReference,
  insertPromo,
  type ListedPromo,
  type NewPromo,
  switchPromoOff,
} from "./operator-sql.ts";

const MOST_LISTED = 500;
const MANY = 1_000_000;

export const promoCommands: readonly Command[] = [
  {
    name: "promo create",
    summary: "create a promo code with one of --percent, --amount, --free-delivery and --gift",
    arguments: [{ name: "CODE", summary: "3 to 40 Latin letters, digits and hyphens" }],
    options: {
      percent: { type: "string", value: "NUMBER", summary: "percent off, 1 to 90" },
      amount: { type: "string", value: "ROUBLES", summary: "a fixed sum off" },
      "free-delivery": { type: "boolean", summary: "free delivery" },
      gift: { type: "string", value: "REFERENCE", summary: "a product that is added to the order" },
      from: { type: "string", value: "DAY", summary: "start date, such as 2026-12-01 (Moscow time)" },
      to: { type: "string", value: "DAY", summary: "end date, included (Moscow time)" },
      "min-sum": { type: "string", value: "ROUBLES", summary: "minimum sum of goods" },
      uses: { type: "string", value: "NUMBER", summary: "how many orders may use it" },
      "uses-each": { type: "string", value: "NUMBER", summary: "how many orders of one customer may use it" },
      "first-order": { type: "boolean", summary: "for a first order only" },
      customer: { type: "string", value: "EMAIL", summary: "for this customer only" },
      products: { type: "string", value: "REFERENCES", summary: "for these products only, with commas" },
      categories: { type: "string", value: "SLUGS", summary: "for these categories only, with commas" },
      unlisted: { type: "boolean", summary: "not shown in customers' profiles" },
    },
    run: async (context) => {
      const { db } = context.house;
      checkLatin(argument(context, "CODE"));
      const promo = await promoFrom(context);
      const only = {
        productIds: await idsOf("products", listed(context.options["products"]), (names) => idsByReference(db, names)),
        categoryIds: await idsOf("categories", listed(context.options["categories"]), (names) =>
          categoryIdsBySlug(db, names),
        ),
      };
      const isNew = await withTransaction(db, (tx) => insertPromo(tx, promo, only));
      if (!isNew) throw new CommandError(`There is a code ${promo.code} already.`);
      return { data: { code: promo.code, kind: promo.kind }, lines: [`${promo.code} can be used.`] };
    },
  },
  {
    name: "promo list",
    summary: "list the promo codes, the newest first",
    run: async ({ house }) => {
      const promos = await allPromos(house.db, MOST_LISTED);
      if (promos.length === 0) return { data: [], lines: ["There are no promo codes."] };
      return {
        data: promos,
        lines: columns(["Code", "Gives", "From sum", "Used", "Holds", "Customer", "State"], promos.map(row)),
      };
    },
  },
  {
    name: "promo disable",
    summary: "end a promo code; orders keep their discount",
    arguments: [{ name: "CODE", summary: "the code" }],
    run: async (context) => {
      const code = codeFrom(argument(context, "CODE"));
      if (!(await switchPromoOff(context.house.db, code))) throw new CommandError(`There is no code ${code}.`);
      return { data: { code, active: false }, lines: [`${code} cannot be used any more.`] };
    },
  },
];

async function promoFrom(context: CommandContext): Promise<NewPromo> {
  const { options } = context;
  const { db } = context.house;
  const starts = options["from"] === undefined ? null : moment("--from", options["from"], "begins");
  const ends = options["to"] === undefined ? null : moment("--to", options["to"], "ends");
  if (starts && ends && ends <= starts) throw new CommandError("--to is before --from.");
  return {
    code: codeFrom(argument(context, "CODE")),
    ...(await effectFrom(context)),
    starts_at: starts,
    ends_at: ends,
    min_sum_minor: options["min-sum"] === undefined ? 0 : roubles("--min-sum", options["min-sum"]),
    max_uses: wholeNumber(context, "uses", { min: 1, max: MANY }) ?? null,
    max_uses_customer: wholeNumber(context, "uses-each", { min: 1, max: MANY }) ?? null,
    first_order_only: options["first-order"] === true,
    customer_id: options["customer"] === undefined ? null : await customerFrom(db, String(options["customer"])),
    listed: options["unlisted"] !== true,
  };
}

type Effect = Pick<NewPromo, "kind" | "percent" | "amount_minor" | "gift_product_id" | "gift_option_id">;

async function effectFrom(context: CommandContext): Promise<Effect> {
  const { options } = context;
  const none = { percent: null, amount_minor: null, gift_product_id: null, gift_option_id: 0 };
  const named = ["percent", "amount", "free-delivery", "gift"].filter((name) => options[name] !== undefined);
  if (named.length !== 1)
    throw new CommandError("Say what the code gives: one of --percent, --amount, --free-delivery and --gift.");
  if (named[0] === "percent")
    return { ...none, kind: "percent", percent: wholeNumber(context, "percent", { min: 1, max: 90 }) ?? null };
  if (named[0] === "amount") return { ...none, kind: "fixed", amount_minor: roubles("--amount", options["amount"]) };
  if (named[0] === "free-delivery") return { ...none, kind: "free_delivery" };
  const gift = await giftFrom(context.house.db, String(options["gift"]).trim());
  return { ...none, kind: "gift", ...gift };
}

async function giftFrom(db: Db, reference: string): Promise<{ gift_product_id: number; gift_option_id: number }> {
  const [product] = await givableByReference(db, [reference]);
  if (!product) throw new CommandError(`There is no product ${reference} on sale.`);
  if (product.hazard !== "none")
    throw new CommandError(`${reference} cannot be a gift: not every parcel may carry it (${product.hazard}).`);
  return { gift_product_id: product.product_id, gift_option_id: product.option_id };
}

/**
 * A new code is written in Latin letters, so that it reads the same on a card and in the list.
 * @throws CommandError that names the same code in Latin, when every letter has one that looks like it.
 */
function checkLatin(written: string): void {
  const cyrillic = [...new Set(written.toUpperCase().match(/\p{Script=Cyrillic}/gu) ?? [])];
  if (cyrillic.length === 0) return;
  const read = readCode(written);
  const latin = read.of === "promo" && /^[A-Z0-9-]+$/.test(read.code) ? ` In Latin letters it is ${read.code}.` : "";
  throw new CommandError(
    `CODE "${written}" has Cyrillic letters (${cyrillic.join(", ")}).${latin} Codes are Latin; shoppers may type them in either alphabet.`,
  );
}

/** A code that the field of codes would read as this very promo code. */
function codeFrom(written: string): string {
  const read = readCode(written);
  if (read.of !== "promo" || !/^[A-Z0-9-]{3,40}$/.test(read.code))
    throw new CommandError(
      `CODE is "${written}", but takes 3 to 40 Latin letters, digits and hyphens, not a certificate's form.`,
    );
  return read.code;
}

async function customerFrom(db: Db, email: string): Promise<number> {
  const id = await customerIdByEmail(db, email.trim().toLowerCase());
  if (id === undefined) throw new CommandError(`There is no customer ${email}.`);
  return id;
}

async function idsOf(
  what: string,
  names: readonly string[],
  find: (names: readonly string[]) => Promise<Map<string, number>>,
): Promise<number[]> {
  const found = await find(names);
  const unknown = names.filter((name) => !found.has(name));
  if (unknown.length > 0) throw new CommandError(`Unknown in --${what}: ${unknown.join(", ")}.`);
  return [...found.values()];
}

function row(promo: ListedPromo): string[] {
  const at = (moment: Date | null) => moment?.toISOString() ?? "";
  return [
    promo.code,
    promo.kind === "percent"
      ? `${promo.percent} %`
      : promo.kind === "fixed"
        ? `${(promo.amount_minor ?? 0) / 100} RUB`
        : promo.kind === "gift"
          ? `gift ${promo.gift}`
          : "delivery",
    promo.min_sum_minor === 0 ? "" : String(promo.min_sum_minor / 100),
    promo.max_uses === null ? String(promo.uses) : `${promo.uses} of ${promo.max_uses}`,
    promo.starts_at || promo.ends_at ? `${at(promo.starts_at)} to ${at(promo.ends_at)}` : "",
    promo.customer ?? "",
    promo.active ? "on" : "off",
  ];
}
