import type { ReactNode } from "react";
import { Form } from "react-router";

/** The bar at the foot of a step, with what comes next. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 col-span-full -mx-4 mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-edge bg-card px-4 py-3 shadow-overlay desk:-mx-6 desk:px-6">
      {children}
    </div>
  );
}

/** A form of one button, with what the page does. */
export function ActionForm({
  intent,
  fields = {},
  children,
}: {
  intent: string;
  fields?: Readonly<Record<string, string>>;
  children: ReactNode;
}) {
  return (
    <Form method="post" replace preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}
