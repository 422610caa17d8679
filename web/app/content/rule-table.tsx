import type { ReactNode } from "react";

/** A table of the shop's own rules within a text: wide ones scroll by themselves, and can be reached by keyboard. */
export function RuleTable({ title, columns, children }: { title: string; columns: string[]; children: ReactNode }) {
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
