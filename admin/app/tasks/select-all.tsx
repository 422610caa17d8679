import { useEffect, useEffectEvent } from "react";
import { useFetcher } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Note } from "../ui/note.tsx";
import type { ListSelection, SelectResult } from "./task-requests.ts";
import type { RowSelection } from "./use-row-selection.ts";

type SelectAllProps = Pick<ListSelection, "resource"> & {
  /** The parameters of the list; the part that the page shows is left out. */
  query: URLSearchParams;
  /** The number of records of the list, as text. */
  count: string;
  onSelect: (selection: ListSelection) => void;
};

/** Selects all records of a list, also those on other pages. */
export function SelectAllButton({ resource, query, count, onSelect }: SelectAllProps) {
  const { t } = useI18n();
  const { data, state, submit } = useFetcher<SelectResult>();
  const select = useEffectEvent(onSelect);
  useEffect(() => {
    if (data && "selection" in data) select(data.selection);
  }, [data]);
  return (
    <>
      <button
        type="button"
        disabled={state !== "idle"}
        aria-busy={state !== "idle" || undefined}
        onClick={() => {
          const kept = [...query].filter(([name]) => !["after", "before", "limit"].includes(name));
          const form = { intent: "select", resource, filter: new URLSearchParams(kept).toString() };
          void submit(form, { method: "post", action: "/tasks/start", defaultShouldRevalidate: false });
        }}
        className="link min-h-8 font-medium"
      >
        {t("tasks.select_all", { count })}
      </button>
      {data && "message" in data && state === "idle" ? <Note tone="error">{data.message}</Note> : null}
    </>
  );
}

type SelectAllOfferProps = Pick<SelectAllProps, "resource" | "query"> & {
  /** The records of the page. */
  pageIds: readonly number[];
  selection: RowSelection;
  /** The number of records of the list. */
  total: Readonly<{ count: number; is_exact: boolean }>;
};

/** Offers to select all records of a list once some of its page are selected; nothing if these are all. */
export function SelectAllOffer({ resource, query, pageIds, selection, total }: SelectAllOfferProps) {
  const { format } = useI18n();
  const { ids, all, selectAll } = selection;
  const selected = pageIds.filter((id) => ids.has(id)).length;
  if (all !== null || selected === 0 || (total.is_exact && selected >= total.count)) return null;
  return (
    <span className="desk:ml-2">
      <SelectAllButton
        {...{ resource, query }}
        count={`${format.number(total.count)}${total.is_exact ? "" : "+"}`}
        onSelect={(one) => selectAll(one, pageIds)}
      />
    </span>
  );
}
