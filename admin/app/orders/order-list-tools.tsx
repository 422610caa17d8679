import { Columns3, Rows3 } from "lucide-react";
import { Form, Link } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { HiddenParams, PopoverButton } from "../ui/filter-bar.tsx";
import { createListPath, listKeptParams } from "./list-path.ts";
import { columnLabels, getVisibleColumns, optionalColumns } from "./order-columns.tsx";

/** The choice of columns and of the row height, on a desktop. */
export function OrderListTools({ params }: { params: URLSearchParams }) {
  const { t } = useI18n();
  const isCompact = params.get("density") === "compact";
  const visibleColumns = getVisibleColumns(params);
  return (
    <div className="ml-auto hidden items-center gap-1.5 desk:flex">
      <PopoverButton
        label={t("list.columns")}
        icon={<Columns3 size={16} aria-hidden />}
        className={buttonClass({ kind: "quiet", size: "xs" })}
      >
        <Form className="grid gap-2">
          <HiddenParams params={listKeptParams(params, ["columns"])} />
          {optionalColumns.map((key) => (
            <label key={key} className="flex min-h-6 items-center gap-2.5">
              <input
                type="checkbox"
                name="columns"
                value={key}
                defaultChecked={visibleColumns.includes(key)}
                className="checkbox"
              />
              {t(columnLabels[key])}
            </label>
          ))}
          <Button type="submit" size="md" className="mt-1">
            {t("list.apply_columns")}
          </Button>
        </Form>
      </PopoverButton>
      <Link
        to={createListPath(params, { density: isCompact ? null : "compact" })}
        preventScrollReset
        className={buttonClass({ kind: "quiet", size: "xs" })}
      >
        <Rows3 size={16} aria-hidden />
        {t(isCompact ? "list.rows_normal" : "list.rows_compact")}
      </Link>
    </div>
  );
}
