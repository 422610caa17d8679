import { ArrowDown, ArrowUp } from "lucide-react";
import { type Dispatch, Fragment, memo, type ReactNode, type SetStateAction } from "react";
import { Link } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";

/** The place of a cell in the row of a phone: the ends of two lines, or a third line. */
type PhonePlace = "start" | "end" | "line" | "line-end" | "full";

export type Column<Row> = Readonly<{
  key: string;
  label: string;
  /** Whether the label is for screen readers only. */
  isLabelHidden?: boolean;
  /** Class of the width; columns without one share the rest. */
  width?: string;
  align?: "end";
  /** On a phone, cells without a place are not shown. */
  phone?: PhonePlace;
  /** Makes the head a link that sorts by this column. */
  sort?: { direction: "ascending" | "descending" | null; path: string };
  render: (row: Row) => ReactNode;
}>;

type ChangeIds = Dispatch<SetStateAction<ReadonlySet<number>>>;
export type Selection = Readonly<{ ids: ReadonlySet<number>; change: ChangeIds }>;

type DataTableProps<Row> = {
  caption: string;
  /** With the same array, rows that did not change are not rendered again. */
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  getId: (row: Row) => number;
  /** The key of a row, if its id is not unique. */
  getKey?: (row: Row) => string;
  /** Returns what is shown below a row; null for nothing. */
  getDetails?: (row: Row) => ReactNode;
  /** The name of a row, for its checkbox. */
  getName: (row: Row) => string;
  selection?: Selection;
  /** The ids of rows that are marked as changed. */
  changedIds?: ReadonlySet<number>;
  isCompact?: boolean;
};

/**
 * A table of records. The first column contains the link of the row, marked with `data-row-link`, which the keyboard
 * moves between (`useListShortcuts`).
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  getId,
  getKey = (row) => String(getId(row)),
  getDetails,
  getName,
  selection,
  isCompact,
  changedIds,
}: DataTableProps<Row>) {
  return (
    <table className="data-table" data-density={isCompact ? "compact" : undefined}>
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        {selection ? <col className="w-10" /> : null}
        {columns.map(({ key, width }) => (
          <col key={key} className={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selection ? <SelectAllHead ids={rows.map(getId)} selection={selection} /> : null}
          {columns.map(({ key, ...column }) => (
            <HeadCell key={key} {...column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={getKey(row)}>
            <TableRow
              {...{ row, columns, id: getId(row), name: getName(row) }}
              isSelected={selection?.ids.has(getId(row))}
              isChanged={changedIds?.has(getId(row))}
              changeIds={selection?.change}
            />
            <DetailsRow columns={columns.length + (selection ? 1 : 0)}>{getDetails?.(row)}</DetailsRow>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

type TableRowProps<Row> = {
  row: Row;
  columns: ReadonlyArray<Column<Row>>;
  id: number;
  name: string;
  isSelected: boolean | undefined;
  isChanged: boolean | undefined;
  changeIds: ChangeIds | undefined;
};

const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, id, name, isSelected = false, isChanged, changeIds } = props;
  const { t } = useI18n();
  return (
    <tr data-changed={isChanged || undefined}>
      {changeIds ? <SelectCell {...{ id, name, isSelected, changeIds }} /> : null}
      {columns.map(({ key, align, phone, render }, index) => (
        <td key={key} data-align={align} data-phone={phone}>
          {render(row)}
          {isChanged && index === 0 ? <span className="sr-only"> {t("list.changed")}</span> : null}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

function DetailsRow({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr>
      <td colSpan={columns} data-phone="full" className="h-auto whitespace-normal bg-sheet py-4">
        {children}
      </td>
    </tr>
  );
}

type HeadCellProps<Row> = Pick<Column<Row>, "label" | "isLabelHidden" | "align" | "sort">;

function HeadCell<Row>({ label, isLabelHidden, align, sort }: HeadCellProps<Row>) {
  if (!sort)
    return (
      <th scope="col" data-align={align}>
        {isLabelHidden ? <span className="sr-only">{label}</span> : label}
      </th>
    );
  const { direction, path } = sort;
  const Arrow = direction === "descending" ? ArrowDown : ArrowUp;
  return (
    <th scope="col" data-align={align} aria-sort={direction ?? undefined}>
      <Link to={path} className="inline-flex min-h-6 items-center gap-1 hover:text-ink">
        {label}
        {direction ? <Arrow size={13} aria-hidden /> : null}
      </Link>
    </th>
  );
}

function SelectAllHead({ ids, selection }: { ids: readonly number[]; selection: Selection }) {
  const { t } = useI18n();
  const selectedCount = ids.filter((id) => selection.ids.has(id)).length;
  const isAllSelected = ids.length > 0 && selectedCount === ids.length;
  return (
    <th scope="col">
      <input
        type="checkbox"
        className="checkbox block"
        aria-label={t("list.select_all")}
        checked={isAllSelected}
        ref={(input) => {
          if (input) input.indeterminate = selectedCount > 0 && !isAllSelected;
        }}
        onChange={() => selection.change(new Set(isAllSelected ? [] : ids))}
      />
    </th>
  );
}

type SelectCellProps = { id: number; name: string; isSelected: boolean; changeIds: ChangeIds };

function SelectCell({ id, name, isSelected, changeIds }: SelectCellProps) {
  const { t } = useI18n();
  return (
    <td data-phone="select">
      <input
        type="checkbox"
        className="checkbox block"
        data-select=""
        aria-label={t("list.select_row", { name })}
        checked={isSelected}
        onChange={({ currentTarget: { checked } }) => changeIds((ids) => toggleId(ids, id, checked))}
      />
    </td>
  );
}

function toggleId(ids: ReadonlySet<number>, id: number, isSelected: boolean): ReadonlySet<number> {
  const otherIds = [...ids].filter((other) => other !== id);
  return new Set(isSelected ? [...otherIds, id] : otherIds);
}
