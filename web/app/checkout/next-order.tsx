import { useFetcher } from "react-router";
import { Section } from "../cart/section.tsx";
import type { ShownCart } from "../cart/shown-cart.ts";
import type { FormAnswer } from "../lib/form-answer.ts";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/note.tsx";
import { Picture } from "../ui/picture.tsx";

/** What waits for the next order, and the way back. */
export function NextOrder({ next }: { next: ShownCart["next"] }) {
  const { t, to } = useShop();
  const fetcher = useFetcher<FormAnswer>();
  if (next.length === 0) return null;
  const trouble = fetcher.state === "idle" && fetcher.data && !fetcher.data.ok ? fetcher.data.message : null;
  return (
    <Section id="next-order" title={t("checkout.next_title")} text={t("checkout.next_text")}>
      {trouble ? (
        <Note kind="error" className="mt-4">
          {trouble}
        </Note>
      ) : null}
      <ul className="mt-4 space-y-3 text-sm">
        {next.map((line) => (
          <li key={line.cartId} className="flex items-center gap-4">
            <Picture image={line.image} sizes="48px" className="aspect-4/5 w-12 rounded-xs object-cover" />
            <span className="min-w-0 grow">
              <Link to={`/${line.slug}`} className="hover:text-tokiwa-700">
                {line.name}
              </Link>
              {line.optionName ? <span className="block text-xs text-ink-2">{line.optionName}</span> : null}
            </span>
            <span className="num whitespace-nowrap">{`× ${line.qty}`}</span>
          </li>
        ))}
      </ul>
      <fetcher.Form method="post" action={to("/cart")} className="mt-4">
        <input type="hidden" name="intent" value="split" />
        <input type="hidden" name="lines" value="[]" />
        <Button type="submit" kind="outline" busy={fetcher.state !== "idle"}>
          {t("checkout.next_back")}
        </Button>
      </fetcher.Form>
    </Section>
  );
}
