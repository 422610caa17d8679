import { getProductId } from "../../catalog/products/product-id.ts";
import { type Command, CommandError, type CommandContext, getArgument } from "../../platform/commands/command.ts";
import { refuse } from "../../platform/http/errors.ts";
import { type Locale, locales } from "../../platform/i18n/locale.ts";
import { asOption, runActionAsOperator } from "../../staff/run-action-as-operator.ts";
import { refusals } from "../schema.ts";
import { countReviewWords } from "../words/count-words.ts";
import { requestAllCounts } from "../words/sql.ts";
import { saveSummary } from "./admin-actions.ts";
import { MAX_SENTENCE_LENGTH } from "./admin-schema.ts";
import { findSummary } from "./sql.ts";

/** Commands about what is often said in reviews. */
export const summaryCommands: readonly Command[] = [
  {
    name: "reviews summarize",
    summary: "store what is often said in the reviews of a product, or mark the stored summary as checked",
    arguments: [
      { name: "PRODUCT", summary: "the slug or ID of the product" },
      { name: "LOCALE", summary: `the language of the summary: ${locales.join(" or ")}` },
    ],
    options: {
      praise: {
        type: "string",
        value: "TEXT",
        summary: "a merit that reviews name often; empty to remove the summary",
      },
      criticism: { type: "string", value: "TEXT", summary: "a fault that reviews name often" },
      ...asOption,
    },
    run: async (context) => {
      const params = {
        id: await getProductId(context.app.db, getArgument(context, "PRODUCT")),
        locale: parseLocale(context),
      };
      const stored = await findSummary(context.app.db, params, params.locale);
      if (!stored) throw refuse(refusals, "product_not_found");
      const edits = ["praise", "criticism"] as const;
      const changes = Object.fromEntries(
        edits.flatMap((field) => {
          const to = parseSentence(context, field);
          return to === undefined ? [] : [[field, { from: stored[field], to }]];
        }),
      );
      const { result } = await runActionAsOperator(context, saveSummary, {
        params: { ...params, id: String(params.id) },
        input: { changes },
      });
      const message = result.checked_at === null ? "There is no summary now." : "The summary is stored and checked.";
      return { data: result, lines: [message] };
    },
  },
  {
    name: "reviews count-words",
    summary: "count the frequent words of all published reviews again, after a change of the setting reviews.words",
    run: async ({ app }) => {
      await requestAllCounts(app.db);
      const products = await countReviewWords(app);
      return { data: { products }, lines: [`Counted the words of ${products} products.`] };
    },
  },
];

function parseLocale(context: CommandContext): Locale {
  const input = getArgument(context, "LOCALE");
  const locale = locales.find((one) => one === input);
  if (!locale) throw new CommandError(`LOCALE is "${input}", but takes one of ${locales.join(", ")}.`);
  return locale;
}

function parseSentence({ options }: CommandContext, name: "praise" | "criticism"): string | undefined {
  const input = options[name];
  if (input === undefined) return undefined;
  const text = String(input).trim();
  if (text.length > MAX_SENTENCE_LENGTH)
    throw new CommandError(`--${name} has ${text.length} characters, but takes ${MAX_SENTENCE_LENGTH} at most.`);
  return text;
}
