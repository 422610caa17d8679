import { useI18n } from "../../i18n/use-i18n.tsx";
import type { RootData } from "../../store-config/root-data.ts";
import { getSeller } from "../footer.tsx";
import { MenuLink } from "../menu-link.tsx";

/** The footer of checkout pages: the terms and the seller. On phones it leaves space for the bar with the total. */
export function CheckoutFooter({ rootData }: { rootData: RootData | null }) {
  const { t } = useI18n();
  return (
    <footer className="mt-10 border-t border-line lg:mt-16">
      <div className="mx-auto flex max-w-page flex-wrap gap-x-6 gap-y-1 px-4 pt-6 pb-32 text-xs text-ink-2 lg:pb-8">
        {(rootData?.config.menus.small_print ?? []).map(({ text, to }) => (
          <MenuLink key={to} to={to} className="py-1.5 underline-offset-4 hover:underline">
            {text}
          </MenuLink>
        ))}
        {rootData ? <p className="py-1.5 text-ink-3 lg:ml-auto">{`© ${getSeller(rootData, t)}`}</p> : null}
      </div>
    </footer>
  );
}
