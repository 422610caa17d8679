import type { ReactNode } from "react";

type RulesTableProps = {
  /** Of the heading. */
  id?: string;
  title: string;
  columns: string[];
  /** Whether phones show each row as a card; its cells name their column in `data-label`. */
  isCardsOnPhones?: boolean;
  children: ReactNode;
};

/** A table of store data within a text. Wide tables scroll horizontally and can be focused by keyboard. */
export function RulesTable({ id, title, columns, isCardsOnPhones, children }: RulesTableProps) {
  return (
    <>
      <h2 id={id}>{title}</h2>
      <div role="region" aria-label={title} tabIndex={0}>
        <table className={isCardsOnPhones ? "row-cards" : undefined}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </>
  );
}
