import { useEffect, useEffectEvent } from "react";
import { useFetcher } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Note } from "../ui/note.tsx";
import type { ListSelection, SelectResult } from "./task-requests.ts";

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
