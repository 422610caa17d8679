import type { IngredientList } from "@furoshiki/api/admin/catalog-admin/ingredients";
import { FlaskConical, Plus } from "lucide-react";
import { Link } from "react-router";
import type { FormErrors } from "../../api-client/form-errors.ts";
import { type CatalogI18n, useCatalogI18n } from "../../i18n/catalog-i18n.ts";
import { useMe } from "../../staff/me.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListSearch } from "../../ui/filter-bar.tsx";
import { ListCard } from "../../ui/list-card.tsx";
import { Note } from "../../ui/note.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { IngredientDialog } from "./ingredient-dialog.tsx";
import type { Ingredient } from "./ingredient-fields.ts";

type IngredientsViewProps = {
  list: IngredientList;
  q: string;
  /** The ingredient in the dialog; null without one. */
  edited: Ingredient | "new" | null;
  /** What the dialog is filled with: the name of a new ingredient, or a further name of one. */
  prefilled: { name: string; alias: string };
  result: FormErrors | undefined;
};

/** Returns the path of the list with its search and further parameters. */
export function buildIngredientsPath(q: string, params: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...(q === "" ? {} : { q }), ...params }).toString();
  return query === "" ? "/ingredients" : `/ingredients?${query}`;
}

/** The ingredients that the store describes, and names in compositions that it does not know. */
export function IngredientsView({ list, q, edited, prefilled, result }: IngredientsViewProps) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const canEdit = useMe().permissions.includes("products:write");
  const add = canEdit ? (
    <Link
      to={buildIngredientsPath(q, { edit: "new" })}
      preventScrollReset
      className={buttonClass({ kind: "primary", size: "md" })}
    >
      <Plus size={16} aria-hidden />
      {t("ingredients.add")}
    </Link>
  ) : null;
  return (
    <>
      <PageHeader title={t("ingredients.title")} subtitle={t("ingredients.subtitle")} actions={add} />
      <div className="grid grow items-start content-start gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-36 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {result && !edited ? <Note tone="error">{result.message}</Note> : null}
          <div className="flex">
            <ListSearch label={t("ingredients.search")} value={q} params={[]} />
          </div>
          <IngredientRows list={list} q={q} i18n={i18n} />
        </div>
        <div className="max-lg:order-first">
          <UnknownNames unknown={list.unknown} q={q} canEdit={canEdit} />
        </div>
      </div>
      {edited && canEdit ? (
        <IngredientDialog
          key={`${edited === "new" ? "new" : edited.id} ${prefilled.name} ${prefilled.alias}`}
          ingredient={edited === "new" ? null : edited}
          {...prefilled}
          listPath={buildIngredientsPath(q)}
          result={result}
        />
      ) : null}
    </>
  );
}

function IngredientRows({ list, q, i18n }: Pick<IngredientsViewProps, "list" | "q"> & { i18n: CatalogI18n }) {
  const { t } = i18n;
  if (list.items.length === 0)
    return (
      <EmptyState
        icon={<FlaskConical size={26} strokeWidth={1.5} aria-hidden />}
        title={t(q === "" ? "ingredients.none" : "ingredients.none_found")}
      >
        {t("ingredients.none_text")}
      </EmptyState>
    );
  return (
    <ListCard>
      <DataTable
        caption={t("ingredients.title")}
        columns={createColumns(i18n, q)}
        rows={list.items}
        getId={({ id }) => id}
        getName={({ inci }) => inci}
      />
      {list.has_more ? (
        <p className="border-t border-hair px-4 py-2.5 text-xs text-ink-3">
          {t("ingredients.has_more", { count: list.items.length })}
        </p>
      ) : null}
    </ListCard>
  );
}

function createColumns({ t, format, locale }: CatalogI18n, q: string): Column<Ingredient>[] {
  return [
    {
      ...{ key: "inci", label: t("ingredients.field_inci"), phone: "start" },
      render: ({ id, inci, aliases }) => (
        <span className="grid py-1 wrap-anywhere whitespace-normal">
          <Link
            to={buildIngredientsPath(q, { edit: String(id) })}
            data-row-link={id}
            preventScrollReset
            className="font-medium hover:underline"
            lang="en"
          >
            {inci}
          </Link>
          {aliases.length > 0 ? <span className="text-xs text-ink-3">{aliases.join(", ")}</span> : null}
        </span>
      ),
    },
    {
      ...{ key: "purpose", label: t("ingredients.purpose"), phone: "full" },
      render: ({ purpose_ru: russian, purpose_en: english }) => (
        <span className="block py-1 whitespace-normal">{locale === "ru-RU" ? russian : english}</span>
      ),
    },
    {
      ...{ key: "group", label: t("ingredients.field_group_key"), width: "w-36" },
      render: ({ group_key: group }) => (group === null ? null : (t.find(`ingredients.group_${group}`) ?? group)),
    },
    {
      ...{ key: "products", label: t("ingredients.products"), width: "w-24", align: "end", phone: "end" },
      render: ({ products }) => format.number(products),
    },
  ];
}

type UnknownNamesProps = Pick<IngredientList, "unknown"> & { q: string; canEdit: boolean };

/** Names in compositions that no ingredient has: each becomes a new ingredient, or a further name of a similar one. */
function UnknownNames({ unknown, q, canEdit }: UnknownNamesProps) {
  const { t, format } = useCatalogI18n();
  return (
    <Card title={t("ingredients.unknown")} note={t("ingredients.unknown_note")} isFlush>
      {unknown.length === 0 ? (
        <p className="px-4 pt-1 pb-4 text-xs text-ink-3">{t("ingredients.unknown_none")}</p>
      ) : null}
      <ul className="max-lg:max-h-72 max-lg:overflow-y-auto">
        {unknown.map(({ slug, name, products, suggestion }) => (
          <li key={slug} className="grid gap-0.5 border-t border-hair px-4 py-2">
            <span className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 wrap-anywhere" lang="en">
                {name}
              </span>
              <span className="text-ink-3">{format.number(products)}</span>
            </span>
            {canEdit ? (
              <span className="flex flex-wrap gap-x-3 text-xs">
                <Link
                  to={buildIngredientsPath(q, { edit: "new", name })}
                  preventScrollReset
                  aria-label={t("ingredients.add_name", { name })}
                  className="link inline-flex min-h-6 items-center"
                >
                  {t("ingredients.add_short")}
                </Link>
                {suggestion ? (
                  <Link
                    to={buildIngredientsPath(q, { edit: String(suggestion.id), alias: name })}
                    preventScrollReset
                    className="link inline-flex min-h-6 items-center"
                  >
                    {t("ingredients.same_as", { name: suggestion.inci })}
                  </Link>
                ) : null}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
