import { CalendarClock, Pencil } from "lucide-react";
import { useState } from "react";
import { useNavigation } from "react-router";
import type { UpdatedProduct } from "@furoshiki/api/admin/catalog-admin/editor";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useCatalogI18n, type CatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import type { ProductPreview } from "./use-product-preview.ts";

/** Says what saving changes outside of the product. */
function describeEffects({ t }: CatalogI18n, effects: UpdatedProduct): string {
  const { pages, feed_offers: offers, emails, redirected_path: path, released_orders: orders } = effects;
  return [
    pages + offers + emails === 0 ? t("catalog.effect_none") : t("catalog.effect_pages", { pages, offers }),
    ...(emails > 0 ? [t("catalog.effect_emails", { count: emails })] : []),
    ...(path === null ? [] : [t("catalog.effect_redirect", { path })]),
    ...(orders.length > 0 ? [t("catalog.effect_orders", { count: orders.length })] : []),
  ].join(" ");
}

type UnsavedBarProps = {
  changed: readonly string[];
  preview: ProductPreview | null;
  isLoading: boolean;
  /** Why the last attempt to save was refused. */
  failure: FormErrors | null;
  onDiscard: () => void;
  /** Whether the form has the values of a planned change, which are planned anew. */
  isReplacing: boolean;
  /** Called to plan the changes for a time. */
  onSchedule: () => void;
};

/** The bar with the unsaved changes: how many, what they lead to, and the buttons to discard and save them. */
export function UnsavedBar({
  changed,
  preview,
  isLoading,
  failure,
  isReplacing,
  onDiscard,
  onSchedule,
}: UnsavedBarProps) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const isHydrated = useHydrated();
  const { formMethod, formData } = useNavigation();
  const [isAsking, setIsAsking] = useState(false);
  // Before hydration nobody knows whether something was changed.
  if (isHydrated && changed.length === 0 && !failure?.conflicts && !isReplacing) return null;
  const refusal = preview && "refusal" in preview ? preview.refusal : null;
  const shownRefusal = failure?.conflicts ? null : (failure ?? (refusal?.isConflict ? null : refusal));
  const isBusy = formMethod === "POST" && formData?.get("intent") === "save";
  return (
    <section
      aria-label={t("catalog.unsaved")}
      className="sticky bottom-0 z-10 mt-auto grid gap-2 border-t border-edge bg-card px-4 py-3 shadow-overlay desk:px-6"
    >
      {shownRefusal ? <Note tone="error">{shownRefusal.message}</Note> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isHydrated ? (
          <p role="status" className="flex items-center gap-2 font-semibold">
            <Pencil size={15} aria-hidden className="shrink-0" />
            {t("catalog.changed_fields", { count: changed.length })}
          </p>
        ) : null}
        <p className="min-w-0 grow basis-60 text-ink-2">
          {isLoading ? t("catalog.effect_loading") : null}
          {!isLoading && refusal?.isConflict ? t("catalog.effect_conflict") : null}
          {!isLoading && preview && "effects" in preview ? describeEffects(i18n, preview.effects) : null}
        </p>
        <div className="flex w-full flex-wrap gap-2 *:grow desk:w-auto desk:*:grow-0">
          {isHydrated ? (
            <Button
              size="md"
              kind={isAsking ? "danger" : "quiet"}
              onBlur={() => setIsAsking(false)}
              onClick={() => {
                if (isAsking) onDiscard();
                setIsAsking(!isAsking);
              }}
            >
              {t(isAsking ? "catalog.discard_sure" : "catalog.discard")}
            </Button>
          ) : null}
          {isHydrated ? (
            <Button
              size="md"
              icon={<CalendarClock size={16} aria-hidden />}
              disabled={(changed.length === 0 && !isReplacing) || refusal !== null}
              onClick={onSchedule}
            >
              {t("catalog.schedule")}…
            </Button>
          ) : null}
          <Button type="submit" name="intent" value="save" kind="primary" size="md" busy={isBusy}>
            {t("catalog.save")}
          </Button>
        </div>
      </div>
    </section>
  );
}
