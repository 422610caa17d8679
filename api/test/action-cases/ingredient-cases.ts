import { type ActionCase, executeCase } from "./action-case.ts";

let serial = 0;
/** Returns the values of a new ingredient. */
const createValues = (text: string) => ({
  ...{ inci: `Caseum Extract ${++serial}a`, aliases: [`Case ${serial}a`], group_key: null },
  ...{ purpose_ru: text, purpose_en: text },
});

const create = async (context: Parameters<ActionCase>[0], text: string) => {
  const values = createValues(text);
  const { result } = await executeCase(context, "ingredient.created", { params: {}, input: values });
  return { values, params: { id: String((result as { id: number }).id) } };
};

/** The actions that describe ingredients. */
export const ingredientCases: Record<string, ActionCase> = {
  "ingredient.created": async (_context, { text }) => ({ params: {}, input: createValues(text) }),
  "ingredient.updated": async (context, { text, flag }) => {
    const { values, params } = await create(context, `${text} before`);
    const aliases = { from: values.aliases.map((name) => name.toLowerCase().replace(" ", "-")), to: [] };
    const purpose = { from: values.purpose_ru, to: text };
    return { params, input: { changes: flag ? { aliases } : { purpose_ru: purpose, purpose_en: purpose } } };
  },
  "ingredient.deleted": async (context, { text }) => ({ params: (await create(context, text)).params, input: {} }),
};
