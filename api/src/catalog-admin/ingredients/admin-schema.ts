import { z } from "zod";
import { fieldEdit, recordEdit } from "../../platform/changes/schema.ts";

/** The refusals of changes of ingredients. */
export const refusals = {
  ingredient_name_taken: 409,
  ingredient_name_invalid: 422,
  state_changed: 409,
} as const;

const MAX_ALIASES = 50;
const inci = z.string().trim().min(1, "required").max(90, "too_long");
const alias = z.string().trim().min(1).max(100, "too_long");
/** Other names on labels, which are stored as slugs. */
const aliases = z.array(alias).max(MAX_ALIASES, "too_many");
const purpose = z.string().trim().min(1, "required").max(200, "too_long");
const group = z.enum(["alcohol", "fragrance", "parabens", "sulphates", "mineral-oil"]);

export const newIngredient = z
  .strictObject({
    inci,
    aliases: aliases.default([]),
    /** The group of ingredients that some people avoid; null for none. */
    group_key: group.nullable().default(null),
    purpose_ru: purpose,
    purpose_en: purpose,
  })
  .meta({ id: "NewIngredient" });
export type NewIngredient = z.infer<typeof newIngredient>;

export const ingredientEdit = recordEdit({
  inci: fieldEdit(inci),
  aliases: fieldEdit(aliases),
  group_key: fieldEdit(group.nullable()),
  purpose_ru: fieldEdit(purpose),
  purpose_en: fieldEdit(purpose),
}).meta({ id: "EditIngredient" });

const ingredientValues = z.object({
  /** The path of its page, which never changes. */
  slug: z.string(),
  inci: z.string(),
  aliases: z.array(z.string()),
  group_key: z.string().nullable(),
  purpose_ru: z.string(),
  purpose_en: z.string(),
});
/** The values of a deleted ingredient, for its restoration. */
export const restoreIngredientRequest = z.strictObject({ values: ingredientValues });

export const changedIngredient = z.object({ id: z.int() }).meta({ id: "ChangedIngredient" });
export type ChangedIngredient = z.infer<typeof changedIngredient>;
export const deletedIngredient = z.object({ id: z.int(), values: ingredientValues }).meta({ id: "DeletedIngredient" });
export type DeletedIngredient = z.infer<typeof deletedIngredient>;

export const ingredientListQuery = z.object({
  /** A part of a name or purpose. */
  q: z.string().trim().min(1).max(100).optional(),
  /** Lists the ingredient with this id only. */
  id: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
});

export const ingredientList = z
  .object({
    items: z.array(
      z.object({
        id: z.int(),
        ...ingredientValues.shape,
        /** How many products name it, in all their names together; counted every minute. */
        products: z.int(),
      }),
    ),
    /** Whether there are more than are listed. */
    has_more: z.boolean(),
    /** Names in compositions that no ingredient has, with how many products have them; most products first. */
    unknown: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        products: z.int(),
        /** The ingredient with the most similar name, if they differ by a typing error only. */
        suggestion: z.object({ id: z.int(), inci: z.string() }).nullable(),
      }),
    ),
  })
  .meta({ id: "AdminIngredientList" });
export type IngredientList = z.infer<typeof ingredientList>;
