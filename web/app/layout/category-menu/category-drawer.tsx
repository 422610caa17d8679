import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Dialog, DialogHead } from "@furoshiki/design-system/ui/dialog.tsx";
import { Skeleton } from "@furoshiki/design-system/ui/skeleton.tsx";

const loadLevels = () => import("./category-levels.tsx");
const CategoryLevels = lazy(async () => ({ default: (await loadLevels()).CategoryLevels }));

/** Loads the code of the drawer and the category tree. */
export const loadCategoryDrawer = async (locale: Locale) => (await loadLevels()).fetchCategories(locale);

/** Opens the mounted drawer; null while none is mounted. */
let openDrawer: (() => void) | null = null;
let isOpenRequested = false;

/** Opens the drawer from anywhere on the page; if it is not mounted yet, it opens as soon as it is. */
export function openCategoryDrawer(): void {
  isOpenRequested = !openDrawer;
  openDrawer?.();
}

/**
 * The category tree in a drawer, one level at a time. It opens at once and shows its content when its code and the tree
 * are loaded.
 */
export function CategoryDrawer() {
  const { t } = useI18n();
  /** `never`: it has not been opened yet, so nothing is rendered. */
  const [open, setOpen] = useState<boolean | "never">("never");
  const close = useCallback(() => setOpen(false), []);
  const { key } = useLocation();
  // Navigating closes it.
  const [openedAtKey, setOpenedAtKey] = useState(key);
  if (openedAtKey !== key) {
    setOpenedAtKey(key);
    if (open === true) setOpen(false);
  }
  useEffect(() => {
    openDrawer = () => setOpen(true);
    if (isOpenRequested) openCategoryDrawer();
    return () => {
      openDrawer = null;
    };
  }, []);
  if (open === "never") return null;
  return (
    <Dialog open={open} onClose={close} shape="drawer" labelledBy="drawer-title">
      <Suspense
        fallback={
          <>
            <DialogHead id="drawer-title" title={t("layout.catalog")} closeLabel={t("drawer.close")} onClose={close} />
            <div className="px-6 py-4">
              <Skeleton rows={8} />
            </div>
          </>
        }
      >
        <CategoryLevels onClose={close} />
      </Suspense>
    </Dialog>
  );
}
