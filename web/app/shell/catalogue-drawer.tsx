import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Locale } from "../lib/locale.ts";
import { useShop } from "../lib/shop.tsx";
import { Dialog, DialogHead } from "../ui/dialog.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const load = () => import("./catalogue-levels.tsx");
const CatalogueLevels = lazy(async () => ({ default: (await load()).CatalogueLevels }));

/** Fetches what the drawer needs, the tree included. */
export const loadCatalogue = async (locale: Locale) => (await load()).categories(locale);

let show: (() => void) | null = null;
let isAsked = false;

/** Opens the drawer from anywhere on the page; asked for before it is there, as soon as it is. */
export function openCatalogue(): void {
  isAsked = !show;
  show?.();
}

/** The whole category tree, level by level (spec §2, Catalog drawer). It opens at once and is filled when its code and the tree are there. */
export function CatalogueDrawer() {
  const { t } = useShop();
  const [open, setOpen] = useState<boolean | "never">("never");
  const close = useCallback(() => setOpen(false), []);
  const { key } = useLocation();
  // A followed link closes it.
  const [openedAt, setOpenedAt] = useState(key);
  if (openedAt !== key) {
    setOpenedAt(key);
    if (open === true) setOpen(false);
  }
  useEffect(() => {
    show = () => setOpen(true);
    if (isAsked) openCatalogue();
    return () => {
      show = null;
    };
  }, []);
  if (open === "never") return null;
  return (
    <Dialog open={open} onClose={close} shape="drawer" labelledBy="drawer-title">
      <Suspense
        fallback={
          <>
            <DialogHead id="drawer-title" title={t("shell.catalogue")} closeLabel={t("drawer.close")} onClose={close} />
            <div className="px-6 py-4">
              <Skeleton rows={8} />
            </div>
          </>
        }
      >
        <CatalogueLevels onClose={close} />
      </Suspense>
    </Dialog>
  );
}
