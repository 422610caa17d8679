import type { PlannedChange, ProductDetail } from "@furoshiki/api/admin/catalog-admin/editor";
import type { ConflictField } from "../edit-conflicts/conflict-choices.tsx";
import type { CatalogI18n } from "../i18n/catalog-i18n.ts";

type Edit = PlannedChange["edits"][number];

/** What fields are called, and how their values are shown. */
export type PlannedFields = Readonly<Record<string, Pick<ConflictField, "label" | "format">>>;

/** Values that are longer are not shown. */
const MAX_LENGTH = 120;

/** Returns what a planned edit does: `Price: 1290 → 990`. */
export function describeEdit({ t }: CatalogI18n, { field, from, to }: Edit, fields: PlannedFields): string {
  if (field === "status") return t(`catalog.planned_status_${to as "active" | "hidden" | "discontinued"}`);
  const { label: name = field, format } = fields[field] ?? {};
  const [before, after] = [formatValue(from, format), formatValue(to, format)];
  return before === null || after === null ? t("catalog.planned_field", { name }) : `${name}: ${before} → ${after}`;
}

/** Returns a short value as text; null for a list or a long text. */
function formatValue(value: unknown, format: ConflictField["format"] = (text) => text): string | null {
  if (value === null || value === "") return "—";
  if (typeof value !== "string" && typeof value !== "number") return null;
  return String(value).length > MAX_LENGTH ? null : format(String(value));
}

/**
 * Finds planned edits that will be refused, because a field will have another value by then.
 * @returns the fields by the ids of the tasks
 */
export function findOverwritten(
  product: ProductDetail,
  changes: readonly PlannedChange[],
): ReadonlyMap<number, readonly string[]> {
  const values = getValues(product);
  const overwritten = new Map<number, readonly string[]>();
  for (const { task_id: id, edits, refusal } of changes) {
    if (refusal !== null) continue;
    const differing = edits.filter(
      ({ field, from, to }) => !isEqual(values[field], from) && !isEqual(values[field], to),
    );
    if (differing.length > 0)
      overwritten.set(
        id,
        differing.map(({ field }) => field),
      );
    else for (const { field, to } of edits) values[field] = to;
  }
  return overwritten;
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function getValues({ status, fields, variants }: ProductDetail): Record<string, unknown> {
  const ofVariants = variants.flatMap(({ option_id: id, fields: values }) =>
    Object.entries(values).map(([name, value]) => [`option_${id}_${name}`, value]),
  );
  return { status, ...fields, ...(Object.fromEntries(ofVariants) as object) };
}
