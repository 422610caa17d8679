import type { ComponentProps } from "react";

/** The card around the rows of a list; on a small screen it is as wide as the screen, and on paper it has no frame. */
export function ListCard(props: Omit<ComponentProps<"div">, "className">) {
  return (
    <div
      className="-mx-4 overflow-clip border-y border-edge bg-card desk:mx-0 desk:rounded-md desk:border-x print:mx-0 print:rounded-none print:border-0"
      {...props}
    />
  );
}
