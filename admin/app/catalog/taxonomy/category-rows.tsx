import { ArrowDown, ArrowUp } from "lucide-react";
import { Form, Link, useNavigation } from "react-router";
import { useCatalogI18n } from "../../i18n/catalog-i18n.ts";
import { buttonClass } from "../../ui/button.tsx";
import { squareClass } from "../../ui/icon-button.tsx";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { buildTree, formatMove, type TreeRow } from "./category-tree.ts";
import { getTermName, type Term } from "./term-kinds.ts";

/** The least depth has the first class; deeper ones than the last one look like it. */
const indents = ["pl-4", "pl-11", "pl-18", "pl-25"];

/** The tree of categories: each can be opened, and moved among its siblings. */
export function CategoryRows({ items, canEdit }: { items: readonly Term[]; canEdit: boolean }) {
  const { t } = useCatalogI18n();
  const rows = buildTree(items);
  return (
    <Form method="post" preventScrollReset>
      <ul aria-label={t("taxonomy.category_title")} className="divide-y divide-hair">
        {rows.map((row) => (
          <CategoryRow key={row.term.id} row={row} canEdit={canEdit} />
        ))}
      </ul>
    </Form>
  );
}

function CategoryRow({ row: { term, depth, parentId, place, siblings }, canEdit }: { row: TreeRow; canEdit: boolean }) {
  const { t, format, locale } = useCatalogI18n();
  const isBusy = useNavigation().formMethod === "POST";
  const name = getTermName(term, locale);
  const otherName = String((locale === "ru-RU" ? term.name_en : term.name_ru) ?? "");
  const picture = term.picture as Parameters<typeof Thumbnail>[0]["image"];
  const moves = [
    { label: t("taxonomy.move_up", { name }), Icon: ArrowUp, to: place - 1 },
    { label: t("taxonomy.move_down", { name }), Icon: ArrowDown, to: place + 1 },
  ];
  return (
    <li className={`flex min-h-12 items-center gap-3 py-1 pr-3 ${indents[Math.min(depth, indents.length - 1)]}`}>
      {picture ? <Thumbnail image={picture} size={36} /> : null}
      <span className="grid min-w-0 grow desk:flex desk:items-baseline desk:gap-2">
        <Link
          to={`/categories?edit=${term.id}`}
          data-row-link={term.id}
          preventScrollReset
          className={`wrap-anywhere hover:underline ${depth === 0 ? "font-semibold" : "font-medium"}`}
        >
          {name}
        </Link>
        <span className="text-xs wrap-anywhere text-ink-3">{otherName}</span>
      </span>
      {term.products === 0 ? (
        <span className="text-xs text-ink-3">{format.number(0)}</span>
      ) : (
        <Link
          to={`/products?category=${term.id}`}
          className="link inline-flex min-h-6 items-center text-xs whitespace-nowrap"
        >
          {t("taxonomy.product_count", { count: term.products })}
        </Link>
      )}
      {canEdit ? (
        <span className="flex">
          {moves.map(({ label, Icon, to }) => (
            <button
              key={label}
              name="move"
              value={formatMove({
                ...{ id: term.id, from: { parent_id: parentId, place }, to: { parent_id: parentId, place: to } },
              })}
              aria-label={label}
              title={label}
              disabled={to < 0 || to >= siblings || isBusy}
              className={`${buttonClass({ kind: "quiet", className: squareClass })} disabled:opacity-40`}
            >
              <Icon size={16} aria-hidden />
            </button>
          ))}
        </span>
      ) : null}
    </li>
  );
}
