import type { ReactNode } from "react";

/** A table of store data within a text. Wide tables scroll horizontally and can be focused by keyboard. */
export function RulesTable({ title, columns, children }: { title: string; columns: string[]; children: ReactNode }) {
  return (
    <>
      <h2>{title}</h2>
      <div role="region" aria-label={title} tabIndex={0}>
        <table>
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
