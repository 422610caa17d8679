import { Plus, Tags } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import type { FormErrors } from "../../api-client/form-errors.ts";
import { type CatalogI18n, useCatalogI18n } from "../../i18n/catalog-i18n.ts";
import { useMe } from "../../staff/me.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListCard } from "../../ui/list-card.tsx";
import { Note } from "../../ui/note.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { CategoryRows } from "./category-rows.tsx";
import { TermDialog } from "./term-dialog.tsx";
import { getTermName, type Term, termPages, type TermPath } from "./term-kinds.ts";

type TermsViewProps = {
  path: TermPath;
  items: readonly Term[];
  /** The brands that a series can belong to. */
  brands: readonly Term[];
  /** The term in the dialog; null without one. */
  edited: Term | "new" | null;
  result: FormErrors | undefined;
};

/** The categories, brands, series, concerns or tags of the store. */
export function TermsView({ path, items, brands, edited, result }: TermsViewProps) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const { kind } = termPages[path];
  const { permissions } = useMe();
  const [params] = useSearchParams();
  const canEdit = permissions.includes("products:write");
  const add = canEdit ? (
    <Link to={`${path}?edit=new`} preventScrollReset className={buttonClass({ kind: "primary", size: "md" })}>
      <Plus size={16} aria-hidden />
      {t(`taxonomy.${kind}_add`)}
    </Link>
  ) : null;
  return (
    <>
      <PageHeader title={t(`taxonomy.${kind}_title`)} subtitle={t(`taxonomy.${kind}_text`)} actions={add} />
      <div className="grid grow content-start gap-3 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-36">
        {result && !edited ? <Note tone="error">{result.message}</Note> : null}
        <ListCard>
          {items.length === 0 ? (
            <EmptyState
              icon={<Tags size={26} strokeWidth={1.5} aria-hidden />}
              title={t(`taxonomy.${kind}_none`)}
              actions={params.has("edit") ? null : add}
            >
              {t("taxonomy.none_text")}
            </EmptyState>
          ) : null}
          {items.length > 0 && kind === "category" ? <CategoryRows items={items} canEdit={canEdit} /> : null}
          {items.length > 0 && kind !== "category" ? (
            <DataTable
              caption={t(`taxonomy.${kind}_title`)}
              columns={createColumns(i18n, path, brands)}
              rows={items}
              getId={({ id }) => id}
              getName={(term) => getTermName(term, i18n.locale)}
            />
          ) : null}
        </ListCard>
      </div>
      {edited && canEdit ? (
        <TermDialog
          key={edited === "new" ? "new" : edited.id}
          {...{ path, items, brands, result }}
          term={edited === "new" ? null : edited}
        />
      ) : null}
    </>
  );
}

function createColumns({ t, format, locale }: CatalogI18n, path: TermPath, brands: readonly Term[]): Column<Term>[] {
  const { kind } = termPages[path];
  const otherName = locale === "ru-RU" ? "name_en" : "name_ru";
  const findBrand = (id: unknown) => brands.find((brand) => brand.id === id);
  const filter = { brand: "brand", series: null, concern: null, tag: null, category: "category" }[kind];
  return [
    {
      key: "name",
      label: t("taxonomy.name"),
      phone: "start",
      render: (term) => (
        <Link
          to={`${path}?edit=${term.id}`}
          data-row-link={term.id}
          preventScrollReset
          className="font-medium hover:underline"
        >
          {getTermName(term, locale)}
        </Link>
      ),
    },
    kind === "series"
      ? {
          ...{ key: "brand", label: t("taxonomy.field_brand_id"), phone: "line" as const },
          render: ({ brand_id: id }) => String(findBrand(id)?.name ?? ""),
        }
      : {
          ...{ key: "other", label: t(`taxonomy.field_${otherName}`), phone: "line" as const },
          render: (term) => String(term[otherName] ?? term.name ?? ""),
        },
    ...(kind === "series"
      ? []
      : [
          {
            ...{ key: "slug", label: t("taxonomy.field_slug") },
            render: ({ slug }: Term) => <span className="code">{String(slug)}</span>,
          },
        ]),
    {
      key: "products",
      label: t("taxonomy.products"),
      width: "w-28",
      align: "end",
      phone: "end",
      render: ({ id, products }) =>
        products === 0 || filter === null ? (
          format.number(products)
        ) : (
          <Link to={`/products?${filter}=${id}`} className="link">
            {format.number(products)}
          </Link>
        ),
    },
  ];
}
