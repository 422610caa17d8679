import {
  getArgument,
  formatTable,
  type Command,
  type CommandContext,
  CommandError,
  getIntegerOption,
} from "../../platform/commands/command.ts";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import { parseCode } from "../../gift-cards/codes/codes.ts";
import { parseList, parseMoscowTime, parseRubles } from "../../platform/commands/command-values.ts";
import { findGiftableByReference } from "../gifts/sql.ts";
import {
  listPromoCodes,
  findCategoryIdsBySlug,
  findCustomerIdByEmail,
  findProductIdsByReference,
  insertPromoCode,
  type PromoCodeListItem,
  type NewPromoCode,
  disablePromoCode,
} from "./admin-sql.ts";

const MAX_LISTED = 500;
const MAX_USES = 1_000_000;

export const promoCommands: readonly Command[] = [
  {
    name: "promo create",
    summary: "create a promo code with one of --percent, --amount, --free-delivery and --gift",
    arguments: [{ name: "CODE", summary: "3 to 40 Latin letters, digits and hyphens" }],
    options: {
      percent: { type: "string", value: "NUMBER", summary: "percent off, 1 to 90" },
      amount: { type: "string", value: "RUBLES", summary: "a fixed amount off" },
      "free-delivery": { type: "boolean", summary: "free delivery" },
      gift: { type: "string", value: "REFERENCE", summary: "a product that is added to the order" },
      from: { type: "string", value: "DAY", summary: "start date, such as 2026-12-01 (Moscow time)" },
      to: { type: "string", value: "DAY", summary: "end date, included (Moscow time)" },
      "min-sum": { type: "string", value: "RUBLES", summary: "minimum amount of goods" },
      uses: { type: "string", value: "NUMBER", summary: "how many orders may use it" },
      "uses-each": { type: "string", value: "NUMBER", summary: "how many orders of one customer may use it" },
      "first-order": { type: "boolean", summary: "for a first order only" },
      customer: { type: "string", value: "EMAIL", summary: "for this customer only" },
      products: { type: "string", value: "REFERENCES", summary: "for these products only, separated by commas" },
      categories: { type: "string", value: "SLUGS", summary: "for these categories only, separated by commas" },
      unlisted: { type: "boolean", summary: "not shown in customers' profiles" },
    },
    run: async (context) => {
      const { db } = context.app;
      assertLatin(getArgument(context, "CODE"));
      const promoCode = await parseNewPromoCode(context);
      const restrictions = {
        productIds: await resolveIds("products", parseList(context.options["products"]), (names) =>
          findProductIdsByReference(db, names),
        ),
        categoryIds: await resolveIds("categories", parseList(context.options["categories"]), (names) =>
          findCategoryIdsBySlug(db, names),
        ),
      };
      const isNew = await withTransaction(db, (tx) => insertPromoCode(tx, promoCode, restrictions));
      if (!isNew) throw new CommandError(`There is a code ${promoCode.code} already.`);
      return { data: { code: promoCode.code, kind: promoCode.kind }, lines: [`${promoCode.code} can be used.`] };
    },
  },
  {
    name: "promo list",
    summary: "list the promo codes, the newest first",
    run: async ({ app }) => {
      const promoCodes = await listPromoCodes(app.db, MAX_LISTED);
      if (promoCodes.length === 0) return { data: [], lines: ["There are no promo codes."] };
      return {
        data: promoCodes,
        lines: formatTable(
          ["Code", "Effect", "From amount", "Uses", "Valid", "Customer", "Status"],
          promoCodes.map(formatRow),
        ),
      };
    },
  },
  {
    name: "promo disable",
    summary: "disable a promo code; orders keep their discount",
    arguments: [{ name: "CODE", summary: "the code" }],
    run: async (context) => {
      const code = parsePromoCode(getArgument(context, "CODE"));
      if (!(await disablePromoCode(context.app.db, code))) throw new CommandError(`There is no code ${code}.`);
      return { data: { code, active: false }, lines: [`${code} cannot be used any more.`] };
    },
  },
];

async function parseNewPromoCode(context: CommandContext): Promise<NewPromoCode> {
  const { options } = context;
  const { db } = context.app;
  const startsAt = options["from"] === undefined ? null : parseMoscowTime("--from", options["from"], "begins");
  const endsAt = options["to"] === undefined ? null : parseMoscowTime("--to", options["to"], "ends");
  if (startsAt && endsAt && endsAt <= startsAt) throw new CommandError("--to is before --from.");
  return {
    code: parsePromoCode(getArgument(context, "CODE")),
    ...(await parseEffect(context)),
    starts_at: startsAt,
    ends_at: endsAt,
    min_sum_minor: options["min-sum"] === undefined ? 0 : parseRubles("--min-sum", options["min-sum"]),
    max_uses: getIntegerOption(context, "uses", { min: 1, max: MAX_USES }) ?? null,
    max_uses_customer: getIntegerOption(context, "uses-each", { min: 1, max: MAX_USES }) ?? null,
    first_order_only: options["first-order"] === true,
    customer_id: options["customer"] === undefined ? null : await findCustomerId(db, String(options["customer"])),
    listed: options["unlisted"] !== true,
  };
}

