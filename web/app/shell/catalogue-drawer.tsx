import type { CategoryMap, CategoryNode } from "@furoshiki/api/catalogue";
import { ArrowLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Link } from "../lib/link.tsx";
import { askApi } from "../lib/browser-api.ts";
import { bindWords } from "../lib/format.ts";
import { useShop, type Shop } from "../lib/shop.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Dialog, DialogHead } from "../ui/dialog.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Note } from "../ui/note.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** The tree is asked for once a visit; a failed try is forgotten, so the next opening asks again. */
let asked: Promise<CategoryMap | undefined> | null = null;

function categories(shop: Shop): Promise<CategoryMap | undefined> {
  asked ??= askApi<CategoryMap>(shop, "/v1/categories").then((tree) => {
    if (!tree) asked = null;
    return tree;
  });
  return asked;
}

/** The whole category tree, level by level (spec §2, Catalog drawer). */
export function CatalogueDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const shop = useShop();
  const { t } = shop;
  const [tree, setTree] = useState<CategoryMap | "failed" | null>(null);
  const [trail, setTrail] = useState<CategoryNode[]>([]);
  const list = useRef<HTMLElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    if (!open) return;
    let current = true;
    const load = async () => {
      const found = await categories(shop);
      if (current) setTree(found ?? "failed");
    };
    void load();
    return () => {
      current = false;
    };
  }, [open, shop]);

  const openedAt = useRef(key);
  useEffect(() => {
    if (open && openedAt.current !== key) onClose();
    openedAt.current = key;
  }, [key, open, onClose]);

  // A new level begins at its top, with the focus on its first entry.
  const shownTrail = useRef(trail);
  useEffect(() => {
    if (shownTrail.current === trail) return;
    shownTrail.current = trail;
    list.current?.scrollTo(0, 0);
    list.current?.querySelector<HTMLElement>("a, button")?.focus();
  }, [trail]);
  const here = trail.at(-1);
  const above = trail.at(-2);
  return (
    <Dialog open={open} onClose={onClose} shape="drawer" labelledBy="drawer-title">
      <DialogHead
        id="drawer-title"
        title={here?.name ?? t("shell.catalogue")}
        closeLabel={t("drawer.close")}
        onClose={onClose}
        before={
          here ? (
            <IconButton
              label={t("drawer.back", { to: above?.name ?? t("shell.catalogue") })}
              icon={<ArrowLeft size={22} aria-hidden />}
              onClick={() => setTrail(trail.slice(0, -1))}
            />
          ) : null
        }
      />
      <nav ref={list} className="grow overflow-y-auto overscroll-contain py-2" aria-label={t("shell.catalogue")}>
        {tree === "failed" ? (
          <div className="p-6">
            <Note kind="error">{t("drawer.failed")}</Note>
          </div>
        ) : tree === null ? (
          <div className="px-6 py-4">
            <Skeleton rows={8} />
          </div>
        ) : (
          <>
            {here ? (
              <>
                <p className="px-6 pt-3 pb-1 text-xs text-ink-3">{above?.name ?? t("shell.catalogue")}</p>
                <Link
                  to={`/category/${here.link_rewrite}`}
                  className="flex min-h-13 items-center justify-between gap-3 px-6 py-3 text-base font-semibold text-tokiwa-700 hover:bg-tokiwa-50"
                >
                  {t("drawer.all")}
                  <Count value={here.count} />
                </Link>
              </>
            ) : null}
            <Level nodes={here?.sub ?? tree} onOpen={(node) => setTrail([...trail, node])} />
            {here ? null : <Collections />}
          </>
        )}
      </nav>
      {here ? (
        <div className="border-t border-line p-4 lg:px-6">
          <Link to={`/category/${here.link_rewrite}`} className={buttonClass({ kind: "quiet", full: true })}>
            {t("drawer.show", { count: here.count })}
          </Link>
        </div>
      ) : null}
    </Dialog>
  );
}

function Level({ nodes, onOpen }: { nodes: CategoryMap; onOpen: (node: CategoryNode) => void }) {
  const sorted = Object.values(nodes).sort((a, b) => a.position - b.position);
  return (
    <ul>
      {sorted.map((node) => {
        const row = `flex min-h-13 w-full items-center gap-4 px-6 text-left text-base hover:bg-mist ${node.image ? "py-2.5" : "py-3"}`;
        const inside = (
          <>
            {node.image ? (
              <img
                src={node.image.src}
                srcSet={node.image.srcset}
                sizes="64px"
                alt=""
                width={64}
                height={48}
                className="h-12 w-16 shrink-0 rounded-xs bg-mist object-cover object-right"
              />
            ) : null}
            <span className="grow">{bindWords(node.name)}</span>
            <Count value={node.count} />
          </>
        );
        return (
          <li key={node.id}>
            {Object.keys(node.sub).length > 0 ? (
              <button type="button" onClick={() => onOpen(node)} className={row}>
                {inside}
                <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-3" />
              </button>
            ) : (
              <Link to={`/category/${node.link_rewrite}`} className={row}>
                {inside}
                <span className="w-[18px] shrink-0" />
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Count({ value }: { value: number }) {
  return <span className="num text-sm font-normal text-ink-3">{useShop().format.number(value)}</span>;
}

function Collections() {
  const { t } = useShop();
  const row = "flex min-h-12 items-center px-6 text-base hover:bg-mist";
  return (
    <div className="mt-2 border-t border-line pt-2">
      <Link to="/best-sales" className={row}>
        {t("collection.best-sales")}
      </Link>
      <Link to="/new-products" className={row}>
        {t("collection.new-products")}
      </Link>
      <Link to="/prices-drop" className={`${row} text-beni-600`}>
        {t("collection.prices-drop")}
      </Link>
      <Link to="/brands" className={row}>
        {t("menu.brands")}
      </Link>
    </div>
  );
}
