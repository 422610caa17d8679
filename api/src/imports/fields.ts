import type { Permission } from "../staff/permissions.ts";
import type { ImportFormat } from "./admin-schema.ts";
import { hasOtherCurrency } from "./cell-values.ts";
import { importFields, type ImportField } from "./schema.ts";

/** The fields by which a line is found in the catalog. */
export const keyFields: readonly ImportField[] = ["reference", "barcode"];

const priceFields: ReadonlySet<string> = new Set(["price", "old_price", "sale_ends_at", "cost"]);

/**
 * Returns the permissions that an import needs for its columns, besides `products:write`, which every import needs
 * (docs/domain/imports.md).
 */
export function getRequiredPermissions(columns: readonly (string | null)[]): Permission[] {
  const needed: Permission[] = ["products:write"];
  if (columns.includes("stock")) needed.push("inventory:write");
  if (columns.some((field) => field !== null && priceFields.has(field))) needed.push("prices:write");
  return needed;
}

/**
 * Whether a person may see all cells of a file, among which can be costs in columns that nobody has chosen: whoever has
 * uploaded it, and those who may see costs.
 */
export function mayReadFile(
  { created_by }: Readonly<{ created_by: number }>,
  { permissions, staffId }: Readonly<{ permissions: ReadonlySet<Permission>; staffId: number }>,
): boolean {
  return created_by === staffId || permissions.has("prices:write");
}

/**
 * The names under which suppliers have these columns, besides those of the product file of the store. They are compared
 * without case, spaces and punctuation.
 */
const headerNames: Partial<Record<ImportField, readonly string[]>> = {
  reference: [
    "артикул",
    "sku",
    "код",
    "код товара",
    "item code",
    "item no",
    "vendorcode",
    "品番",
    "商品コード",
    "型番",
  ],
  barcode: ["штрихкод", "штрих-код", "шк", "ean", "ean13", "gtin", "jan", "jan code", "upc", "janコード", "バーコード"],
  option: ["вариант", "код варианта", "variant", "option id"],
  name_ru: ["название", "наименование", "наименование товара", "товар", "номенклатура", "название (рус)"],
  name_en: ["name", "product name", "title", "название (англ)", "english name", "英語名"],
  name_ja: ["item_name", "商品名", "品名", "商品名称", "название (яп)", "japanese name", "japanese"],
  brand: ["бренд", "марка", "производитель", "vendor", "maker", "ブランド", "メーカー", "メーカー名"],
  category: ["категория", "раздел", "группа", "カテゴリ", "カテゴリー", "分類"],
  stock: ["остаток", "количество", "кол-во", "наличие", "qty", "quantity", "stock quantity", "在庫", "在庫数", "数量"],
  cost: [
    ...["закупка", "закупочная цена", "цена закупки", "себестоимость", "cost_ex_tax", "cost price", "wholesale"],
    ...["опт", "опт цена", "оптовая", "оптовая цена", "цена опт"],
    ...["unit cost", "purchase price", "仕入価格", "仕入単価", "卸価格", "下代", "原価", "単価"],
  ],
  price: [
    "цена",
    "розничная цена",
    "цена продажи",
    "розница",
    "ррц",
    "retail price",
    "selling price",
    "販売価格",
    "売価",
  ],
  old_price: ["старая цена", "цена до скидки", "oldprice", "list price"],
  status: ["статус", "состояние", "sale_status", "販売状況", "取扱区分", "状態"],
  weight_g: ["вес", "вес г", "вес брутто", "масса", "weight", "gross weight", "重量", "総重量"],
  net_weight_g: ["вес нетто", "net weight", "正味重量"],
  hs_code: ["тн вэд", "код тн вэд", "hs", "hs code", "hscode", "hsコード"],
  customs_name_en: ["название для таможни", "customs name", "customs description"],
  origin_country: ["страна", "страна происхождения", "country of origin", "origin", "原産国"],
  composition: ["состав", "ingredients", "inci", "成分"],
  description_ru: ["описание", "description ru"],
  description_en: ["english description"],
  images: ["картинка", "картинки", "фото", "изображения", "picture", "image", "image url", "画像", "画像url"],
};

const normalizeHeader = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("ё", "е")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");

const fieldsByHeader = new Map<string, ImportField>([
  ...Object.entries(headerNames).flatMap(([field, names]) =>
    names.map((name) => [normalizeHeader(name), field as ImportField] as const),
  ),
  ...importFields.map((field) => [normalizeHeader(field), field] as const),
]);

/** Columns of feeds that mean something else than in other files. */
const feedFields: ReadonlyMap<string, ImportField | null> = new Map<string, ImportField | null>([
  ["name", "name_ru"],
  ["description", "description_ru"],
  ["count", "stock"],
  ["model", null],
]);

/** Separates the names of several rows, which are one column. */
export const HEADER_SEPARATOR = " / ";
const UNIT = /[,(（[]/;

/** Suggests the field of each column by its name. Each field is suggested once. */
export function suggestFields(headers: readonly string[], format: ImportFormat = "csv"): (ImportField | null)[] {
  const used = new Set<ImportField>();
  return headers.map((header) => {
    const feedField = format === "yml" ? feedFields.get(header) : undefined;
    if (feedField !== undefined) {
      if (feedField) used.add(feedField);
      return feedField;
    }
    // A unit or currency follows the name: "Цена закупки, ¥", "Вес (г)". The name of a group precedes it: "Цена / опт".
    const last = header.split(HEADER_SEPARATOR).at(-1) ?? "";
    const names = [header, header.split(UNIT)[0] ?? "", last, last.split(UNIT)[0] ?? ""];
    const field = names
      .map((name) => fieldsByHeader.get(normalizeHeader(name)))
      .find((found) => found && !used.has(found));
    // Prices of the store are in rubles: "Цена, ¥" is another one.
    const isOtherPrice = (field === "price" || field === "old_price") && hasOtherCurrency(header, "RUB");
    if (!field || isOtherPrice) return null;
    used.add(field);
    return field;
  });
}
