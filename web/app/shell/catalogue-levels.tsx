import type { CategoryMap, CategoryNode } from "@furoshiki/api/catalogue";
import { ArrowLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "../lib/link.tsx";
import { askApi } from "../lib/browser-api.ts";
import { bindWords } from "../lib/format.ts";
import { useKnown } from "../lib/known.ts";
import type { Locale } from "../lib/locale.ts";
import { useShop } from "../lib/shop.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { DialogHead } from "../ui/dialog.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Note } from "../ui/note.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { MenuLink } from "./menu-link.tsx";

/** The tree is asked for once a page's life; a failed try is forgotten, so the next opening asks again. */
let asked: Promise<CategoryMap | undefined> | null = null;
/** The level that was open last, as the ids that lead to it. */
let remembered: readonly number[] = [];

export function categories(locale: Locale): Promise<CategoryMap | undefined> {
  asked ??= askApi<CategoryMap>({ locale }, "/v1/categories").then((tree) => {
    if (!tree) asked = null;
    return tree;
  });
  return asked;
}

/** The inside of the open drawer: title and way back, all products of the level, its categories. */
export function CatalogueLevels({ onClose }: { onClose: () => void }) {
  const { t, locale } = useShop();
  const [tree, setTree] = useState<CategoryMap | "failed" | null>(null);
  const [tries, setTries] = useState(0);
  const [ids, setIds] = useState(remembered);
  const list = useRef<HTMLElement>(null);

  useEffect(() => {
    let current = true;
    const load = async () => {
      const found = await categories(locale);
      if (current) setTree(found ?? "failed");
    };
    void load();
    return () => {
      current = false;
    };
  }, [locale, tries]);

  // The focus that stood in the skeleton is not lost with it.
  useEffect(() => {
    const dialog = list.current?.closest("dialog");
    if (!dialog?.contains(document.activeElement)) dialog?.querySelector<HTMLElement>("button")?.focus();
  }, []);

  // A new level begins at its top, with the focus on its first entry.
  const shown = useRef(ids);
  useEffect(() => {
    if (shown.current === ids) return;
    shown.current = ids;
    list.current?.scrollTo(0, 0);
    list.current?.querySelector<HTMLElement>("a, button")?.focus();
  }, [ids]);
  const go = (to: readonly number[]) => {
    remembered = to;
    setIds(to);
  };

  const trail = typeof tree === "object" && tree ? trailOf(tree, ids) : [];
  const here = trail.at(-1);
  const above = trail.at(-2)?.name ?? t("shell.catalogue");
  return (
    <>
      <DialogHead
        id="drawer-title"
        title={here?.name ?? t("shell.catalogue")}
        closeLabel={t("drawer.close")}
        onClose={onClose}
        before={
          here ? (
            <IconButton
              label={t("drawer.back", { to: above })}
              icon={<ArrowLeft size={22} aria-hidden />}
              onClick={() => go(ids.slice(0, -1))}
            />
          ) : null
        }
      />
      <nav ref={list} className="grow overflow-y-auto overscroll-contain py-2" aria-label={t("shell.catalogue")}>
        {tree === "failed" ? (
          <div className="space-y-4 p-6">
            <Note kind="error">{t("drawer.failed")}</Note>
            <Button
              kind="outline"
              onClick={() => {
                setTree(null);
                setTries(tries + 1);
              }}
            >
              {t("drawer.again")}
            </Button>
          </div>
        ) : tree === null ? (
          <div className="px-6 py-4">
            <Skeleton rows={8} />
          </div>
        ) : (
          <>
            {here ? (
              <>
                <p className="px-6 pt-3 pb-1 text-xs text-ink-3">{above}</p>
                <Link
                  to={`/category/${here.link_rewrite}`}
                  className="flex min-h-13 items-center justify-between gap-3 px-6 py-3 text-base font-semibold text-tokiwa-700 hover:bg-tokiwa-50"
                >
                  {t("drawer.all")}
                  <Count value={here.count} />
                </Link>
              </>
            ) : null}
            <Level nodes={here?.sub ?? tree} onOpen={({ id }) => go([...ids, id])} />
            {here ? null : <OtherPages />}
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
    </>
  );
}

/** The nodes on the way to a level; it ends where the tree does. */
export function trailOf(tree: CategoryMap, ids: readonly number[]): CategoryNode[] {
  const trail: CategoryNode[] = [];
  for (const id of ids) {
    const node = (trail.at(-1)?.sub ?? tree)[id];
    if (!node) break;
    trail.push(node);
  }
  return trail;
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

/** The collections, and on phones, which have no sub-header, the rest of its menu. */
function OtherPages() {
  const { t } = useShop();
  const header = useKnown()?.config.menus.header ?? [];
  const row = "flex min-h-12 items-center px-6 text-base hover:bg-mist";
  const collections = [
    { to: "/best-sales", text: t("collection.best-sales") },
    { to: "/new-products", text: t("collection.new-products") },
    { to: "/prices-drop", text: t("collection.prices-drop"), accent: true },
    { to: "/brands", text: t("menu.brands") },
  ];
  const named = new Set(collections.map(({ to }) => to));
  const rest = header.filter(({ to }) => !named.has(to));
  const entry = ({ to, text, accent }: (typeof header)[number]) => (
    <li key={to}>
      <MenuLink to={to} className={`${row} ${accent ? "text-beni-600" : ""}`}>
        {text}
      </MenuLink>
    </li>
  );
  return (
    <>
      <ul className="mt-2 border-t border-line pt-2">{collections.map(entry)}</ul>
      <ul className="mt-2 border-t border-line pt-2 lg:hidden">{rest.map(entry)}</ul>
    </>
  );
}
