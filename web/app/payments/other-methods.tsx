import type { Payment } from "@furoshiki/api/payments";
import { Form, useNavigation } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";

type OtherMethodsProps = { payment: Payment; answer: FormAnswer | undefined };

/** The other ways in which an unpaid order may be paid: the payment at hand is called off for the one that is chosen. */
export function OtherMethods({ payment, answer }: OtherMethodsProps) {
  const { t } = useShop();
  const { state, formData } = useNavigation();
  const others = payment.methods.filter(({ code }) => code !== payment.method);
  if (others.length === 0) return null;
  const asked = state === "idle" ? null : formData?.get("method");
  return (
    <section aria-labelledby="other-methods" className="mt-5 rounded-md border border-line bg-surface p-5 lg:p-8">
      <h2 id="other-methods" className="text-lg">
        {t("payment.otherwise")}
      </h2>
      {answer && !answer.ok && state === "idle" ? (
        <Note kind="error" className="mt-3">
          {answer.message}
        </Note>
      ) : null}
      <ul className="mt-3 space-y-3">
        {others.map(({ code, name, note }) => (
          <li key={code} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 text-sm">
              <b className="block font-semibold">{name}</b>
              <span className="text-ink-2">{note}</span>
            </p>
            <Form method="post" replace>
              <input type="hidden" name="intent" value="method" />
              <input type="hidden" name="method" value={code} />
              <Button type="submit" kind="outline" busy={asked === code} aria-label={`${t("payment.choose")}: ${name}`}>
                {t("payment.choose")}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
