import { type RawBuilder, sql } from "kysely";
import { readWithCursor } from "../../platform/db/cursor.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { LineError } from "../../platform/data-files/file-errors.ts";
import type { ProductChange } from "../products/product-changes.ts";
import { setStockMovement, type StockMovementContext } from "../products/stock.ts";

const CONFLICTS_PER_BATCH = 500;

/**
 * Yields the conflicts of staged lines with other lines and with existing data, in batches.
 * @param newImageKeys keys of images that are imported with the file
 */
export async function* findConflicts(db: Tx, newImageKeys: readonly string[]): AsyncGenerator<readonly LineError[]> {
  await sql`analyze pg_temp.import_rows`.execute(db);
  const query = sql<LineError>`
    with stage as (select * from pg_temp.import_rows),
    coded as (select line, reference, product ->> 'barcode' as barcode,
        row_number() over (partition by product ->> 'barcode' order by line) as place
      from stage where product ->> 'barcode' is not null),
    optioned as (select line, reference, option_id, row_number() over (partition by option_id order by line) as place
      from stage where option_id > 0),
    owned as (
      select s.line, s.reference, s.variant, v, s.is_new and s.product ->> 'status' = 'draft' as is_draft from stage s
      left join products p on p.reference = s.reference
      left join product_variants v on v.product_id = p.id and v.option_id = s.option_id
    ),
    priced as (select o.line, o.reference, o.is_draft, r.price_minor, r.old_price_minor, r.stock
      from owned o cross join lateral jsonb_populate_record(o.v, o.variant) r)
    select line, reference, 'barcode ' || barcode || ' is another product''s' as reason from coded c
      where c.place > 1 or exists (select from products p where p.barcode = c.barcode and p.reference <> c.reference
          and not exists (select from stage s where s.reference = p.reference and s.product ? 'barcode'))
    union all
    select s.line, s.reference, 'option ' || s.option_id || ' is another product''s' from optioned s
      where s.place > 1 or exists (select from product_variants v join products p on p.id = v.product_id
        where v.option_id = s.option_id and p.reference <> s.reference)
    union all
    select line, reference, 'old_price is not above price' from priced where old_price_minor <= price_minor
    union all
    select line, reference, 'the option is new, and lacks price or stock' from priced
      where (price_minor is null or stock is null) and is_draft is not true
    union all
    select s.line, s.reference, 'there is no image "' || image || '"' from stage s cross join unnest(s.images) image
      where image <> all (${[...newImageKeys]}::text[]) and not exists (select from media m where m.key = image)
    order by line`;
  yield* readWithCursor(db, "import_conflicts", query, CONFLICTS_PER_BATCH);
}

const productColumnNames = [
  "slug",
  "reference",
  "barcode",
  "status",
  "brand_id",
  "series_id",
  "category_id",
  "category_path",
  "concern_ids",
  "tag_ids",
  "name_ru",
  "name_en",
  "description_ru",
  "description_en",
  "composition",
  "characteristics",
  "customs_name_en",
  "hs_code",
  "origin_country",
  "net_weight_g",
  "hazard",
  "weight_g",
  "size_mm",
  "net_amount",
  "net_unit",
  "months_opened",
  "own_qty_limit",
  "labels",
  "published_at",
];
const variantColumnNames = [
  "name_ru",
  "name_en",
  "swatch",
  "price_minor",
  "old_price_minor",
  "sale_ends_at",
  "stock",
  "weight_g",
  "size_mm",
  "net_amount",
  "position",
];
const joinQualifiedColumns = (names: readonly string[], alias: string): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));
const joinColumns = (columnNames: readonly string[]) => sql.join(columnNames.map((name) => sql.ref(name)));

export type VariantChanges = { added: number; changed: number; removed: number };

/**
 * Takes barcodes from the staged products that get another one or none, if other staged products get theirs: a barcode is
 * unique at any time, also while products exchange theirs. The products are written later with what they get; until then
 * they have a text that is no barcode.
 */
export async function releaseBarcodes(db: Tx): Promise<void> {
  const released = sql`
    select p.id from pg_temp.import_rows s join products p on p.reference = s.reference
    where s.is_first and s.product ? 'barcode' and p.barcode is distinct from s.product ->> 'barcode'
      and p.barcode in (select product ->> 'barcode' from pg_temp.import_rows)`;
  // Variants before products, as checkout locks them.
  await sql`
    select count(*) from (
      select from product_variants v where v.product_id in (${released})
      order by v.product_id, v.option_id for no key update) locked`.execute(db);
  await sql`update products set barcode = '~' || id where id in (${released})`.execute(db);
}

/** Inserts new products. The caller applies the changes. */
export async function insertProducts(db: Tx, from: number, to: number): Promise<ProductChange[]> {
  const { rows } = await sql<ProductChange>`
    insert into products (${joinColumns(productColumnNames)})
    select ${joinQualifiedColumns(productColumnNames, "r")} from pg_temp.import_rows s
    cross join lateral jsonb_populate_record(null::products, s.product || jsonb_build_object('reference', s.reference)) r
    where s.is_new and s.is_first and s.line between ${from} and ${to} order by s.line
    returning id, slug, composition, null as previous_slug, null as previous_composition`.execute(db);
  return rows;
}

export type VariantWriteOptions = Readonly<{
  /** Whether options that the file does not have stay. */
  keepsOptions?: boolean;
  /** What the ledger of stock says. */
  movement?: StockMovementContext;
}>;

