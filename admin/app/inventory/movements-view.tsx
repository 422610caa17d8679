import { PackagePlus, Warehouse } from "lucide-react";
import { useRef } from "react";
import { Link, useSearchParams } from "react-router";
import type { StockLevel, StockMovementPage } from "@furoshiki/api/admin/inventory";
import { ExportForm } from "../exports/export-form.tsx";
import { pickListQuery } from "../exports/exported-lists.ts";
import { listKeptParams } from "../http/search-params.ts";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { useMe } from "../staff/me.tsx";
import { buttonClass } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FilterChips, FilterForm, ListSearch } from "../ui/filter-bar.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SegmentedLinks } from "../ui/segmented-links.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { useListShortcuts } from "../ui/shortcuts.ts";
import { createColumns } from "./movement-columns.tsx";
import { createMovementsPath, movementKinds, MOVEMENTS_PATH, type StockChange } from "./movements-path.ts";
import { StockDialog, type StockResult } from "./stock-dialog.tsx";
import { StockLevelTiles } from "./stock-level-tiles.tsx";

type MovementsViewProps = {
  page: StockMovementPage;
  /** The variants of the product whose movements are shown; empty for those of all products. */
  levels: readonly StockLevel[];
  /** The variant that is chosen, or the only one. */
  level: StockLevel | null;
  change: StockChange | null;
  idempotencyKey: string;
  /** The day in the time zone of the store. */
  today: string;
  result: StockResult | undefined;
};

/** The movements of the stock: of all products, or of one with its stock and what can be done with it. */
export function MovementsView({ page, levels, level, change, idempotencyKey, today, result }: MovementsViewProps) {
  const i18n = useCatalogI18n();
  const { t } = i18n;
  const [params] = useSearchParams();
  const ref = useRef<HTMLDivElement>(null);
  useListShortcuts(ref, () => undefined);
  const [product] = levels;
  const kind = params.get("kind");
  const chips = kind
    ? [
        {
          key: "kind",
          name: t("inventory.kind"),
          value: t.find(`inventory.kind_${kind}`) ?? kind,
          removePath: createMovementsPath(params, { kind: null }),
        },
      ]
    : [];
  return (
    <>
      <PageHeader
        title={product ? t("inventory.title_product", { name: product.name }) : t("inventory.title")}
        {...(product ? { breadcrumbs: [{ name: t("inventory.title"), path: MOVEMENTS_PATH }] } : {})}
        subtitle={product ? <span className="code">{product.reference}</span> : t("inventory.choose_product")}
        actions={
          <>
            <ExportForm
              list="stock-movements"
              query={pickListQuery(params, ["product", "option", "kind", "q"])}
              columns={["at", "product", "kind", "quantity", "available", "reason"]}
            />
            {level ? <StockActions params={params} /> : null}
          </>
        }
      />
      <div className="grow px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        {levels.length > 1 ? <VariantLinks levels={levels} params={params} /> : null}
        {product ? <StockLevelTiles levels={level ? [level] : levels} /> : null}
        <div className="mb-3 flex min-h-8 flex-wrap items-center gap-1.5">
          <ListSearch
            label={t("inventory.search")}
            value={params.get("q") ?? ""}
            params={listKeptParams(params, ["q", "product", "option"])}
          />
          <FilterChips chips={chips} />
          <FilterForm params={listKeptParams(params, ["kind"])}>
            <SelectField id="kind" label={t("inventory.kind")} defaultValue={kind ?? ""}>
              <option value="">{t("inventory.any")}</option>
              {movementKinds.map((one) => (
                <option key={one} value={one}>
                  {t(`inventory.kind_${one}`)}
                </option>
              ))}
            </SelectField>
          </FilterForm>
        </div>
        <ListCard ref={ref}>
          {page.items.length === 0 ? (
            <EmptyState
              icon={<Warehouse size={26} strokeWidth={1.5} aria-hidden />}
              title={t(params.size === 0 ? "inventory.none" : "inventory.none_found")}
            >
              {t("inventory.none_text")}
            </EmptyState>
          ) : (
            <DataTable
              caption={t("inventory.title")}
              columns={createColumns(i18n, { params, today })}
              rows={page.items}
              getId={({ id }) => id}
              getName={({ id }) => String(id)}
            />
          )}
          <ListFooter
            summary={t("inventory.newest_first")}
            previousPath={null}
            nextPath={page.next === null ? null : createMovementsPath(params, { after: String(page.next) })}
          />
        </ListCard>
      </div>
      {change && level ? (
        <StockDialog path={createMovementsPath(params, {})} {...{ change, level, idempotencyKey, result }} />
      ) : null}
    </>
  );
}

function StockActions({ params }: { params: URLSearchParams }) {
  const { t } = useCatalogI18n();
  if (!useMe().permissions.includes("inventory:write")) return null;
  const createPath = (change: StockChange) => createMovementsPath(params, { do: change });
  return (
    <>
      <Link to={createPath("write_off")} preventScrollReset className={buttonClass({ size: "md" })}>
        {t("inventory.do_write_off")}
      </Link>
      <Link to={createPath("count")} preventScrollReset className={buttonClass({ size: "md" })}>
        {t("inventory.do_count")}
      </Link>
      <Link to={createPath("receipt")} preventScrollReset className={buttonClass({ kind: "primary", size: "md" })}>
        <PackagePlus size={16} aria-hidden />
        {t("inventory.do_receipt")}
      </Link>
    </>
  );
}

function VariantLinks({ levels, params }: { levels: readonly StockLevel[]; params: URLSearchParams }) {
  const { t } = useCatalogI18n();
  const current = params.get("option");
  const links = [
    { key: "all", label: t("inventory.all_variants"), option: null },
    ...levels.map(({ option_id, option_name }) => ({
      ...{ key: String(option_id), label: option_name, option: String(option_id) },
    })),
  ].map(({ option, ...link }) => ({
    ...link,
    path: createMovementsPath(params, { option }),
    isCurrent: option === current,
  }));
  return (
    <div className="mb-3">
      <SegmentedLinks label={t("inventory.variant")} links={links} />
    </div>
  );
}
