import { useRef, type Ref } from "react";
import { useFetcher } from "react-router";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { controlClass, getDescriptionProps, FieldLayout } from "@furoshiki/design-system/ui/field.tsx";
import type { FormResult } from "../../forms/form-result.ts";
import { useResultEffect } from "../../forms/use-result-effect.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import type { CartContents } from "../cart-contents.ts";
import { AppliedCodes } from "./applied-codes.tsx";

/** Field for promo codes and gift cards, with the applied codes below it. */
export function PromoCodeField({ cart }: { cart: Pick<CartContents, "price_v2" | "promo" | "presents"> }) {
  const { to } = useAccountI18n();
  const applyFetcher = useFetcher<FormResult>();
  const removeFetcher = useFetcher<FormResult>();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useResultEffect(applyFetcher.data, ({ ok }) => {
    if (ok) form.current?.reset();
    // Move the focus to the field, where the error is shown.
    else input.current?.focus();
  });
  useResultEffect(removeFetcher.data, () => input.current?.focus());
  const errors =
    applyFetcher.state === "idle" && applyFetcher.data && !applyFetcher.data.ok
      ? [applyFetcher.data.message ?? ""]
      : undefined;
  const statusMessage = [applyFetcher, removeFetcher].find((fetcher) => fetcher.state === "idle" && fetcher.data?.ok)
    ?.data?.message;
  return (
    <div id="codes" className="mt-4 scroll-mt-32">
      <applyFetcher.Form ref={form} method="post" action={to("/cart")}>
        <input type="hidden" name="intent" value="apply_code" />
        <CodeInput ref={input} errors={errors} busy={applyFetcher.state !== "idle"} />
      </applyFetcher.Form>
      <p role="status" className="sr-only">
        {statusMessage}
      </p>
      {cart.promo.promo !== null || cart.promo.certificate ? (
        <removeFetcher.Form method="post" action={to("/cart")} className="mt-2">
          <input type="hidden" name="intent" value="remove_code" />
          <AppliedCodes cart={cart} busy={removeFetcher.state !== "idle"} />
        </removeFetcher.Form>
      ) : null}
    </div>
  );
}

type CodeInputProps = { ref: Ref<HTMLInputElement>; errors: string[] | undefined; busy: boolean };

/** One field for promo codes and gift cards, with its button. */
function CodeInput({ ref, errors, busy }: CodeInputProps) {
  const { t } = useAccountI18n();
  return (
    <FieldLayout id="code" label={t("checkout.code")} errors={errors}>
      <div className="flex gap-2">
        <input
          ref={ref}
          id="code"
          name="code"
          required
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...getDescriptionProps("code", errors, null)}
          className={`h-11 min-w-0 uppercase ${controlClass(errors)}`}
        />
        <Button type="submit" kind="outline" busy={busy}>
          {t("checkout.code_enter")}
        </Button>
      </div>
    </FieldLayout>
  );
}