/** What a promo code gives. */
type Effect = Pick<NewPromoCode, "kind" | "percent" | "amount_minor" | "gift_product_id" | "gift_option_id">;

async function parseEffect(context: CommandContext): Promise<Effect> {
  const { options } = context;
  const noEffect = { percent: null, amount_minor: null, gift_product_id: null, gift_option_id: 0 };
  const effectOptions = ["percent", "amount", "free-delivery", "gift"].filter((name) => options[name] !== undefined);
  if (effectOptions.length !== 1)
    throw new CommandError("Give exactly one of --percent, --amount, --free-delivery and --gift.");
  if (effectOptions[0] === "percent")
    return { ...noEffect, kind: "percent", percent: getIntegerOption(context, "percent", { min: 1, max: 90 }) ?? null };
  if (effectOptions[0] === "amount")
    return { ...noEffect, kind: "fixed", amount_minor: parseRubles("--amount", options["amount"]) };
  if (effectOptions[0] === "free-delivery") return { ...noEffect, kind: "free_delivery" };
  const gift = await findGift(context.app.db, String(options["gift"]).trim());
  return { ...noEffect, kind: "gift", ...gift };
}

async function findGift(db: Db, reference: string): Promise<{ gift_product_id: number; gift_option_id: number }> {
  const [product] = await findGiftableByReference(db, [reference]);
  if (!product) throw new CommandError(`There is no product ${reference} on sale.`);
  if (product.hazard !== "none")
    throw new CommandError(`${reference} cannot be a gift: not every shipping method carries it (${product.hazard}).`);
  return { gift_product_id: product.product_id, gift_option_id: product.option_id };
}

/**
 * Refuses a code with Cyrillic letters: the stored form of a code is Latin, and it should be printed as it is stored.
 * @throws CommandError that suggests the Latin spelling if every letter has a Latin look-alike
 */
function assertLatin(input: string): void {
  const cyrillicLetters = [...new Set(input.toUpperCase().match(/\p{Script=Cyrillic}/gu) ?? [])];
  if (cyrillicLetters.length === 0) return;
  const parsed = parseCode(input);
  const hint =
    parsed.kind === "promo_code" && /^[A-Z0-9-]+$/.test(parsed.code) ? ` In Latin letters it is ${parsed.code}.` : "";
  throw new CommandError(
    `CODE "${input}" has Cyrillic letters (${cyrillicLetters.join(", ")}).${hint} Codes are Latin; shoppers may type them in either alphabet.`,
  );
}

/** Validates that the code field would parse this input as the same promo code. */
function parsePromoCode(input: string): string {
  const parsed = parseCode(input);
  if (parsed.kind !== "promo_code" || !/^[A-Z0-9-]{3,40}$/.test(parsed.code))
    throw new CommandError(
      `CODE is "${input}", but takes 3 to 40 Latin letters, digits and hyphens, and not the form of a gift card code.`,
    );
  return parsed.code;
}

async function findCustomerId(db: Db, email: string): Promise<number> {
  const id = await findCustomerIdByEmail(db, email.trim().toLowerCase());
  if (id === undefined) throw new CommandError(`There is no customer ${email}.`);
  return id;
}

/**
 * Resolves the names given to an option, such as `--products`, to ids.
 * @throws CommandError if a name is unknown
 */
async function resolveIds(
  optionName: string,
  names: readonly string[],
  find: (names: readonly string[]) => Promise<Map<string, number>>,
): Promise<number[]> {
  const idsByName = await find(names);
  const unknown = names.filter((name) => !idsByName.has(name));
  if (unknown.length > 0) throw new CommandError(`Unknown in --${optionName}: ${unknown.join(", ")}.`);
  return [...idsByName.values()];
}

function formatEffect(promo: PromoCodeListItem): string {
  switch (promo.kind) {
    case "percent":
      return `${promo.percent} %`;
    case "fixed":
      return `${(promo.amount_minor ?? 0) / 100} RUB`;
    case "gift":
      return `gift ${promo.gift}`;
    case "free_delivery":
      return "free delivery";
  }
}

function formatRow(promo: PromoCodeListItem): string[] {
  const formatDate = (moment: Date | null) => moment?.toISOString() ?? "";
  return [
    promo.code,
    formatEffect(promo),
    promo.min_sum_minor === 0 ? "" : String(promo.min_sum_minor / 100),
    promo.max_uses === null ? String(promo.uses) : `${promo.uses} of ${promo.max_uses}`,
    promo.starts_at || promo.ends_at ? `${formatDate(promo.starts_at)} to ${formatDate(promo.ends_at)}` : "",
    promo.customer ?? "",
    promo.active ? "active" : "disabled",
  ];
}
