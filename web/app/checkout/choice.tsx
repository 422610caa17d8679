import type { ReactNode } from "react";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { choiceForm, type ChoiceOf } from "./use-choice.ts";

type ChoiceProps = {
  intent: ChoiceOf;
  legend: string;
  trouble: string | null;
  className?: string;
  children: ReactNode;
};

/** A choice among cards. With a script each click counts at once; without one a button sends the form. */
export function Choice({ intent, legend, trouble, className = "", children }: ChoiceProps) {
  const { t, to } = useShop();
  const form = choiceForm(intent);
  return (
    <>
      {trouble ? (
        <Note kind="error" className="mt-3">
          {trouble}
        </Note>
      ) : null}
      <form id={form} method="post" action={to("/cart")} hidden />
      <fieldset className="mt-4">
        <legend className="sr-only">{legend}</legend>
        <div className={className}>{children}</div>
      </fieldset>
      <div className="mt-3 hidden scriptless:block">
        <Button type="submit" form={form} name="intent" value={intent} kind="outline">
          {t("checkout.choose")}
        </Button>
      </div>
    </>
  );
}
