import { refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { shopName } from "../../platform/store-profile/settings.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { refusals } from "../schema.ts";
import { getContextWords, isWeakPassword } from "../../platform/crypto/weak-passwords.ts";

/** Refuses `weak_password` if the password is too common or close to the name, the email or the shop's name. */
export async function refuseWeakPassword(
  { db, config }: Pick<AppContext, "db" | "config">,
  password: string,
  person: { email: string; name: string },
): Promise<void> {
  const shopNames = Object.values(await getSetting(db, shopName));
  if (await isWeakPassword(password, getContextWords(config, person, shopNames)))
    throw refuse(refusals, "weak_password", { fields: { password: ["weakPassword"] } });
}
