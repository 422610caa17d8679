import type { ListResource } from "@furoshiki/api/admin/saved-views/preferences";
import { ArrowDown, ArrowUp, Columns3, Rows3 } from "lucide-react";
import { useState } from "react";
import { Form, useHref, useLocation } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { HiddenParams, PopoverButton } from "../ui/filter-bar.tsx";
import { layoutParams, moveItem, type ListLayout } from "./list-layout.ts";

type ListToolsProps = {
  resource: ListResource;
  layout: ListLayout;
  /** The columns that the list has besides its first one, with their names. */
  labels: Readonly<Record<string, string>>;
  /** The search parameters that a form keeps. */
  params: ReadonlyArray<readonly [name: string, value: string]>;
};

/** The choice of columns and their order, and of the row height, on a desktop. */
export function ListTools({ resource, layout, labels, params }: ListToolsProps) {
  const { t } = useI18n();
  const style = buttonClass({ kind: "quiet", size: "xs" });
  const action = `/list-preferences?${new URLSearchParams({ resource, from: useListPath() })}`;
  return (
    <div className="ml-auto hidden items-center gap-1.5 desk:flex">
      <PopoverButton label={t("list.columns")} icon={<Columns3 size={16} aria-hidden />} className={style}>
        <ColumnForm key={layout.columns.join(" ")} {...{ layout, labels, params, action }} />
      </PopoverButton>
      <Form method="post" action={action} preventScrollReset>
        <button name="density" value={layout.isCompact ? "normal" : "compact"} className={style}>
          <Rows3 size={16} aria-hidden />
          {t(layout.isCompact ? "list.rows_normal" : "list.rows_compact")}
        </button>
      </Form>
    </div>
  );
}

type ColumnFormProps = Omit<ListToolsProps, "resource"> & { action: string };

/** Saves the columns for the person, or shows them once: then they are in the URL, which a saved view stores. */
function ColumnForm({ layout, labels, params, action }: ColumnFormProps) {
  const { t } = useI18n();
  const listHref = useHref(useLocation().pathname);
  const [order, setOrder] = useState<readonly string[]>(() => [
    ...layout.columns,
    ...Object.keys(labels).filter((key) => !layout.columns.includes(key)),
  ]);
  return (
    <Form method="post" action={action} preventScrollReset className="grid gap-2">
      <HiddenParams params={params.filter(([name]) => name !== "columns")} />
      <ol className="grid gap-1">
        {order.map((key, index) => (
          <li key={key} className="flex items-center gap-1">
            <label className="flex min-h-8 grow items-center gap-2.5">
              <input
                type="checkbox"
                name="columns"
                value={key}
                defaultChecked={layout.columns.includes(key)}
                className="checkbox"
              />
              {labels[key]}
            </label>
            <MoveButtons
              name={labels[key] ?? key}
              isFirst={index === 0}
              isLast={index === order.length - 1}
              onMove={(direction) => setOrder(moveItem(order, index, direction))}
            />
          </li>
        ))}
      </ol>
      <div className="mt-1 flex flex-wrap gap-2 *:grow">
        <Button type="submit" size="md">
          {t("list.save_columns")}
        </Button>
        <Button type="submit" kind="quiet" size="md" formMethod="get" formAction={listHref}>
          {t("list.apply_columns")}
        </Button>
      </div>
    </Form>
  );
}

type MoveButtonsProps = { name: string; isFirst: boolean; isLast: boolean; onMove: (direction: -1 | 1) => void };

function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  const { t } = useI18n();
  const className = "grid size-8 place-items-center rounded-md text-ink-2 hover:bg-hover aria-disabled:text-ink-3";
  return (
    <>
      {/* Not `disabled`, which would lose the focus at the end of the list. */}
      <button
        type="button"
        aria-label={t("list.move_up", { name })}
        aria-disabled={isFirst}
        onClick={() => onMove(-1)}
        className={className}
      >
        <ArrowUp size={16} aria-hidden />
      </button>
      <button
        type="button"
        aria-label={t("list.move_down", { name })}
        aria-disabled={isLast}
        onClick={() => onMove(1)}
        className={className}
      >
        <ArrowDown size={16} aria-hidden />
      </button>
    </>
  );
}

/** Returns the path of the list without its layout, where the saved one applies. */
function useListPath(): string {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => !layoutParams.includes(name)));
  return params.size === 0 ? pathname : `${pathname}?${params}`;
}
