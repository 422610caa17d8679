import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { PublishRequirement } from "../editor/admin-schema.ts";
import type { UpdateProductsInput } from "./admin-schema.ts";

/** Products that a change leaves, refuses or changes for the same reason, by their number. */
export type ForecastRow = {
  outcome: "done" | "unchanged" | "unpublished" | "incomplete";
  /** What incomplete products lack. */
  missing: PublishRequirement[];
  count: number;
};

/** What a product of a selection lacks for the store (`checkRequirements`). */
const missing = sql`array_remove(array[
  case when not exists (select from product_images i where i.product_id = p.id) then 'picture' end,
  case when p.name_ru = '' or p.name_en = '' then 'names' end,
  case when not exists (select from product_variants v where v.product_id = p.id) then 'price' end,
  case when not is_complete_hs_code(p.hs_code) then 'hs_code' end,
  case when not is_specific_customs_name(p.customs_name_en) then 'customs_name' end,
  case when p.weight_g <= 0 then 'weight' end], null)`;

/** Whether a product already is as the change makes it. @param base that of its record */
function buildUnchanged({ change, term_id: id = 0, series_id }: UpdateProductsInput) {
  const series = series_id ?? null;
  const has = (field: "tag_ids" | "concern_ids") => sql`s.base -> ${sql.lit(field)} @> ${JSON.stringify(id)}::jsonb`;
  const status = (name: string) => sql`s.base ->> 'status' = ${name}`;
  const conditions: Record<UpdateProductsInput["change"], RawBuilder<unknown>> = {
    publish: status("active"),
    hide: status("hidden"),
    discontinue: status("discontinued"),
    category: sql`(s.base ->> 'category_id')::integer = ${id}`,
    brand: sql`(s.base ->> 'brand_id')::integer = ${id}
      and (${series}::integer is null or (s.base ->> 'series_id')::integer is not distinct from ${series}::integer)`,
    add_tag: has("tag_ids"),
    remove_tag: sql`not ${has("tag_ids")}`,
    add_concern: has("concern_ids"),
    remove_concern: sql`not ${has("concern_ids")}`,
  };
  return conditions[change];
}

/**
 * Counts what a change would do with products, with one statement for any number of them.
 * @param records selects `id` and `base`
 */
export async function forecastChange(
  db: Db,
  records: RawBuilder<unknown>,
  input: UpdateProductsInput,
): Promise<ForecastRow[]> {
  const isPublishing = input.change === "publish";
  const isWithdrawal = input.change === "hide" || input.change === "discontinue";
  const { rows } = await sql<ForecastRow>`
    select outcome, missing, count(*) as count
    from (
      select missing, case when is_unchanged then 'unchanged' when is_draft and ${isWithdrawal} then 'unpublished'
        when missing <> '{}' then 'incomplete' else 'done' end as outcome
      from (
        select ${buildUnchanged(input)} as is_unchanged, s.base ->> 'status' = 'draft' as is_draft,
          ${isPublishing ? sql`case when s.base ->> 'status' = 'active' then '{}'::text[] else ${missing} end` : sql`'{}'::text[]`}
            as missing
        from (${records}) s join products p on p.id = s.id::integer
      ) compared
    ) judged
    group by outcome, missing order by count(*) desc, missing`.execute(db);
  return rows;
}
