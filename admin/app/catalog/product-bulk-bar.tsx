import { CircleCheck, EyeOff, SlidersHorizontal, Tag, Tags } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import type { CatalogTerms, ProductPage, ProductRow } from "@furoshiki/api/admin/catalog-admin";
import type { UpdateProductsInput } from "@furoshiki/api/admin/catalog-admin/bulk";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { useMe } from "../staff/me.tsx";
import { SelectAllOffer } from "../tasks/select-all.tsx";
import { TaskDialog } from "../tasks/task-dialog.tsx";
import type { ListSelection } from "../tasks/task-requests.ts";
import type { RowSelection } from "../tasks/use-row-selection.ts";
import { BulkBar } from "../ui/bulk-bar.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { createProductSelection } from "./product-selection.ts";
import { ScheduleStatus } from "./schedule-status.tsx";
import { type ChosenChange, ProductChangeDialog } from "./product-change-dialog.tsx";

type ProductBulkBarProps = {
  /** The products of the page. */
  rows: readonly ProductRow[];
  selection: RowSelection;
  /** The number of products of the list. */
  total: ProductPage["total"];
  terms: CatalogTerms;
  /** What the list is filtered by. */
  query: URLSearchParams;
};

/** What is selected in the list of products, and what can be done with it. */
export function ProductBulkBar({ rows, selection, total, terms, query }: ProductBulkBarProps) {
  const { t } = useCatalogI18n();
  const { ids, all, clear } = selection;
  const selected = rows.filter(({ id }) => ids.has(id)).map(({ id }) => String(id));
  const records = all ?? createProductSelection(selected);
  return (
    <ChangedProducts selection={records} terms={terms} onStarted={clear}>
      {(buttons) => (
        <BulkBar
          key={all ? "all" : "page"}
          count={records.count}
          {...(all ? { label: t("tasks.selected_all", { count: all.count }) } : {})}
          isFocused={all !== null}
          onClear={clear}
          details={
            <SelectAllOffer resource="products" pageIds={rows.map(({ id }) => id)} {...{ query, selection, total }} />
          }
        >
          {buttons}
        </BulkBar>
      )}
    </ChangedProducts>
  );
}

/** What is open: the choice of a change that starts with one of them, or the preview of a change. */
type OpenDialog = { choice: ChosenChange } | { input: UpdateProductsInput };

type ChangedProductsProps = {
  selection: ListSelection;
  terms: CatalogTerms;
  /** Called when the dialog of a task that was started is closed. */
  onStarted: () => void;
  children: (buttons: ReactNode) => ReactNode;
};

/** The buttons that change products, with their dialogs. */
function ChangedProducts({ selection, terms, onStarted, children }: ChangedProductsProps) {
  const { t } = useCatalogI18n();
  const { permissions } = useMe();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [isStarted, setIsStarted] = useState(false);
  const close = () => {
    setDialog(null);
    setIsStarted(false);
    if (isStarted) onStarted();
  };
  return (
    <>
      {children(
        <>
          <Button icon={<Tags size={16} aria-hidden />} onClick={() => setDialog({ choice: "add_tag" })}>
            {t("catalog.bulk_tags")}…
          </Button>
          <Button icon={<EyeOff size={16} aria-hidden />} onClick={() => setDialog({ input: { change: "hide" } })}>
            {t("catalog.do_hide")}…
          </Button>
          <Button
            icon={<CircleCheck size={16} aria-hidden />}
            onClick={() => setDialog({ input: { change: "publish" } })}
          >
            {t("catalog.do_publish")}…
          </Button>
          {permissions.includes("prices:write") ? (
            <Link to={createPricesPath(selection)} className={buttonClass()}>
              <Tag size={16} aria-hidden />
              {t("catalog.bulk_prices")}…
            </Link>
          ) : null}
          <ScheduleStatus selection={selection} onScheduled={onStarted} />
          <Button icon={<SlidersHorizontal size={16} aria-hidden />} onClick={() => setDialog({ choice: "category" })}>
            {t("catalog.bulk_more")}…
          </Button>
        </>,
      )}
      {dialog && "choice" in dialog ? (
        <ProductChangeDialog
          initial={dialog.choice}
          terms={terms}
          onSubmit={(input) => setDialog({ input })}
          onClose={close}
        />
      ) : null}
      {dialog && "input" in dialog ? (
        <TaskDialog
          request={{ kind: "products.update", selection, input: dialog.input }}
          subjectKind="product"
          title={t(`tasks.kind_products.update.${dialog.input.change}`)}
          confirmLabel={t(`catalog.bulk_confirm_${dialog.input.change}`)}
          onStarted={() => setIsStarted(true)}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Returns the path of the prices of the selected products. */
function createPricesPath({ ids, filter }: ListSelection): string {
  if (ids) return `/prices?${new URLSearchParams({ products: ids.join(",") })}`;
  const kept = [...new URLSearchParams(filter)].filter(([name, value]) => name !== "view" || value !== "all");
  return `/prices?${new URLSearchParams(kept)}`;
}
