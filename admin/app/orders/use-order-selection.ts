import { type Dispatch, type SetStateAction, useCallback, useState } from "react";
import type { ListSelection } from "../tasks/task-requests.ts";

type Ids = ReadonlySet<number>;

/** The selection of a list: orders of the page, or all orders of the view. */
export type OrderSelection = Readonly<{
  ids: Ids;
  /** Selects orders of the page, and no longer all of the view. */
  changeIds: Dispatch<SetStateAction<Ids>>;
  /** All orders of the view; null if only orders of the page are selected. */
  all: ListSelection | null;
  /** @param pageIds the orders of the page, which are among them */
  selectAll: (all: ListSelection, pageIds: readonly number[]) => void;
  clear: () => void;
}>;

/** @param list the view and filters of the list: another list is another selection */
export function useOrderSelection(list: string): OrderSelection {
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
