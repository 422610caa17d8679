import { type Dispatch, type SetStateAction, useCallback, useState } from "react";
import type { ListSelection } from "./task-requests.ts";

type Ids = ReadonlySet<number>;

/** The selection of a list: records of the page, or all records of the view. */
export type RowSelection = Readonly<{
  ids: Ids;
  /** Selects records of the page, and no longer all of the view. */
  changeIds: Dispatch<SetStateAction<Ids>>;
  /** All records of the view; null if only records of the page are selected. */
  all: ListSelection | null;
  /** @param pageIds the records of the page, which are among them */
  selectAll: (all: ListSelection, pageIds: readonly number[]) => void;
  clear: () => void;
}>;

/** @param list the view and filters of the list: another list is another selection */
export function useRowSelection(list: string): RowSelection {
  const [ids, setIds] = useState<Ids>(new Set());
  const [selected, setSelected] = useState<{ list: string; all: ListSelection } | null>(null);
  const changeIds = useCallback((change: SetStateAction<Ids>) => {
    setSelected(null);
    setIds(change);
  }, []);
  return {
    ids,
    changeIds,
    all: selected?.list === list ? selected.all : null,
    selectAll: (all, pageIds) => {
      setSelected({ list, all });
      setIds(new Set(pageIds));
    },
    clear: () => changeIds(new Set()),
  };
}
