import { lazy, Suspense, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { Locale } from "../lib/locale.ts";
import { useShop } from "../lib/shop.tsx";
import { Dialog, DialogHead } from "../ui/dialog.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const load = () => import("./catalogue-levels.tsx");
const CatalogueLevels = lazy(async () => ({ default: (await load()).CatalogueLevels }));

/** Fetches what the drawer needs, the tree included. */
export const loadCatalogue = async (locale: Locale) => (await load()).categories(locale);

/** The whole category tree, level by level (spec §2, Catalog drawer). It opens at once and is filled when its code and the tree are there. */
export function CatalogueDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useShop();
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (open && openedAt.current !== key) onClose();
    openedAt.current = key;
  }, [key, open, onClose]);
  return (
    <Dialog open={open} onClose={onClose} shape="drawer" labelledBy="drawer-title">
      <Suspense
        fallback={
          <>
            <DialogHead
              id="drawer-title"
              title={t("shell.catalogue")}
              closeLabel={t("drawer.close")}
              onClose={onClose}
            />
            <div className="px-6 py-4">
              <Skeleton rows={8} />
            </div>
          </>
        }
      >
        <CatalogueLevels onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}
