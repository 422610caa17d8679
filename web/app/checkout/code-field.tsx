import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { CodeInput, EnteredCodes } from "../cart/codes.tsx";
import type { ShownCart } from "../cart/shown-cart.ts";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";

/** The one field for promo codes and gift certificates, and under it what is entered (spec §4, Promo feedback). */
export function CodeField({ cart }: { cart: ShownCart }) {
  const { to } = useShop();
  const enter = useFetcher<FormAnswer>();
  const drop = useFetcher<FormAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (enter.data?.ok) form.current?.reset();
    // What was pressed is gone, or something must be mended: both are at the field.
    if (enter.data && !enter.data.ok) input.current?.focus();
  }, [enter.data]);
  useEffect(() => {
    if (drop.data) input.current?.focus();
  }, [drop.data]);
  const errors = enter.state === "idle" && enter.data && !enter.data.ok ? [enter.data.message ?? ""] : undefined;
  const said = [enter, drop].find((one) => one.state === "idle" && one.data?.ok)?.data?.message;
  return (
    <div id="codes" className="mt-4 scroll-mt-32">
      <enter.Form ref={form} method="post" action={to("/cart")}>
        <input type="hidden" name="intent" value="code" />
        <CodeInput ref={input} errors={errors} busy={enter.state !== "idle"} />
      </enter.Form>
      <p role="status" className="sr-only">
        {said}
      </p>
      {cart.promo || cart.certificate ? (
        <drop.Form method="post" action={to("/cart")} className="mt-2">
          <input type="hidden" name="intent" value="drop_code" />
          <EnteredCodes cart={cart} busy={drop.state !== "idle"} />
        </drop.Form>
      ) : null}
    </div>
  );
}
