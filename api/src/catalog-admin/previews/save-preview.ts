import { localizePath } from "../../../../design-system/i18n/locale-path.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { requirePermission } from "../../staff/admin-action.ts";
import type { StaffSession } from "../../staff/admin-endpoint.ts";
import { isPriceField } from "../editor/admin-schema.ts";
import type { SavedPreview } from "./admin-schema.ts";
import { createPreviewToken } from "./preview-token.ts";
import { type PreviewChanges, upsertPreview } from "./sql.ts";

/** How long a link shows a preview, in milliseconds. */
export const PREVIEW_MS = 60 * 60_000;

/**
 * Stores the unsaved changes of a product for its preview, instead of those that the person stored before, and returns
 * the link to it. The product itself is not changed.
 * @throws Refusal `not_found`; `forbidden` for a price without the permission
 */
export async function savePreview(
  { db, config, clock }: AppContext,
  productId: number,
  changes: PreviewChanges,
  session: Pick<StaffSession, "staff" | "permissions">,
): Promise<SavedPreview> {
  if (Object.keys(changes ?? {}).some((name) => isPriceField(name))) requirePermission(session, "prices:write");
  const { id: staffId, locale } = session.staff;
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + PREVIEW_MS);
  const isStored = await upsertPreview(db, { productId, staffId }, { changes, now, expiresAt });
  if (!isStored) throw refuse(commonRefusals, "not_found");
  const token = await createPreviewToken(db, { productId, staffId }, expiresAt);
  const path = localizePath(`/product-preview/${token}`, locale, config.localeStrategy);
  return { url: config.publicUrl + path, expires_at: expiresAt.toISOString() };
}
