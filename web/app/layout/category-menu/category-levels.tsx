import type { CategoryMap, CategoryNode } from "@furoshiki/api/catalog";
import { ArrowLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "../../navigation/link.tsx";
import { fetchApi } from "../../api-client/browser-api.ts";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { useRootData } from "../../store-config/root-data.ts";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Button, buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { DialogHead } from "@furoshiki/design-system/ui/dialog.tsx";
import { IconButton } from "@furoshiki/design-system/ui/icon-button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Skeleton } from "@furoshiki/design-system/ui/skeleton.tsx";
import { MenuLink } from "../menu-link.tsx";

/** The request for the tree: it is sent once per document, and again after a failure. */
let pendingTree: Promise<CategoryMap | undefined> | null = null;
/** The level that was open last: the ids of the categories that lead to it. */
let lastLevelIds: readonly number[] = [];

/** Fetches the category tree; undefined if that fails. */
export function fetchCategories(locale: Locale): Promise<CategoryMap | undefined> {
  pendingTree ??= fetchApi<CategoryMap>({ locale }, "/v1/categories").then((tree) => {
    if (!tree) pendingTree = null;
    return tree;
  });
  return pendingTree;
}

/** Loads the category tree: null while it loads, "failed" if it cannot be loaded; `retry` tries again. */
function useCategoryTree(locale: Locale) {
  const [tree, setTree] = useState<CategoryMap | "failed" | null>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const result = await fetchCategories(locale);
      if (isCurrent) setTree(result ?? "failed");
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [locale, attempts]);
  const retry = () => {
    setTree(null);
    setAttempts(attempts + 1);
  };
  return { tree, retry };
}

/** The content of the open drawer: title and back button, a link to all products of the level, its categories. */
export function CategoryLevels({ onClose }: { onClose: () => void }) {
  const { t, locale } = useI18n();
  const { tree, retry } = useCategoryTree(locale);
  const [ids, setIds] = useState(lastLevelIds);
  const list = useRef<HTMLElement>(null);

  // Keeps the focus in the dialog if it was on the skeleton.
  useEffect(() => {
    const dialog = list.current?.closest("dialog");
    if (!dialog?.contains(document.activeElement)) dialog?.querySelector<HTMLElement>("button")?.focus();
  }, []);

  // A new level starts at its top, with the focus on its first entry.
  const focusedIds = useRef(ids);
  useEffect(() => {
    if (focusedIds.current === ids) return;
    focusedIds.current = ids;
    list.current?.scrollTo(0, 0);
    list.current?.querySelector<HTMLElement>("a, button")?.focus();
  }, [ids]);
  const openLevel = (levelIds: readonly number[]) => {
    lastLevelIds = levelIds;
    setIds(levelIds);
  };

  const path = typeof tree === "object" && tree ? findCategoryPath(tree, ids) : [];
  const currentCategory = path.at(-1);
  const parentName = path.at(-2)?.name ?? t("layout.catalog");
  return (
    <>
      <DialogHead
        id="drawer-title"
        title={currentCategory?.name ?? t("layout.catalog")}
        closeLabel={t("drawer.close")}
        onClose={onClose}
        before={
          currentCategory ? (
            <IconButton
              label={t("drawer.back", { to: parentName })}
              icon={<ArrowLeft size={22} aria-hidden />}
              onClick={() => openLevel(ids.slice(0, -1))}
            />
          ) : null
        }
      />
      <nav ref={list} className="grow overflow-y-auto overscroll-contain py-2" aria-label={t("layout.catalog")}>
        {tree === "failed" ? (
          <div className="space-y-4 p-6">
            <Alert kind="error">{t("drawer.failed")}</Alert>
            <Button kind="outline" onClick={retry}>
              {t("drawer.again")}
            </Button>
          </div>
        ) : tree === null ? (
          <div className="px-6 py-4">
            <Skeleton rows={8} />
          </div>
        ) : (
          <>
            {currentCategory ? (
              <>
                <p className="px-6 pt-3 pb-1 text-xs text-ink-3">{parentName}</p>
                <Link
                  to={`/category/${currentCategory.link_rewrite}`}
                  className="flex min-h-13 items-center justify-between gap-3 px-6 py-3 text-base font-semibold text-tokiwa-700 hover:bg-tokiwa-50"
                >
                  {t("drawer.all")}
                  <Count value={currentCategory.count} />
                </Link>
              </>
            ) : null}
            <CategoryList nodes={currentCategory?.sub ?? tree} onOpen={({ id }) => openLevel([...ids, id])} />
            {currentCategory ? null : <OtherLinks />}
          </>
        )}
      </nav>
      {currentCategory ? (
        <div className="border-t border-line p-4 lg:px-6">
          <Link to={`/category/${currentCategory.link_rewrite}`} className={buttonClass({ kind: "muted", full: true })}>
            {t("drawer.show", { count: currentCategory.count })}
          </Link>
        </div>
      ) : null}
    </>
  );
}

/** Returns the categories that lead to a level, up to the first id that does not exist. */
export function findCategoryPath(tree: CategoryMap, ids: readonly number[]): CategoryNode[] {
  const path: CategoryNode[] = [];
  for (const id of ids) {
    const node = (path.at(-1)?.sub ?? tree)[id];
    if (!node) break;
    path.push(node);
  }
  return path;
}

/** The categories of a level: buttons that open the next level, or links if they have no subcategories. */
function CategoryList({ nodes, onOpen }: { nodes: CategoryMap; onOpen: (node: CategoryNode) => void }) {
  const sorted = Object.values(nodes).sort((a, b) => a.position - b.position);
  return (
    <ul>
      {sorted.map((node) => {
        const rowClass = `flex min-h-13 w-full items-center gap-4 px-6 text-left text-base hover:bg-mist ${node.image ? "py-2.5" : "py-3"}`;
        const content = (
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
            <span className="grow">{insertNonBreakingSpaces(node.name)}</span>
            <Count value={node.count} />
          </>
        );
        return (
          <li key={node.id}>
            {Object.keys(node.sub).length > 0 ? (
              <button type="button" onClick={() => onOpen(node)} className={rowClass}>
                {content}
                <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-3" />
              </button>
            ) : (
              <Link to={`/category/${node.link_rewrite}`} className={rowClass}>
                {content}
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
  return <span className="num text-sm font-normal text-ink-3">{useI18n().format.number(value)}</span>;
}

/** The collections, and on phones, which have no sub-header, the other entries of its menu. */
function OtherLinks() {
  const { t } = useI18n();
  const header = useRootData()?.config.menus.header ?? [];
  const rowClass = "flex min-h-12 items-center px-6 text-base hover:bg-mist";
  const collections = [
    { to: "/best-sales", text: t("collection.best-sales") },
    { to: "/new-products", text: t("collection.new-products") },
    { to: "/prices-drop", text: t("collection.prices-drop"), accent: true },
    { to: "/brands", text: t("menu.brands") },
  ];
  const collectionPaths = new Set(collections.map(({ to }) => to));
  const otherEntries = header.filter(({ to }) => !collectionPaths.has(to));
  const renderEntry = ({ to, text, accent }: (typeof header)[number]) => (
    <li key={to}>
      <MenuLink to={to} className={`${rowClass} ${accent ? "text-beni-600" : ""}`}>
        {text}
      </MenuLink>
    </li>
  );
  return (
    <>
      <ul className="mt-2 border-t border-line pt-2">{collections.map(renderEntry)}</ul>
      <ul className="mt-2 border-t border-line pt-2 lg:hidden">{otherEntries.map(renderEntry)}</ul>
    </>
  );
}
