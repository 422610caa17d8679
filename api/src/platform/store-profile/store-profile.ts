import { type BrandFilePaths, getBrandFilePaths } from "./brand-files.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import {
  type DispatchPlace,
  emailSender,
  legalEntity,
  shopDescription,
  shopDispatch,
  shopTagline,
  shopTitle,
  supportHours,
} from "./settings.ts";
import type { Locale } from "../i18n/locale.ts";
import { getSetting } from "../settings/settings.ts";
import { getStoreName } from "./store-name.ts";

/** Name, texts, legal details and logo of the store in one locale. */
export type StoreProfile = {
  name: string;
  title: string;
  description: string | null;
  tagline: string | null;
  support_hours: { text: string; short: string } | null;
  dispatch: DispatchPlace | null;
  legal: { name: string; address: string; inn: string; ogrn: string } | null;
  /** Paths of the logo and the icons. */
  files: BrandFilePaths;
};

export async function getStoreProfile(db: Db, locale: Locale): Promise<StoreProfile> {
  const name = await getStoreName(db, locale);
  const legal = await getSetting(db, legalEntity);
  return {
    name,
    title: (await getSetting(db, shopTitle))?.[locale] ?? name,
    description: (await getSetting(db, shopDescription))?.[locale] ?? null,
    tagline: (await getSetting(db, shopTagline))?.[locale] ?? null,
    support_hours: (await getSetting(db, supportHours))?.[locale] ?? null,
    dispatch: (await getSetting(db, shopDispatch))?.[locale] ?? null,
    legal: legal && {
      name: legal.name[locale],
      address: legal.address[locale],
      inn: legal.inn,
      ogrn: legal.ogrn,
    },
    files: await getBrandFilePaths(db),
  };
}

/** Returns the sender of emails: the name of the store and the email address. */
export async function getEmailSender(
  db: Db,
  config: Config,
  locale: Locale,
): Promise<{ name: string; address: string }> {
  const address = (await getSetting(db, emailSender)) ?? `shop@${new URL(config.publicUrl).hostname}`;
  return { name: await getStoreName(db, locale), address };
}