/**
 * Inserts, updates and deletes variants of the products between two lines; options that were ordered are withdrawn instead. The lines must begin and end with complete
 * products, unless options are kept.
 */
export async function writeVariants(
  db: Tx,
  from: number,
  to: number,
  { keepsOptions = false, movement = { kind: "import" } }: VariantWriteOptions = {},
): Promise<VariantChanges> {
  // Each statement takes the context of its movements.
  const setImportMovement = () => setStockMovement(db, movement);
  const stagedProducts = sql`pg_temp.import_rows s join products p on p.reference = s.reference`;
  const isUnlisted = sql`not ${keepsOptions} and p.id = v.product_id and exists (
      select from pg_temp.import_rows s where s.reference = p.reference and s.line between ${from} and ${to})
      and not exists (select from pg_temp.import_rows s where s.reference = p.reference and s.option_id = v.option_id)`;
  // What orders name stays, and is no longer offered; also by lines with removed_by_edit, for the history of their order.
  const isOrdered = sql`v.option_id > 0 and exists (
      select from order_lines l /* removed_by_edit or not */ where l.product_id = v.product_id and l.option_id = v.option_id)`;
  const withdrawn = await sql`
    update product_variants v set withdrawn_at = now() from products p
    where v.withdrawn_at is null and ${isOrdered} and ${isUnlisted}`.execute(db);
  const removed = await sql`
    delete from product_variants v using products p where not (${isOrdered}) and ${isUnlisted}`.execute(db);
  await setImportMovement();
  const changed = await sql`
    update product_variants v set (${joinColumns(variantColumnNames)}) = (${joinQualifiedColumns(variantColumnNames, "r")})
    from (
      select v0.product_id, v0.option_id, ${joinQualifiedColumns(variantColumnNames, "r")}
      from ${stagedProducts} join product_variants v0 on v0.product_id = p.id and v0.option_id = s.option_id
      cross join lateral jsonb_populate_record(v0, s.variant) r
      where s.line between ${from} and ${to}
        and (${joinQualifiedColumns(variantColumnNames, "r")}) is distinct from (${joinQualifiedColumns(variantColumnNames, "v0")})
      order by v0.product_id, v0.option_id
    ) r where v.product_id = r.product_id and v.option_id = r.option_id`.execute(db);
  await setImportMovement();
  const added = await sql`
    insert into product_variants (product_id, option_id, ${joinColumns(variantColumnNames)})
    select p.id, s.option_id, coalesce(r.name_ru, ''), coalesce(r.name_en, ''), ${joinQualifiedColumns(variantColumnNames.slice(2, -1), "r")},
      coalesce(r.position, (select max(position) + 1 from product_variants v where v.product_id = p.id), 0)
    from ${stagedProducts} cross join lateral jsonb_populate_record(null::product_variants, s.variant) r
    where s.line between ${from} and ${to} and r.price_minor is not null
      and not exists (select from product_variants v where v.product_id = p.id and v.option_id = s.option_id)
    order by s.line`.execute(db);
  const count = (result: { numAffectedRows?: bigint | undefined }) => Number(result.numAffectedRows ?? 0);
  return { added: count(added), changed: count(changed), removed: count(removed) + count(withdrawn) };
}

/** Updates existing products whose values differ. The caller applies the changes. */
export async function updateProducts(db: Tx, from: number, to: number): Promise<ProductChange[]> {
  const { rows } = await sql<ProductChange>`
    update products p set (${joinColumns(productColumnNames)}, updated_at) = (${joinQualifiedColumns(productColumnNames, "r")}, now())
    from (
      select p0.id, p0.slug as previous_slug, p0.composition as previous_composition,
        ${joinQualifiedColumns(productColumnNames, "r")} from pg_temp.import_rows s join products p0 on p0.reference = s.reference
      cross join lateral jsonb_populate_record(p0, s.product) r
      where not s.is_new and s.is_first and s.line between ${from} and ${to}
        and (${joinQualifiedColumns(productColumnNames, "r")}) is distinct from (${joinQualifiedColumns(productColumnNames, "p0")})
      order by p0.id
    ) r where p.id = r.id
    returning p.id, p.slug, p.composition, r.previous_slug, r.previous_composition`.execute(db);
  return rows;
}

/**
 * Replaces the images of products if they differ.
 * @returns the number of changed products
 */
export async function updateImages(db: Tx, from: number, to: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with staged as (
      select p.id, s.images, array(select m.key from product_images i join media m on m.id = i.media_id
        where i.product_id = p.id order by i.position) as current_images
      from pg_temp.import_rows s join products p on p.reference = s.reference
      where s.is_first and cardinality(s.images) > 0 and s.line between ${from} and ${to}
    ),
    changed as (select id, images from staged where images <> current_images),
    new_images as (
      select c.id, ord - 1 as position, m.id as media_id from changed c
      cross join unnest(c.images) with ordinality image(key, ord) join media m on m.key = image.key
    ),
    deleted as (
      delete from product_images i using changed c
      where i.product_id = c.id and i.position >= cardinality(c.images) returning 1
    ),
    upserted as (
      insert into product_images (product_id, position, media_id) select id, position, media_id from new_images
      on conflict (product_id, position) do update set media_id = excluded.media_id, option_id = null
        where product_images.media_id <> excluded.media_id returning 1
    )
    select count(*) as count from changed`.execute(db);
  return rows[0]?.count ?? 0;
}
