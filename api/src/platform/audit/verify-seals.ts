import type { AppContext } from "../http/endpoint.ts";
import { ENTRIES_DELETED } from "./delete-old-entries.ts";
import { FIRST_PREVIOUS_HASH, SealHasher } from "./hash-chain.ts";
import { getLastDeletedMonth, insertVerification, listSeals, type Seal } from "./sql.ts";

/** What is wrong with a seal: it was changed, one before it is missing, or its entries were changed. */
export type SealProblem = Readonly<{
  seal_id: number;
  problem: "seal_changed" | "previous_seal_missing" | "entries_changed";
}>;

/**
 * Verifies the hash chain and every entry in it, and stores the result. Entries of months that the retention job deleted
 * cannot be verified; that they were deleted is an audit entry itself.
 */
export async function verifyAuditSeals(
  app: Pick<AppContext, "config" | "db" | "clock" | "log">,
): Promise<{ seals: number; problems: SealProblem[] }> {
  const hasher = new SealHasher(app.config);
  const seals = await listSeals(app.db);
  const lastDeletedMonth = (await getLastDeletedMonth(app.db, ENTRIES_DELETED)) ?? "";
  const problems: SealProblem[] = [];
  let previous: Seal | undefined;
  for (const seal of seals) {
    const report = (problem: SealProblem["problem"]) => problems.push({ seal_id: seal.id, problem });
    if (!hasher.hashSeal(seal).equals(seal.hash)) report("seal_changed");
    if (!seal.previous_hash.equals(previous?.hash ?? FIRST_PREVIOUS_HASH)) report("previous_seal_missing");
    if (seal.first_entry_at.toISOString().slice(0, 7) > lastDeletedMonth) {
      const { entries, hash } = await hasher.hashEntries(app.db, previous?.last_entry_id ?? 0, seal.last_entry_id);
      if (entries !== seal.entries || !hash.equals(seal.entries_hash)) report("entries_changed");
    }
    previous = seal;
  }
  await insertVerification(app.db, { verifiedAt: app.clock.now(), seals: seals.length, problems });
  if (problems.length > 0)
    app.log.error("the audit log was changed", undefined, { problems: JSON.stringify(problems) });
  return { seals: seals.length, problems };
}
