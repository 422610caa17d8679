import { Unlink } from "lucide-react";
import { Link } from "../lib/link.tsx";
import { useShop } from "../lib/shop.tsx";
import { buttonClass } from "../ui/button.tsx";

/** In place of a page whose link from a letter is used up or broken: what happened, and the way on (decisions, Addresses). */
export function LinkError({ message, again }: { message: string; again: { to: string; text: string } }) {
  const { t } = useShop();
  return (
    <div className="mx-auto mt-6 w-full max-w-[520px] bg-surface p-6 pb-8 lg:mt-14 lg:rounded-lg lg:p-9" role="alert">
      <span className="grid size-14 place-items-center rounded-full bg-beni-50 text-beni-600">
        <Unlink size={26} strokeWidth={1.5} aria-hidden />
      </span>
      <h1 className="mt-4 text-3xl">{t("auth.link_dead")}</h1>
      <p className="mt-2 text-base text-ink-2">{message}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to={again.to} className={buttonClass()}>
          {again.text}
        </Link>
        <Link to="/" className={buttonClass({ kind: "outline" })}>
          {t("error.to_home")}
        </Link>
      </div>
    </div>
  );
}
