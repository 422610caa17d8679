import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { useRootData } from "../http/root-data.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { BrandMark } from "../ui/brand-mark.tsx";
import { SkipLink } from "../ui/skip-link.tsx";
import wrappedGifts from "./wrapped-gifts.svg";

type SignInFrameProps = { title: string; subtitle: string; children: ReactNode };

/** The frame of the pages before the sign-in: a form at the left, on a desktop beside a picture. */
export function SignInFrame({ title, subtitle, children }: SignInFrameProps) {
  const { t } = useI18n();
  const storeName = useRootData()?.storeName;
  return (
    <div className="grid min-h-dvh bg-sheet lg:grid-cols-[minmax(0,1fr)_minmax(0,37.5rem)]">
      <SkipLink />
      <div className="flex min-w-0 flex-col gap-8 px-4 py-5 desk:px-12 desk:py-8">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="flex items-center gap-2">
            <BrandMark size={30} />
            <span className="pb-0.5 font-display text-[25px] leading-none font-semibold">{storeName}</span>
          </span>
          <span className="border-l border-edge pl-3 text-ink-3">{t("sign_in.product")}</span>
        </header>
        <main id="main" tabIndex={-1} className="mx-auto grid w-full max-w-100 gap-5 outline-none desk:my-auto">
          <div className="grid gap-1">
            <h1 className="text-[32px] leading-[38px] tracking-[-0.005em]">{title}</h1>
            <p className="text-ink-2">{subtitle}</p>
          </div>
          {children}
        </main>
        <footer className="mt-auto flex flex-wrap items-center justify-between gap-3 text-xs text-ink-3 desk:mt-0">
          <p>{t("sign_in.staff_only")}</p>
          <LanguageForm />
        </footer>
      </div>
      <div aria-hidden className="relative hidden overflow-hidden bg-[#215f48] lg:block">
        <img
          src={wrappedGifts}
          alt=""
          width={780}
          height={700}
          className="absolute inset-0 size-full object-cover object-[79%_100%]"
        />
      </div>
    </div>
  );
}

const languages: ReadonlyArray<[locale: Locale, code: string, name: string]> = [
  ["ru-RU", "RU", "Русский"],
  ["en-US", "EN", "English"],
];

function LanguageForm() {
  const { locale } = useI18n();
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/preferences" className="flex gap-1">
      <input type="hidden" name="from" value={pathname + search} />
      {languages.map(([value, code, name]) => (
        <button
          key={value}
          name="locale"
          value={value}
          lang={value}
          title={name}
          aria-label={`${code}, ${name}`}
          aria-pressed={value === locale}
          className="min-h-6 min-w-8 rounded-sm px-1 hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {code}
        </button>
      ))}
    </Form>
  );
}
