import { convertToRub } from "../money/currency.ts";
import { getAnyCurrency } from "../money/service.ts";
import { cachedFor } from "../platform/cache/cache.ts";
import type { Db } from "../platform/db/database.ts";
import { isInForceOn } from "./rules.ts";
import { type DeclarationLimitRow, listDeclarationLimits } from "./sql.ts";

export const declarationForms = ["CN22", "CN23"] as const;

/** How a parcel is declared: the form of the post, and whether Japan requires an export declaration. */
export type Declaration = Readonly<{ form: (typeof declarationForms)[number]; needsExportDeclaration: boolean }>;

/** A parcel: the value of the goods in kopecks, and its weight in grams with the carton. */
export type DeclaredParcel = Readonly<{ valueRubMinor: number; weightG: number }>;

const limitsCache = cachedFor(1000, listDeclarationLimits);

/**
 * Returns a function that decides how a parcel is declared on a date (docs/domain/customs.md). Without a rule a parcel
 * needs CN23, the complete form, and no export declaration. The limits are converted with the current rate.
 */
export async function getDeclarationRules(db: Db, date: Date): Promise<(parcel: DeclaredParcel) => Declaration> {
  const rows = (await limitsCache.get(db)).filter((row) => isInForceOn(row, date));
  const findLimit = async (kind: DeclarationLimitRow["kind"]) => {
    const row = rows.findLast((candidate) => candidate.kind === kind);
    if (!row) return null;
    const limitRubMinor = convertToRub(row.limit_minor, await getAnyCurrency(db, row.currency));
    return { limitRubMinor, limitWeightG: row.limit_weight_g ?? Infinity };
  };
  const [cn22, exportDeclaration] = [await findLimit("cn22"), await findLimit("export_declaration")];
  return ({ valueRubMinor, weightG }) => ({
    form: cn22 && valueRubMinor < cn22.limitRubMinor && weightG <= cn22.limitWeightG ? "CN22" : "CN23",
    needsExportDeclaration: exportDeclaration !== null && valueRubMinor > exportDeclaration.limitRubMinor,
  });
}
