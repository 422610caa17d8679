import type { Product } from "@furoshiki/api/catalogue";
import { useEffect, useState } from "react";
import { useKnown } from "../lib/known.ts";
import { useShop } from "../lib/shop.tsx";
import { avoidedHere } from "./avoided.ts";

/** Says which ingredients of a product are on the shopper's own list: a customer's, or what a guest's browser keeps. */
export function AvoidNote({ ingredients, avoided }: Pick<Product, "ingredients" | "avoided">) {
  const { t, to } = useShop();
  const isGuest = !useKnown()?.user;
  const [kept, setKept] = useState<readonly string[]>([]);
  useEffect(() => setKept(isGuest ? avoidedHere() : []), [isGuest]);
  const found = ingredients.filter(
    ({ slug, group }) => avoided.includes(slug) || kept.includes(slug) || (group !== null && kept.includes(group)),
  );
  if (found.length === 0) return null;
  return (
    <p className="mb-3 rounded-md bg-yamabuki-50 p-3 text-yamabuki-800">
      {t("product.avoided")}{" "}
      {found.map(({ slug, name }, at) => (
        <a key={name} href={to(`/ingredients/${slug}`)} lang="en" className="underline underline-offset-4">
          {name}
          {at < found.length - 1 ? ", " : ""}
        </a>
      ))}
    </p>
  );
}
